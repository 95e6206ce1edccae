import { StreamableFile } from '@nestjs/common';
import { whenReady } from '../shared/when-ready.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import { NO_DEFAULTS } from '../model/definition/response-defaults.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import type { PathGroup } from '../routing/path-group.js';
import {
  MALFORMED_PATH,
  NO_MATCH,
  type RouteMatch,
  type RouteTable,
} from '../routing/route-table.js';
import { isThenable } from '../shared/thenable.js';
import { createAllow, type Allow, type OnAllowFailure } from './permissions/allow.js';
import { responseOf, responseOfError, type RouteResponse } from './responses/route-response.js';
import { RequestContext } from './request-context.js';
import { applyPreconditions } from './responses/preconditions.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { applyGlobalParameters } from './global-parameters/apply-global-parameters.js';
import { stepsOf, type LifecycleContext } from './lifecycle.js';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './outgoing/outgoing.js';
import { linkPages } from './responses/paging.js';
import { publishResponse, routeEvent, type Observer } from './observation/events.js';
import { streamedResponse } from './streams/streamed-response.js';
import { runSteps, type Outcome, type Step } from './step.js';
import { describeStepsOf } from './steps/describe.step.js';
import { memoize } from '../shared/memoize.js';

/** What answers the requests of one application. */
export interface DispatcherParts extends LifecycleContext {
  readonly table: RouteTable<Endpoint>;
  /** The response to an error that nobody meant for the client; also writes it to the log. */
  readonly internalError: (error: unknown, context: RequestContext) => RestException;
  readonly onAllowFailure: OnAllowFailure;
  /** Hears what happens to requests; absent where nobody ever does. */
  readonly observer?: Observer;
  /** What every response says. */
  readonly outgoing: OutgoingOptions;
}

/** A response, or `undefined` where a filter or the method has answered by itself. */
export type Dispatched = RouteResponse | undefined;

/** What the table says of a request. */
export type RouteFound = RouteMatch<Endpoint>;

/**
 * Responds one request, at once where nothing has to be waited for. Never rejects.
 *
 * The method is that of the request: an override was applied before any middleware saw it.
 *
 * @param found The route of the request, where it has been looked up already.
 */
export type Dispatch = (exchange: Exchange, found?: RouteFound) => Dispatched | Promise<Dispatched>;

/** What an adapter hands requests to. */
export interface Dispatcher {
  readonly dispatch: Dispatch;
  /** The response to an error outside a route: of middleware, or of the adapter itself. */
  readonly reject: (error: RestException, exchange: Exchange) => RouteResponse;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { table } = parts;
  const allow = createAllow(parts.permissions, parts.onAllowFailure);
  const steps = memoize((endpoint: Endpoint) => stepsOf(endpoint, parts));
  const outgoing = createOutgoing(parts.outgoing);
  const respondingParts = { ...parts, allow, completing: outgoing };
  const describeSteps = memoize((group: PathGroup<Endpoint>) => describeStepsOf(group, parts));
  const respond = (
    context: RequestContext | RestException,
    exchange: Exchange,
  ): Dispatched | Promise<Dispatched> => {
    if (!(context instanceof RequestContext))
      return outgoing.complete(responseOfError(context), exchange);
    exchange.exposeParams(context.params);
    if (context.method === 'OPTIONS')
      return respondWithSteps(context, describeSteps(context.group), respondingParts);
    if (context.endpoint.respondsItself) outgoing.prepare(exchange);
    return respondWithSteps(context, steps(context.endpoint), respondingParts);
  };
  const dispatch: Dispatch = (exchange, found) => {
    const { method } = exchange;
    const context = callOf(exchange, method, found ?? find(exchange, method, table));
    const { observer } = parts;
    if (observer?.isListening() !== true) return respond(context, exchange);
    return observed({ exchange, method, context }, () => respond(context, exchange), observer);
  };
  const reject = (error: RestException, exchange: Exchange): RouteResponse =>
    outgoing.complete(responseOfError(error), exchange);
  return { dispatch, reject };
}

/** Responds, and tells the observer what came of it. */
function observed(
  {
    exchange,
    method,
    context,
  }: {
    readonly exchange: Exchange;
    readonly method: string;
    readonly context: RequestContext | RestException;
  },
  perform: () => Dispatched | Promise<Dispatched>,
  observer: Observer,
): Dispatched | Promise<Dispatched> {
  const since = performance.now();
  const matched = context instanceof RequestContext ? context : undefined;
  const event = routeEvent(exchange, method, matched);
  if (matched !== undefined) observer.publish('matched', event);
  return whenReady(perform(), (response) => {
    const code = context instanceof RequestContext ? context.failure?.code : context.code;
    publishResponse(observer, event, response, { code, since });
    return response;
  });
}

