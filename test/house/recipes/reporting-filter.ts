import { Catch, HttpException, type ArgumentsHost } from '@nestjs/common';
import * as Sentry from '@sentry/node';
import { RestExceptionFilter } from 'nestjs-rest-routes';

/** Reports what the client of a request has not caused. */
@Catch()
export class ReportingFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    if (status >= 500) Sentry.captureException(exception);
    return super.catch(exception, host);
  }
}
