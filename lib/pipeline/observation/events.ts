import type { RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange } from '../exchange.js';

/**
 * What happened to a request. Events contain nothing personal: no argument, header, caller, address or query.
 *
 * Every request below the prefix publishes `answered`, and before it at most one of `denied`, `invalid`,
 * `cached` and `failed`, which is the reason of its response. `matched` comes before anything else.
 */
export type ObservedEvent = 'matched' | 'denied' | 'invalid' | 'cached' | 'failed' | 'answered';

/** A request that was matched. */
export interface RouteEvent {
  /** The pattern with the prefix, `/api/acme/v1/items/{id}`; `undefined` where no route matches. */
  readonly route: string | undefined;
  /** The method after an override. */
  readonly method: string;
  /** `ItemsController.one`; `undefined` where no route matches. */
  readonly handler: string | undefined;
}

/** A request that has a response. */
export interface ResponseEvent extends RouteEvent {
  /** `undefined` where an exception filter, or the method itself, has responded. */
  readonly status: number | undefined;
  /** In milliseconds, from the match to the response, without the writing by the adapter. */
  readonly duration: number;
  /** The code of an error, such as `rest_forbidden`. */
  readonly code: string | undefined;
}

/** Receives events. */
export interface Observer {
  /** Called once for each request: without listeners no event is made. */
  isListening(): boolean;
  publish(name: ObservedEvent, event: RouteEvent | ResponseEvent): void;
}

/** The event of a match. */
export function routeEvent(
  exchange: Exchange,
  method: string,
  context: RequestContext | undefined,
): RouteEvent {
  if (context === undefined) return { route: undefined, method, handler: undefined };
  const { className, methodName, pattern } = context.endpoint.definition;
  const route = `${exchange.prefix}${pattern.template}`;
  return { route, method, handler: `${className}.${methodName}` };
}

/** Publishes the response to a request. */
export function publishResponse(
  observer: Observer,
  event: RouteEvent,
  response: RouteResponse | undefined,
  { code, since }: { readonly code: string | undefined; readonly since: number },
): void {
  const status = response?.status;
  const { route, method, handler } = event;
  const duration = performance.now() - since;
  const responded: ResponseEvent = { route, method, handler, status, duration, code };
  const reason = reasonOf(responded, response);
  if (reason !== undefined) observer.publish(reason, responded);
  observer.publish('answered', responded);
}

function reasonOf(
  { status = 0 }: ResponseEvent,
  response: RouteResponse | undefined,
): ObservedEvent | undefined {
  if (status >= 500) return 'failed';
  if (status === 401 || status === 403) return 'denied';
  if (status === 400) return 'invalid';
  return isFromCache(response) ? 'cached' : undefined;
}

/** Whether the `Cache-Status` reports a hit. @see RFC 9211 */
function isFromCache(response: RouteResponse | undefined): boolean {
  return String(response?.headers['cache-status'] ?? '').includes('; hit');
}
