import type { CallHandler } from '@nestjs/common';
import { defer, type Observable } from 'rxjs';
import type { Endpoint } from '../../../pipeline/endpoint.js';
import type { RequestContext } from '../../../pipeline/request-context.js';
import type { RespondFromCache } from '../../../pipeline/steps/cache.step.js';
import { settle } from '../../../pipeline/steps/invoke.step.js';
import { RouteExecutionContext } from '../route-execution-context.js';

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

/** The data of a response of the cache. */
function dataOf({ response }: RequestContext): unknown {
  const body = response?.body;
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
}
