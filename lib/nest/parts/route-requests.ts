import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../pipeline/request-context.js';

/**
 * The requests to routes that Nest classes see: a part that a subclass or a replacement calls, such as
 * `super.canActivate(context)`, finds the route of the request here. A request that reaches none of them
 * is never noted.
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
