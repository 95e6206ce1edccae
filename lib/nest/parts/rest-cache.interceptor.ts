import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type OnModuleInit,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { Awaitable } from '../../shared/promises.js';
import { PART } from './plain-handler.js';
import { PlainHandlers } from './plain-handlers.js';

/**
 * Caches the responses of GET handlers of plain Nest controllers that have `@Cache`, as on routes of the
 * library: with the same store and options of `forRoot({ cache })`, single flight, `ETag` and 304, tags and
 * purges. With `@RequirePermission(new PublicAccess())` all callers share a response; otherwise each user has
 * an own one, and requests without a user and without credentials share one. List it first: interceptors
 * after it are part of what is cached. The application imports `RestModule.forRoot()`.
 *
 * Routes of the library cache by themselves: there the interceptor has no effect. Its replacement in a test,
 * by `overrideInterceptor(RestCacheInterceptor)` or `overrideProvider`, is called on every route with
 * `@Cache`. A subclass may call `super.intercept(context, next)`.
 *
 * @example
 * @Controller('cats')
 * @UseInterceptors(RestCacheInterceptor)
 * export class CatsController {
 *   @Get(':id')
 *   @Cache({ ttl: '5m', tags: ({ id }) => [`cat-${id}`] })
 *   @RequirePermission(new PublicAccess())
 *   one(@Param('id', ParseIntPipe) id: number) {}
 * }
 *
 * @throws Error at startup where `RestModule` is not imported; DeclarationException at startup where the
 *   options of `@Cache` are invalid.
 * @see RFC 9111, RFC 9211; Nest, Interceptors
 */
@Injectable()
export class RestCacheInterceptor implements NestInterceptor, OnModuleInit {
  static readonly [PART] = 'interceptor';

  // A property, so that a subclass may have a constructor of its own.
  @Optional()
  @Inject(PlainHandlers)
  private readonly handlers?: PlainHandlers;

  /** @throws Error where `RestModule` is not imported. */
  onModuleInit(): void {
    this.#handlers();
  }

  /** Responds from the cache, or calls what is inside. A context that is not HTTP passes. */
  intercept(context: ExecutionContext, next: CallHandler): Awaitable<Observable<unknown>> {
    return this.#handlers().respond(context, next);
  }

  #handlers(): PlainHandlers {
    if (this.handlers !== undefined) return this.handlers;
    throw new Error(
      'RestCacheInterceptor needs RestModule: import RestModule.forRoot() in the root module, and let Nest ' +
        'create the interceptor, by @UseInterceptors(RestCacheInterceptor) or ' +
        '{ provide: APP_INTERCEPTOR, useClass: RestCacheInterceptor }.',
    );
  }
}
