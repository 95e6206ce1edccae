import { Catch, Injectable, type ExceptionFilter } from '@nestjs/common';

/** Not built yet. */
@Catch()
@Injectable()
export class RestExceptionFilter implements ExceptionFilter {
  catch(exception: unknown): void {
    throw exception;
  }
}
