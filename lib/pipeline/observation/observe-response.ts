import type { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady } from '../../shared/when-ready.js';
import type { Exchange } from '../exchange.js';
import { RequestContext } from '../request-context.js';
import type { RouteResponse } from '../responses/route-response.js';
import { publishResponse, routeEvent, type Observer } from './events.js';

/** Publishes the match of a request, responds, and publishes the response. */
export function observeResponse(
  observer: Observer,
  exchange: Exchange,
  matched: RequestContext | RestException,
  respond: () => RouteResponse | undefined | Promise<RouteResponse | undefined>,
): RouteResponse | undefined | Promise<RouteResponse | undefined> {
  const since = performance.now();
  const context = matched instanceof RequestContext ? matched : undefined;
  const event = routeEvent(exchange, exchange.method, context);
  if (context !== undefined) observer.publish('matched', event);
  return whenReady(respond(), (response) => {
    const code = matched instanceof RequestContext ? matched.failure?.code : matched.code;
    publishResponse(observer, event, response, { code, since });
    return response;
  });
}
