import { httpError } from '../diagnostics/http-error-catalogue.js';
import { presented } from '../diagnostics/nest-exception.js';
import { RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import type { PathGroup } from '../routing/path-group.js';
import {
  MALFORMED_PATH,
  NO_MATCH,
  type RouteMatch,
  type RouteTable,
} from '../routing/route-table.js';
import { isOwnPromise, whenReady, type Awaitable, memoize } from '../shared/promises.js';
import { RequestContext } from './request-context.js';
import type { Endpoint, EndpointPorts, LeftError, RouteEntry, ReplyStep } from './endpoint.js';
import type { Exchange } from './messages/exchange.js';
import { replyStepsOf, stepsOf, type ReplyContext, type RequestSteps } from './lifecycle.js';
import { cacheOutcome, observe, type Observer } from './responses/events.js';
import type { OpenEventStreams } from './responses/event-stream.js';
import type { Reply } from './messages/reply.js';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './responses/outgoing.js';
import {
  PASSED,
  respondWithError,
  runChecks,
  runExecution,
  type Dispatched,
  type ReplyParts,
} from './pipeline.js';
import { describeStepsOf } from './steps/options.step.js';

/** The parts of a dispatcher. */
export interface DispatcherParts extends ReplyContext {
  readonly table: RouteTable<RouteEntry>;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext | undefined) => RestException;
  /** Receives the events of requests; absent if nothing can listen to them. */
  readonly observer?: Observer;
  /** Whether responses have `Server-Timing`. */
  readonly serverTiming?: boolean;
  /** The headers of every response. */
  readonly outgoing: OutgoingOptions;
  /**
   * The exception filters for errors outside of a route. Resolves to the error that they leave to the library, or to
   * nothing if one has responded. `undefined` if only the library responds.
   */
  readonly catchOutside:
    ((error: unknown, exchange: Exchange) => Promise<LeftError | undefined>) | undefined;
  readonly eventStreams: OpenEventStreams;
  /** As in the ports of an endpoint, for errors outside of a route. */
  readonly present: EndpointPorts['present'];
}

/** A request with its route, or the error of a request without one. */
export type Matched = RequestContext | RestException;

/** Responds to requests, of clients and of the application itself. Its functions never reject or throw. */
export interface Dispatcher {
  /**
   * Responds to one request; without a promise if nothing has to be waited for.
   *
   * The method of the exchange is final: an override was applied before any middleware.
   *
   * @param found The route of the request, if the adapter has matched it already.
   */
  readonly dispatch: (exchange: Exchange, found?: RouteMatch<RouteEntry>) => Awaitable<Dispatched>;
  /** Matches a request once, so that the checked route is the executed route. */
  readonly match: (exchange: Exchange, found?: RouteMatch<RouteEntry>) => Matched;
  /** Runs the checks: `PASSED`, or the response if the request ends with them. */
  readonly check: (matched: Matched, exchange: Exchange) => Awaitable<Dispatched | typeof PASSED>;
  /** Runs the steps after the checks, once the checks have passed. */
  readonly execute: (context: RequestContext) => Awaitable<Dispatched>;
  /**
   * Responds to an error outside of a route, of middleware or of the adapter itself; without a promise if no exception
   * filter is called. `undefined` if a filter has responded. Never rejects.
   *
   * @param translate Translates an error of the adapter that would otherwise count as internal.
   */
  readonly reject: (
    error: unknown,
    exchange: Exchange,
    translate?: (error: unknown) => RestException | undefined,
  ) => Awaitable<Dispatched>;
  readonly observer: Observer | undefined;
}

