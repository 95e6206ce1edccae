import { Injectable, type CallHandler } from '@nestjs/common';
import { defer, type Observable } from 'rxjs';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Endpoint } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { RespondFromCache } from '../caching/index.js';
import { lastValueOf } from '../../lifecycle/steps/invoke.step.js';
import type { Class } from '../../shared/records.js';
import { argsOf } from '../../nest/enhancers/handler-context.js';
import { ExecutionContextHost } from '../../nest/internals.js';

/**
 * The requests to routes that Nest classes get: the method that a subclass or a replacement calls, such as
 * `super.canActivate(context)`, finds the route of the request here. A request that reaches none of them is not noted.
 */
@Injectable()
export class RouteRequests {
  readonly #contexts = new WeakMap<object, RequestContext>();

  note(requestContext: RequestContext): void {
    const { raw } = requestContext.exchange;
    if (typeof raw === 'object' && raw !== null) this.#contexts.set(raw, requestContext);
  }

  /** @param raw The adapter's own request. */
  of(raw: unknown): RequestContext | undefined {
    return typeof raw === 'object' && raw !== null ? this.#contexts.get(raw) : undefined;
  }
}

/**
 * The context of a replaced guard or interceptor that is called for a route of the library. It has the endpoint,
 * because a method may have several routes, and a guard may be called for several routes of one path in one request.
 */
export class RouteExecutionContext extends ExecutionContextHost {
  constructor(
    readonly endpoint: Endpoint,
    readonly requestContext: RequestContext,
  ) {
    const type = endpoint.controller as Class;
    const method = decoratedMethodOf(type, endpoint.definition.methodName);
    super(argsOf(requestContext.exchange), type as never, method as never);
    this.setType('http');
  }
}

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
        inside.keepResult(await lastValueOf(next.handle(), inside.exchange));
      });
      this.#emitted = this.requestContext.response?.body.data();
      return this.#emitted;
    });
  }

  /** The response of the cache is kept, unless the interceptor returns other data. */
  keep(value: unknown): void {
    const { requestContext } = this;
    if (requestContext.response !== undefined && value === this.#emitted) return;
    requestContext.response = undefined;
    requestContext.keepResult(value);
  }
}
