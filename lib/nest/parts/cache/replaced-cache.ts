import type { CallHandler, NestInterceptor } from '@nestjs/common';
import { defer, isObservable, type Observable } from 'rxjs';
import type { Endpoint } from '../../../pipeline/endpoint.js';
import type { RequestContext } from '../../../pipeline/request-context.js';
import type { CacheInterception, RespondFromCache } from '../../../pipeline/steps/cache.step.js';
import { settle } from '../../../pipeline/steps/invoke.step.js';
import { RouteExecutionContext } from '../guard/route-execution-context.js';
import type { ReplacedPart } from '../replaced-parts.js';

/** The context of a replaced interceptor that is called on a cached route of the library. */
export class CachedRouteContext extends RouteExecutionContext {
  #emitted: unknown;

  constructor(
    endpoint: Endpoint,
    requestContext: RequestContext,
    private readonly respondFromCache: RespondFromCache,
  ) {
    super(endpoint, requestContext);
  }

  /** Responds from the cache of the route, for a subclass that calls `super.intercept`; emits the data. */
  respond(next: CallHandler): Observable<unknown> {
    return defer(async () => {
      await this.respondFromCache(this.requestContext, async (inside) => {
        inside.result = await settle(inside, next.handle());
      });
      this.#emitted = dataOf(this.requestContext);
      return this.#emitted;
    });
  }

  /** The response of the cache stands, unless the interceptor returns other data. */
  keep(value: unknown): void {
    const { requestContext } = this;
    if (requestContext.response !== undefined && value === this.#emitted) return;
    requestContext.response = undefined;
    requestContext.result = value;
  }
}

/** Calls the interceptor that an application has put in the place of the library's, on cached routes. */
export function replacedCache(interceptor: ReplacedPart<NestInterceptor>): CacheInterception {
  return (endpoint, inner, respondFromCache) => async (requestContext) => {
    const instance = await interceptor(requestContext);
    const context = new CachedRouteContext(endpoint, requestContext, respondFromCache);
    const next: CallHandler = {
      handle: () =>
        defer(async () => {
          await inner(requestContext);
          return requestContext.result;
        }),
    };
    const returned: unknown = await instance.intercept(context, next);
    context.keep(isObservable(returned) ? await settle(requestContext, returned) : returned);
  };
}

/** The data of a response of the cache. */
function dataOf({ response }: RequestContext): unknown {
  const body = response?.body;
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
}