export function createDispatcher(parts: DispatcherParts, embed: ReplyStep): Dispatcher {
  const { table, observer, internalError, makeError, links, eventStreams } = parts;
  const outgoing = createOutgoing(parts.outgoing);
  const reject = createReject(parts, outgoing);
  const replyParts = {
    makeError,
    links,
    steps: replyStepsOf(parts, embed),
    outgoing,
    internalError,
    eventStreams,
  };
  const stepsFor = createSteps(parts);
  const check: Dispatcher['check'] = (matched, exchange) => {
    if (!(matched instanceof RequestContext)) return reject(matched, exchange);
    exchange.exposeParams(matched.params);
    if (matched.endpoint.respondsItself && matched.method !== 'OPTIONS') outgoing.prepare(exchange);
    const steps = stepsFor(matched);
    matched.execution = steps.execution;
    return runChecks(matched, steps.checks, replyParts);
  };
  const respond = (matched: Matched, exchange: Exchange): Awaitable<Dispatched> => {
    const checked = check(matched, exchange);
    return isOwnPromise(checked)
      ? checked.then((settled) => proceed(settled, matched, replyParts))
      : proceed(checked, matched, replyParts);
  };
  const respondTimed = parts.serverTiming === true ? timed(check, replyParts) : respond;
  return {
    match: (exchange, found) => matchContext(exchange, table, found),
    check,
    execute: (context) => runExecution(context, replyParts),
    reject,
    observer,
    dispatch: (exchange, found) => {
      const matched = matchContext(exchange, table, found);
      if (observer?.isListening() !== true) return respondTimed(matched, exchange);
      const publish = observe(observer, exchange, matched);
      return whenReady(respondTimed(matched, exchange), publish);
    },
  };
}

function proceed(
  checked: Dispatched | typeof PASSED,
  matched: Matched,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  if (checked !== PASSED) return checked;
  const context = matched as RequestContext;
  const { inner } = context.exchange;
  if (inner === undefined) return runExecution(context, parts);
  return whenReady(inner.arrive(), (rejection) =>
    rejection === undefined
      ? runExecution(context, parts)
      : respondWithError(rejection, context, parts),
  );
}

/** Responds with `Server-Timing`; not to requests of the application itself. */
function timed(check: Dispatcher['check'], parts: ReplyParts) {
  return (matched: Matched, exchange: Exchange): Awaitable<Dispatched> => {
    const since = performance.now();
    return whenReady(check(matched, exchange), (checked) => {
      const checkedAt = performance.now();
      return whenReady(proceed(checked, matched, parts), (reply) => {
        if (reply === undefined || exchange.inner !== undefined) return reply;
        reply.headers['server-timing'] ??= serverTiming(reply, since, checkedAt);
        return reply;
      });
    });
  };
}

/** @see https://www.w3.org/TR/server-timing/ */
function serverTiming(reply: Reply, since: number, checkedAt: number): string {
  const now = performance.now();
  const metric = (name: string, from: number, to: number): string =>
    `${name};dur=${(to - from).toFixed(1)}`;
  const outcome = cacheOutcome(reply);
  const cache = outcome === undefined ? [] : [`cache;desc=${outcome}`];
  const steps = [metric('checks', since, checkedAt), metric('execution', checkedAt, now)];
  return [...steps, ...cache, metric('total', since, now)].join(', ');
}

export function matchContext(
  exchange: Exchange,
  table: RouteTable<RouteEntry>,
  found = match(exchange, table),
): Matched {
  if (found === MALFORMED_PATH) return httpError('rest_invalid_url', 'percent-encoding');
  if (found === NO_MATCH) return httpError('rest_no_route');
  const { entry, group, params } = found;
  return new RequestContext(exchange, exchange.method, entry.open(), group, params);
}

function match({ path, method }: Exchange, table: RouteTable<RouteEntry>): RouteMatch<RouteEntry> {
  return path === undefined ? MALFORMED_PATH : table.match(method, path);
}

function createSteps(parts: DispatcherParts): (context: RequestContext) => RequestSteps {
  const steps = memoize((endpoint: Endpoint) => stepsOf(endpoint, parts));
  const describeSteps = memoize((group: PathGroup<RouteEntry>) => ({
    checks: [],
    execution: describeStepsOf(group, parts),
  }));
  return ({ method, group, endpoint }) =>
    method === 'OPTIONS' ? describeSteps(group) : steps(endpoint);
}

function createReject(
  { catchOutside, makeError, internalError, present }: DispatcherParts,
  outgoing: Outgoing,
): Dispatcher['reject'] {
  const shownOf = (error: unknown, exchange: Exchange): unknown =>
    presented(error, present, exchange);
  const respond: Dispatcher['reject'] = (error, exchange, translate) => {
    const known = translateError(error) ?? translate?.(error) ?? internalError(error, undefined);
    return outgoing.complete(makeError(known, shownOf(error, exchange)), exchange);
  };
  if (catchOutside === undefined) return respond;
  return async (error, exchange, translate) => {
    outgoing.prepare(exchange);
    try {
      const left = await catchOutside(shownOf(error, exchange), exchange);
      return left === undefined ? undefined : respond(left.error, exchange, translate);
    } catch (failure) {
      return respond(failure, exchange, translate);
    }
  };
}
