import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';

export interface Wrapped<T> {
  readonly success: true;
  readonly statusCode: number;
  readonly data: T;
}

/** Wraps each response. */
@Injectable()
export class TransformInterceptor<T> implements NestInterceptor<T, Wrapped<T>> {
  intercept(context: ExecutionContext, next: CallHandler<T>): Observable<Wrapped<T>> {
    const response = context.switchToHttp().getResponse<{ readonly statusCode: number }>();
    return next
      .handle()
      .pipe(map((data) => ({ success: true, statusCode: response.statusCode, data })));
  }
}
