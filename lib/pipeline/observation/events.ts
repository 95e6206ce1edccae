import type { RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange } from '../exchange.js';

/**
 * What happened to a request. Nothing personal: no argument, header, caller, address or query.
 *
 * `answered` is said of every request below the prefix, beside one of the four that tell why it ended
 * as it did; `matched` before anything else is done for it.
 */
export type ObservedEvent = 'matched' | 'denied' | 'invalid' | 'cached' | 'failed' | 'answered';

/** A request that has found its route. */
export interface RouteEvent {
  /** The pattern with the prefix, `/api/acme/v1/items/{id}`; `undefined` where no route answers. */
  readonly route: string | undefined;
  /** The method that the client means. */
  readonly method: string;
  /** `ItemsController.one`; `undefined` where no route answers. */
  readonly handler: string | undefined;
}

/** A request that has been answered. */
export interface ResponseEvent extends RouteEvent {
  /** `undefined` where an exception filter, or the method itself, has answered. */
  readonly status: number | undefined;
  /** In milliseconds, from the match to the response; what the adapter then does is not in it. */
  readonly duration: number;
  /** The code of an error, such as `rest_forbidden`. */
  readonly code: string | undefined;
}

/** Whoever wants to know. */
export interface Observer {
  /** Asked once a request: where nobody listens, nothing is made. */
  isListening(): boolean;
  publish(name: ObservedEvent, event: RouteEvent | ResponseEvent): void;
}

/** What is known of a request from its match on. */
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

/** Says how a request ended. */
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

/** As the cache itself says it. @see RFC 9211 */
function isFromCache(response: RouteResponse | undefined): boolean {
  return String(response?.headers['cache-status'] ?? '').includes('; hit');
}

/** @deprecated Use `ResponseEvent`. */
export type AnswerEvent = ResponseEvent;
