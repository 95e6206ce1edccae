import { Catch, type ArgumentsHost } from '@nestjs/common';
import { I18nContext } from 'nestjs-i18n';
import { RestException, RestExceptionFilter } from 'nestjs-rest-routes';

/** The message of an error is the text of its code, `rest.rest_invalid_param`, in the language of the client. */
@Catch(RestException)
export class TranslatingFilter extends RestExceptionFilter {
  override catch(exception: RestException, host: ArgumentsHost): unknown {
    const { code, message, data } = exception;
    const names = Object.keys((data['params'] ?? {}) as object).join(', ');
    const key = `rest.${code}`;
    const text = I18nContext.current(host)?.t<string, string>(key, { args: { names, message } });
    const known = text === undefined || text === key ? message : text;
    return super.catch(new RestException(code, known, exception.getStatus(), data), host);
  }
}
