import { isRestException, type RestException } from '../diagnostics/rest.exception.js';
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
import type { Endpoint, EndpointPorts, UnhandledError, RouteEntry } from './endpoint.js';
import { converted } from './messages/error-format.js';
import type { Exchange } from './messages/exchange.js';
import { replyStepsOf, stepsOf, type ReplyContext } from './lifecycle.js';
import { cacheOutcome, observe, type Observer } from './responses/events.js';
import type { Reply } from './messages/reply.js';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './responses/outgoing.js';
import {
  respondWithError,
  respondWithFailure,
  runChecks,
  runExecution,
  type Checked,
  type Dispatched,
  type ReplyFunctions,
} from './pipeline.js';
import { isPreflight } from './permissions/allow.js';
import { describeStepsOf } from './steps/options.step.js';
import {
  allowOfError,
  createFindFailure,
  isUnknown,
  UnservedRequest,
  type Unmatched,
} from './unserved.js';

/** The functions and settings of a dispatcher. */
export interface DispatcherOptions extends ReplyContext {
  readonly table: RouteTable<RouteEntry>;
  /** The methods that the plain controllers of the application have at a path below the prefix. */
  readonly plainMethods: (path: string) => readonly string[];
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext | undefined) => RestException;
  /** Receives the events of requests; absent if nothing can listen to them. */
  readonly observer?: Observer;
  /** Whether responses have `Server-Timing`. */
  readonly serverTiming?: boolean;
  /** The headers of every response. */
  readonly outgoing: OutgoingOptions;
  /**
   * The exception filters for errors outside of a route. Resolves to the error that they pass on to the library, or to
   * nothing if one has responded. `undefined` if only the library responds.
   */
  readonly catchOutside:
    ((error: unknown, exchange: Exchange) => Promise<UnhandledError | undefined>) | undefined;
  /** As in the ports of an endpoint, for errors outside of a route. */
  readonly convertError: EndpointPorts['convertError'];
}

/** A request with its route, or one that no route serves. */
export type Matched = RequestContext | UnservedRequest;

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
  /** Runs the checks. */
  readonly check: (matched: Matched, exchange: Exchange) => Awaitable<Checked>;
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
  /** Responds to a request that no route serves; otherwise as `reject`. */
  readonly rejectUnmatched: (reason: Unmatched, exchange: Exchange) => Awaitable<Dispatched>;
  /**
   * Responds in place of a response that the adapter could not send: its data have no JSON text, or what the application
   * does to responses has failed. It is an error of the route, as if its method had thrown it.
   */
  readonly fail: (error: unknown, exchange: Exchange) => Awaitable<Dispatched>;
  readonly observer: Observer | undefined;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { observer, internalError, makeError, extensions } = options;
  const outgoing = createOutgoing(options.outgoing);
  const reject = createReject(options, outgoing);
  const replyFunctions = {
    makeError,
    extensions,
    steps: replyStepsOf(options),
    outgoing,
    internalError,
  };
  const findFailure = createFindFailure(options);
  const rejectUnserved: RejectUnserved = (unserved, exchange) =>
    whenReady(findFailure(unserved, exchange), (failure): Awaitable<Dispatched> => {
      if (exchange.passOn === undefined || !isUnknown(failure)) return reject(failure, exchange);
      exchange.passOn();
      return undefined;
    });
  const check = createCheck(options, replyFunctions, rejectUnserved);
  const respond = (matched: Matched, exchange: Exchange): Awaitable<Dispatched> => {
    const checked = check(matched, exchange);
    return isOwnPromise(checked)
      ? checked.then((settled) => proceed(settled, replyFunctions))
      : proceed(checked, replyFunctions);
  };
  const respondTimed = options.serverTiming === true ? timed(check, replyFunctions) : respond;
  return {
    match: (exchange, found) => matchContext(exchange, options, found),
    check,
    execute: (context) => runExecution(context, replyFunctions),
    reject,
    rejectUnmatched: (reason, exchange) => rejectUnserved(new UnservedRequest(reason), exchange),
    fail: (error, exchange) => {
      const { matched } = exchange;
      if (!(matched instanceof RequestContext)) return reject(error, exchange);
      const { publish } = matched;
      const responded = respondWithFailure(error, matched, replyFunctions);
      return publish === undefined ? responded : whenReady(responded, publish);
    },
    observer,
    dispatch: (exchange, found) => {
      const matched = matchContext(exchange, options, found);
      exchange.matched = matched;
      if (observer?.isListening() !== true) return respondTimed(matched, exchange);
      const publish = observe(observer, exchange, matched);
      if (matched instanceof RequestContext) matched.publish = publish;
      return whenReady(respondTimed(matched, exchange), publish);
    },
  };
}

type RejectUnserved = (unserved: UnservedRequest, exchange: Exchange) => Awaitable<Dispatched>;

