import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, Inject, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { RestException, RestExceptionFilter } from 'nestjs-rest-routes';

const INVALID = new Set(['rest_invalid_param', 'rest_missing_callback_param']);

/** Invalid and missing arguments are a 422. */
@Catch(RestException)
export class UnprocessableFilter extends RestExceptionFilter {
  override catch(exception: RestException, host: ArgumentsHost): unknown {
    const { code, message, data } = exception;
    if (!INVALID.has(code)) return super.catch(exception, host);
    return super.catch(new RestException(code, message, 422, data), host);
  }
}

/** All errors have the body of the application: `{ errors: { body: ['…'] } }`. */
@Catch(HttpException)
export class OwnBodyFilter extends RestExceptionFilter {
  @Inject() private readonly adapterHost!: HttpAdapterHost;

  override catch(exception: HttpException, host: ArgumentsHost): void {
    const { httpAdapter } = this.adapterHost;
    const body = { errors: { body: [exception.message] } };
    httpAdapter.reply(host.switchToHttp().getResponse(), body, exception.getStatus());
  }
}

/** All errors have the bodies that Nest gives them: `{ statusCode: 400, message: ['…'], error: 'Bad Request' }`. */
@Catch(RestException, HttpException)
export class NestBodyFilter extends BaseExceptionFilter {
  override catch(exception: HttpException, host: ArgumentsHost): void {
    if (!(exception instanceof RestException)) return super.catch(exception, host);
    const statusCode = exception.getStatus();
    const { params } = exception.data;
    const isMissing = params === undefined || Array.isArray(params);
    const message = isMissing ? exception.message : Object.values(params as object).flat();
    const body = { statusCode, message, error: STATUS_CODES[statusCode] };
    super.catch(new HttpException(body, statusCode), host);
  }
}
