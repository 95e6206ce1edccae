import type { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { publishResponse, routeEvent, type Observer } from '../observation/events.js';
import { RequestContext } from '../request-context.js';
import { PASSED, type Dispatched } from '../respond.js';
import type { RouteResponse } from '../responses/route-response.js';
import type { PreparedRequest } from './prepared-request.js';
import type { InProcessExchange } from './in-process-exchange.js';

/** The same request, with the events that a request over HTTP publishes. */
export function observedRequest(
  observer: Observer,
  exchange: InProcessExchange,
  matched: RequestContext | RestException,
  prepared: PreparedRequest,
): PreparedRequest {
  const since = performance.now();
  const { context } = prepared;
  const event = routeEvent(exchange, exchange.method, context);
  if (context !== undefined) observer.publish('matched', event);
  const published = <Response extends Dispatched>(response: Response): Response => {
    const code = matched instanceof RequestContext ? matched.failure?.code : matched.code;
    publishResponse(observer, event, response, { code, since });
    return response;
  };
  return {
    context,
    respond: (): Awaitable<RouteResponse> => whenReady(prepared.respond(), published),
    check: () =>
      whenReady(prepared.check(), (checked) => (checked === PASSED ? checked : published(checked))),
    execute: (): Awaitable<RouteResponse> => whenReady(prepared.execute(), published),
  };
}