function createCheck(
  options: DispatcherOptions,
  functions: ReplyFunctions,
  rejectUnserved: RejectUnserved,
): Dispatcher['check'] {
  const stepsFor = memoize((endpoint: Endpoint) => stepsOf(endpoint, options));
  const describe = createDescribe(options, functions, rejectUnserved);
  return (matched, exchange) => {
    if (!(matched instanceof RequestContext)) return rejectUnserved(matched, exchange);
    matched.exposeInput();
    if (matched.method === 'OPTIONS') return describe(matched);
    if (matched.endpoint.respondsItself) functions.outgoing.prepare(exchange);
    const { checks, execution } = stepsFor(matched.endpoint);
    matched.execution = execution;
    const hasNoParameters = matched.method === 'GET' && !matched.hasGlobalParameters;
    return runChecks(matched, hasNoParameters ? checks.withoutParameters : checks.all, functions);
  };
}

/** The checks of OPTIONS. A path of which the caller may not learn is one without a route; a preflight gets a 204. */
function createDescribe(
  options: DispatcherOptions,
  functions: ReplyFunctions,
  rejectUnserved: RejectUnserved,
): (context: RequestContext) => Awaitable<Checked> {
  const stepsFor = memoize((group: PathGroup<RouteEntry>) => describeStepsOf(group, options));
  return (context) => {
    const { admit, narrow, describe } = stepsFor(context.group);
    context.execution = describe;
    return whenReady(runChecks(context, admit, functions), (checked) => {
      if (!(checked instanceof RequestContext)) return checked;
      return whenReady(narrow(checked), (isKnown): Awaitable<Checked> => {
        if (isKnown) return checked;
        if (isPreflight(checked.method, checked.headers)) {
          checked.execution = [];
          return checked;
        }
        const unserved = new UnservedRequest(NO_MATCH);
        checked.failure = unserved.failure;
        return rejectUnserved(unserved, checked.exchange);
      });
    });
  };
}

function proceed(checked: Checked, functions: ReplyFunctions): Awaitable<Dispatched> {
  if (!(checked instanceof RequestContext)) return checked;
  const { subRequest } = checked.exchange;
  if (subRequest === undefined) return runExecution(checked, functions);
  return whenReady(subRequest.admit(), (rejection) =>
    rejection === undefined
      ? runExecution(checked, functions)
      : respondWithError(rejection, checked, functions),
  );
}

/** Responds with `Server-Timing`; not to requests of the application itself. */
function timed(check: Dispatcher['check'], functions: ReplyFunctions) {
  return (matched: Matched, exchange: Exchange): Awaitable<Dispatched> => {
    const since = performance.now();
    return whenReady(check(matched, exchange), (checked) => {
      const checkedAt = performance.now();
      return whenReady(proceed(checked, functions), (reply) => {
        if (reply === undefined || exchange.subRequest !== undefined) return reply;
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

function matchContext(
  exchange: Exchange,
  { table }: Pick<DispatcherOptions, 'table'>,
  found = match(exchange, table),
): Matched {
  if (typeof found === 'symbol') return new UnservedRequest(found);
  const { entry, group, params } = found;
  return new RequestContext(exchange, exchange.method, entry.endpoint(), group, params);
}

function match({ path, method }: Exchange, table: RouteTable<RouteEntry>): RouteMatch<RouteEntry> {
  return path === undefined ? MALFORMED_PATH : table.match(method, path);
}

function createReject(
  { catchOutside, makeError, internalError, convertError, extensions }: DispatcherOptions,
  outgoing: Outgoing,
): Dispatcher['reject'] {
  const shownOf = (error: unknown, exchange: Exchange): unknown =>
    converted(error, convertError, exchange);
  const respond: Dispatcher['reject'] = (error, exchange, translate) => {
    const shown = shownOf(error, exchange);
    const known =
      (isRestException(shown) ? shown : translateError(error)) ??
      translate?.(error) ??
      internalError(error, undefined);
    const reply = makeError(known, exchange, shown);
    addAllow(reply, known);
    return outgoing.complete(extensions.onRejection(reply, exchange), exchange);
  };
  if (catchOutside === undefined) return respond;
  return async (error, exchange, translate) => {
    outgoing.prepare(exchange);
    const allow = allowOfError(error);
    if (allow !== undefined) {
      exchange.applyDefault('Allow', allow);
      // It is for one caller, and caches may keep a 405. @see RFC 9110, 15.1
      exchange.applyDefault('Cache-Control', 'no-store');
    }
    try {
      const unhandled = await catchOutside(shownOf(error, exchange), exchange);
      return unhandled === undefined ? undefined : respond(unhandled.error, exchange, translate);
    } catch (failure) {
      return respond(failure, exchange, translate);
    }
  };
}

function addAllow({ headers }: Reply, error: unknown): void {
  const allow = allowOfError(error);
  if (allow !== undefined) headers['allow'] ??= allow;
}
