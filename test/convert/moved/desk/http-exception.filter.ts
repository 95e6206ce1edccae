import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';

interface Sender {
  status(status: number): { send(body: unknown): void };
}

@Catch(HttpException)
export class HttpExceptionFilter implements ExceptionFilter {
  catch(exception: HttpException, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const status = exception.getStatus();
    const body = exception.getResponse();
    const message = typeof body === 'string' ? body : (body as { message: unknown }).message;
    const { url } = http.getRequest<{ readonly url: string }>();
    http.getResponse<Sender>().status(status).send({ statusCode: status, message, path: url });
  }
}