type RespondingParts = DispatcherParts & { readonly allow: Allow; readonly completing: Outgoing };

function find({ path }: Exchange, method: string, table: RouteTable<Endpoint>): RouteFound {
  return path === undefined ? MALFORMED_PATH : table.match(method, path);
}

/** The first path that has the method. */
function callOf(
  exchange: Exchange,
  method: string,
  found: RouteFound,
): RequestContext | RestException {
  if (found === MALFORMED_PATH) return httpError('rest_invalid_url', 'percent-encoding');
  if (found === NO_MATCH) return httpError('rest_no_route');
  return new RequestContext(exchange, method, found.entry, found.group, found.params);
}

function respondWithSteps(
  context: RequestContext,
  steps: readonly Step[],
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  try {
    const outcome = runSteps(steps, context);
    if (!isThenable(outcome)) return respondWithOutcome(outcome, context, parts);
    return outcome
      .then((settled) => respondWithOutcome(settled, context, parts))
      .catch((error: unknown) => respondWithFailure(error, context, parts));
  } catch (error) {
    return respondWithFailure(error, context, parts);
  }
}

/** What the layer rejects is answered as it stands: no filter of the application is asked. */
function respondWithOutcome(
  rejection: Outcome,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  return rejection === undefined
    ? withAllow(responseOfResult(context), context, parts)
    : respondWithError(rejection, context, parts);
}

function responseOfResult(context: RequestContext): Dispatched {
  const { endpoint, method } = context;
  if (context.response !== undefined) return context.response;
  if (method === 'OPTIONS') return responseOf(context.result, NO_DEFAULTS);
  if (endpoint.respondsItself) return undefined;
  return responseOf(context.result, endpoint.definition.responseDefaults);
}

/** What was thrown is the application's or Nest's: a filter of the user goes first. */
function respondWithFailure(
  error: unknown,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const { catchError } = context.endpoint.ports;
  if (catchError !== undefined) parts.completing.prepare(context.exchange);
  try {
    const responded =
      catchError === undefined
        ? respondWithError(error, context, parts)
        : catchError(error, context).then((hasResponded) =>
            hasResponded ? undefined : respondWithError(error, context, parts),
          );
    if (!isThenable(responded)) return responded;
    return responded.catch((failure: unknown) => respondLast(failure, context, parts));
  } catch (failure) {
    return respondLast(failure, context, parts);
  }
}

function respondWithError(
  error: unknown,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const known = translateError(error) ?? parts.internalError(error, context);
  context.failure = known;
  return withAllow(responseOfError(known), context, parts);
}

/** What answers for an error has failed itself. */
function respondLast(
  failure: unknown,
  context: RequestContext,
  parts: RespondingParts,
): RouteResponse {
  const response = responseOfError(parts.internalError(failure, context));
  return parts.completing.complete(response, context.exchange, context);
}

/** Whom a guard has turned away costs no further work: no permission is asked for its `Allow`. */
function withAllow(
  response: Dispatched,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  if (response === undefined) return response;
  if (!context.isAdmitted) return parts.completing.complete(response, context.exchange, context);
  const methods = parts.allow(context, response);
  if (typeof methods === 'string') return finish(response, methods, context, parts);
  return methods.then((text) => finish(response, text, context, parts));
}

function finish(
  response: RouteResponse,
  methods: string,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  response.headers['allow'] ??= methods;
  linkPages(response, context);
  const shaped = applyPreconditions(applyGlobalParameters(response, context), context);
  const { body } = shaped;
  if (body instanceof StreamableFile) return finishStream(shaped, body, context, parts);
  return parts.completing.complete(shaped, context.exchange, context);
}

/** A stream that fails before its first byte is an error of the route, as if the method had thrown it. */
function finishStream(
  response: RouteResponse,
  file: StreamableFile,
  context: RequestContext,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const { exchange } = context;
  const complete = (ready: RouteResponse): RouteResponse =>
    parts.completing.complete(ready, exchange, context);
  const ready = streamedResponse(response, file, exchange);
  if (!isThenable(ready)) return complete(ready);
  return ready.then(complete, (error: unknown) =>
    // The stream was destroyed because the client is gone: nothing is left to send.
    exchange.isClosed ? undefined : respondWithError(error, context, parts),
  );
}
