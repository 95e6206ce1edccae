import { Catch, HttpException, Inject, type ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RestException, RestExceptionFilter } from 'nestjs-rest-routes';

/** Invalid arguments are a 422. */
@Catch()
export class UnprocessableFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    if (!(exception instanceof RestException) || exception.code !== 'rest_invalid_param')
      return super.catch(exception, host);
    const { code, message, data } = exception;
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
