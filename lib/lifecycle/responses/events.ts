import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Reply } from '../messages/reply.js';
import { RequestContext } from '../request-context.js';
import type { Exchange } from '../messages/exchange.js';

/**
 * The events of a request. They contain no personal data: no argument, header, caller, address or query. Only the error
 * of `failed` may quote them.
 *
 * Every request below the prefix publishes `responded`, and before it at most one of `denied`, `invalid`, `cached` and
 * `failed`, which is the reason for its response. `matched` comes before anything else.
 */
export type ObservedEvent = 'matched' | 'denied' | 'invalid' | 'cached' | 'failed' | 'responded';

/** A request that was matched. */
export interface RouteEvent {
  /** The pattern with the prefix, `/api/acme/v1/items/{id}`; `undefined` if no route matches. */
  readonly route: string | undefined;
  /** The method after an override. */
  readonly method: string;
  /** `ItemsController.one`; `undefined` if no route matches. */
  readonly handler: string | undefined;
}

/** A request that has a response. */
export interface ResponseEvent extends RouteEvent {
  /** `undefined` if an exception filter, or the method itself, has responded. */
  readonly status: number | undefined;
  /** In milliseconds, from the match to the response, without the writing by the adapter. */
  readonly duration: number;
  /** The code of an error, such as `rest_forbidden`. */
  readonly code: string | undefined;
  /** The source of the response of a cached route; `undefined` for any other route. */
  readonly cache: CacheOutcome | undefined;
}

/** A request that has failed. */
export interface FailedEvent extends ResponseEvent {
  /** The thrown value. Its message comes from code of the application, and may quote the request. */
  readonly error: unknown;
}

/**
 * `hit` and `stale` come from the cache, `shared` from a call for another request, `miss` from a call for
 * this one; `bypass` is a response without the cache.
 */
export type CacheOutcome = 'hit' | 'stale' | 'shared' | 'miss' | 'bypass';

/** The outcome that the `Cache-Status` of a reply states. @see RFC 9211 */
export function cacheOutcome(reply: Reply | undefined): CacheOutcome | undefined {
  const status = reply?.headers['cache-status'];
  if (status === undefined) return undefined;
  const text = String(status);
  if (text.includes('; hit')) return text.includes('ttl=-') ? 'stale' : 'hit';
  if (!text.includes('fwd=miss')) return 'bypass';
  return text.includes('; collapsed') ? 'shared' : 'miss';
}

/** Receives events. */
export interface Observer {
  /** Called once for each request: without listeners, no event is created. */
  isListening(): boolean;
  publish(name: ObservedEvent, event: RouteEvent | ResponseEvent | FailedEvent): void;
}

/** Publishes the match of a request. The returned function publishes its response. */
export function observe(
  observer: Observer,
  exchange: Exchange,
  matched: RequestContext | { readonly failure: RestException },
): <Response extends Reply | undefined>(response: Response) => Response {
  const since = performance.now();
  const isMatched = matched instanceof RequestContext;
  const event = routeEvent(exchange, isMatched ? matched : undefined);
  if (isMatched) observer.publish('matched', event);
  return (response) => {
    const { code } = matched.failure ?? { code: undefined };
    const duration = performance.now() - since;
    // A new object, because published objects are frozen.
    const { route, method, handler } = event;
    const status = response?.status;
    const cache = cacheOutcome(response);
    const responded: ResponseEvent = { route, method, handler, status, duration, code, cache };
    const reason = reasonOf(responded);
    if (reason === 'failed') {
      const error = isMatched ? matched.error : matched.failure;
      observer.publish(reason, { ...responded, error } satisfies FailedEvent);
    } else if (reason !== undefined) observer.publish(reason, responded);
    observer.publish('responded', responded);
    return response;
  };
}

function routeEvent({ prefix, method }: Exchange, context: RequestContext | undefined): RouteEvent {
  if (context === undefined) return { route: undefined, method, handler: undefined };
  const { className, methodName, pattern } = context.endpoint.definition;
  return { route: `${prefix}${pattern.template}`, method, handler: `${className}.${methodName}` };
}

function reasonOf({ status = 0, cache }: ResponseEvent): ObservedEvent | undefined {
  if (status >= 500) return 'failed';
  if (status === 401 || status === 403) return 'denied';
  if (status === 400) return 'invalid';
  return cache === 'hit' || cache === 'stale' ? 'cached' : undefined;
}
