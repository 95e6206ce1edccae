import {
  Catch,
  Inject,
  Injectable,
  Optional,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type OnModuleInit,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { plainExchangeOf } from '../../platform/plain-exchange.js';
import type { Awaitable } from '../../shared/promises.js';
import { REST_OPTIONS } from '../../routes/api-description.js';
import type { RestErrorOptions } from '../../nest/options/settings.js';
import { createPlainErrors, sendWsError } from './plain-errors.js';
import { ENHANCER_KIND } from '../../nest/exploration/enhancers-around.js';
import { PlainHandlers } from './plain-handlers.js';
import { RouteFailureHost } from '../../nest/enhancers/own-enhancers.js';

/**
 * Checks the permission that `@RequirePermission` states, on handlers of plain Nest controllers. It decides
 * as on routes of the library, with the same `forRoot({ user, can, roles })`; a handler without a permission
 * denies everyone with 403, and a warning at startup names it. The application imports `RestModule.forRoot()`.
 *
 * Routes of the library check their permission themselves, once, after their arguments are valid: there the guard has
 * no effect. Its replacement in a test, by `overrideGuard(PermissionGuard)` or `overrideProvider`, also decides about
 * every route of the library, including public ones. A subclass may call `super.canActivate(context)`.
 *
 * @example
 * @Controller('cats')
 * @UseGuards(PermissionGuard)
 * export class CatsController {
 *   @Delete(':id')
 *   @RequirePermission(new Capability('delete_cats'))
 *   remove(@Param('id', ParseIntPipe) id: number) {}
 * }
 *
 * @throws RestException `rest_forbidden`, 401 for an anonymous user and 403 for an authenticated one.
 * @throws Error in a context that is not HTTP, and at startup if `RestModule` is not imported.
 * @see Nest, Guards
 */
@Injectable()
export class PermissionGuard implements CanActivate, OnModuleInit {
  static readonly [ENHANCER_KIND] = 'guard';

  // A property, so that a subclass may have its own constructor.
  @Optional()
  @Inject(PlainHandlers)
  private readonly handlers?: PlainHandlers;

  /** @throws Error if `RestModule` is not imported. */
  onModuleInit(): void {
    this.#handlers();
  }

  /** Returns `true` or throws. */
  canActivate(context: ExecutionContext): Awaitable<boolean> {
    return this.#handlers().admit(context);
  }

  #handlers(): PlainHandlers {
    return this.handlers ?? rejectEnhancer('PermissionGuard', 'guard', 'UseGuards');
  }
}

/**
 * Caches the responses of GET handlers of plain Nest controllers that have `@Cache`, as on routes of the library: with
 * the same store and options of `forRoot({ cache })`, single flight, `ETag` and 304, tags and purges. With
 * `@RequirePermission(new PublicAccess())` all callers share a response; otherwise each user has a separate one, and
 * requests without a user are not cached. List it first: the results of interceptors after it are cached. The
 * application imports `RestModule.forRoot()`.
 *
 * Routes of the library do their own caching: there the interceptor has no effect. Its replacement in a test, by
 * `overrideInterceptor(RestCacheInterceptor)` or `overrideProvider`, is called on every route with `@Cache`. A subclass
 * may call `super.intercept(context, next)`.
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
 * @throws Error at startup if `RestModule` is not imported; DeclarationException at startup if the options of `@Cache`
 * are invalid.
 * @see RFC 9111, RFC 9211; Nest, Interceptors
 */
@Injectable()
export class RestCacheInterceptor implements NestInterceptor, OnModuleInit {
  static readonly [ENHANCER_KIND] = 'interceptor';

  @Optional()
  @Inject(PlainHandlers)
  private readonly handlers?: PlainHandlers;

  /** @throws Error if `RestModule` is not imported. */
  onModuleInit(): void {
    this.#handlers();
  }

  /** Responds from the cache, or calls the handler. Ignores contexts that are not HTTP. */
  intercept(context: ExecutionContext, next: CallHandler): Awaitable<Observable<unknown>> {
    return this.#handlers().respond(context, next);
  }

  #handlers(): PlainHandlers {
    return (
      this.handlers ?? rejectEnhancer('RestCacheInterceptor', 'interceptor', 'UseInterceptors')
    );
  }
}

/** @throws Error */
function rejectEnhancer(name: string, kind: string, decorator: string): never {
  throw new Error(
    `${name} needs RestModule: import RestModule.forRoot() in the root module, and let Nest create the ` +
      `${kind}, by @${decorator}(${name}) or { provide: APP_${kind.toUpperCase()}, useClass: ${name} }.`,
  );
}

/**
 * Gives the errors of plain Nest controllers, or of the whole application, the format of the library's own:
 * `{ code, message, data: { status } }`, or a problem of RFC 9457 with `errors: 'problem'`.
 *
 * @example
 * providers: [{ provide: APP_FILTER, useClass: RestExceptionFilter }]
 * // GET /nowhere: 404 { "code": "rest_no_route", "message": "…", "data": { "status": 404 } }
 *
 * @param options `challenge`, `debug`, `errors` and `protectiveHeaders`; by default those of `RestModule.forRoot()`, if
 * the application imports it.
 * @throws InvalidArgumentException on the first error, if `challenge` is not a challenge or `errors` is unknown.
 * @see Nest's `BaseExceptionFilter`, which it replaces.
 */
@Catch()
@Injectable()
export class RestExceptionFilter implements ExceptionFilter {
  /** For subclasses that call `super()` without options. */
  @Optional()
  @Inject(REST_OPTIONS)
  private readonly restModuleOptions?: RestErrorOptions;
  readonly #options: RestErrorOptions | undefined;
  #respond: ReturnType<typeof createPlainErrors> | undefined;

  constructor(@Optional() @Inject(REST_OPTIONS) options?: RestErrorOptions) {
    this.#options = options;
  }

  /**
   * Responds to an HTTP request that failed; on a route of the library, with the library's own response. Other contexts
   * get the same error as without a filter: a WebSocket client the event `exception`, GraphQL and microservices the
   * error of Nest's default filter, for which a subclass must return the result of this method.
   */
  catch(exception: unknown, host: ArgumentsHost): unknown {
    if (host instanceof RouteFailureHost) return host.passOn(exception);
    if (host.getType() === 'ws') return sendWsError(exception, host);
    // There, Nest treats no result as "not handled", and continues with its default filter.
    if (host.getType() !== 'http') return undefined;
    const exchange = plainExchangeOf(host.getArgByIndex(0), host.getArgByIndex(1));
    if (exchange === undefined) throw exception;
    this.#respond ??= createPlainErrors(this.#options ?? this.restModuleOptions ?? {});
    this.#respond(exception, exchange);
    return undefined;
  }
}
