import { StreamableFile } from '@nestjs/common';
import { whenReady } from '../shared/when-ready.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
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
import { createAllow, type Allow, type AllowTrouble } from './permissions/allow.js';
import { answerOf, answerOfError, NO_DEFAULTS, type Answer } from './responses/route-response.js';
import { Call } from './request-parts.js';
import { conditional } from './responses/preconditions.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { present } from './global-parameters/apply-global-parameters.js';
import { stepsOf, type LifecycleContext } from './lifecycle.js';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './outgoing/outgoing.js';
import { linkPages } from './responses/paging.js';
import { publishAnswer, routeEvent, type Observer } from './observation/events.js';
import { streamedAnswer } from './streams/streamed-response.js';
import { runSteps, type Outcome, type Step } from './step.js';
import { describeStepsOf } from './steps/describe.step.js';
import { whenAsked } from '../shared/memoize.js';

/** What answers the requests of one application. */
export interface DispatcherParts extends LifecycleContext {
  readonly table: RouteTable<Endpoint>;
  /** The answer to an error that nobody meant for the client; also writes it to the log. */
  readonly internalError: (error: unknown, call: Call) => RestException;
  readonly onAllowTrouble: AllowTrouble;
  /** Hears what happens to requests; absent where nobody ever does. */
  readonly observer?: Observer;
  /** What every response says. */
  readonly outgoing: OutgoingOptions;
}

/** An answer, or `undefined` where a filter or the method has answered by itself. */
export type Dispatched = Answer | undefined;

/** What the table says of a request. */
export type RouteFound = RouteMatch<Endpoint>;

/**
 * Answers one request, at once where nothing has to be waited for. Never rejects.
 *
 * The method is that of the request: an override was applied before any middleware saw it.
 *
 * @param found The route of the request, where it has been looked up already.
 */
export type Dispatch = (exchange: Exchange, found?: RouteFound) => Dispatched | Promise<Dispatched>;

/** What an adapter hands requests to. */
export interface Dispatcher {
  readonly dispatch: Dispatch;
  /** The answer to an error outside a route: of middleware, or of the adapter itself. */
  readonly refuse: (error: RestException, exchange: Exchange) => Answer;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { table } = parts;
  const allow = createAllow(parts.permissions, parts.onAllowTrouble);
  const steps = whenAsked((endpoint: Endpoint) => stepsOf(endpoint, parts));
  const outgoing = createOutgoing(parts.outgoing);
  const answering = { ...parts, allow, completing: outgoing };
  const describeSteps = whenAsked((group: PathGroup<Endpoint>) => describeStepsOf(group, parts));
  const answer = (
    call: Call | RestException,
    exchange: Exchange,
  ): Dispatched | Promise<Dispatched> => {
    if (!(call instanceof Call)) return outgoing.complete(answerOfError(call), exchange);
    exchange.exposeParams(call.params);
    if (call.method === 'OPTIONS') return answerCall(call, describeSteps(call.group), answering);
    if (call.endpoint.isAnsweredByMethod) outgoing.prepare(exchange);
    return answerCall(call, steps(call.endpoint), answering);
  };
  const dispatch: Dispatch = (exchange, found) => {
    const { method } = exchange;
    const call = callOf(exchange, method, found ?? find(exchange, method, table));
    const { observer } = parts;
    if (observer?.isListening() !== true) return answer(call, exchange);
    return observed({ exchange, method, call }, () => answer(call, exchange), observer);
  };
  const refuse = (error: RestException, exchange: Exchange): Answer =>
    outgoing.complete(answerOfError(error), exchange);
  return { dispatch, refuse };
}

/** Answers, and tells the observer what came of it. */
function observed(
  {
    exchange,
    method,
    call,
  }: { readonly exchange: Exchange; readonly method: string; readonly call: Call | RestException },
  perform: () => Dispatched | Promise<Dispatched>,
  observer: Observer,
): Dispatched | Promise<Dispatched> {
  const since = performance.now();
  const matched = call instanceof Call ? call : undefined;
  const event = routeEvent(exchange, method, matched);
  if (matched !== undefined) observer.publish('matched', event);
  return whenReady(perform(), (answer) => {
    const code = call instanceof Call ? call.failure?.code : call.code;
    publishAnswer(observer, event, answer, { code, since });
    return answer;
  });
}

type RespondingParts = DispatcherParts & { readonly allow: Allow; readonly completing: Outgoing };

function find({ path }: Exchange, method: string, table: RouteTable<Endpoint>): RouteFound {
  return path === undefined ? MALFORMED_PATH : table.match(method, path);
}

/** The first path that has the method. */
function callOf(exchange: Exchange, method: string, found: RouteFound): Call | RestException {
  if (found === MALFORMED_PATH) return httpError('rest_invalid_url', 'percent-encoding');
  if (found === NO_MATCH) return httpError('rest_no_route');
  return new Call(exchange, method, found.entry, found.group, found.params);
}

function answerCall(
  call: Call,
  steps: readonly Step[],
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  try {
    const outcome = runSteps(steps, call);
    if (!isThenable(outcome)) return answerOutcome(outcome, call, parts);
    return outcome
      .then((settled) => answerOutcome(settled, call, parts))
      .catch((error: unknown) => answerFailure(error, call, parts));
  } catch (error) {
    return answerFailure(error, call, parts);
  }
}

/** What the layer refuses is answered as it stands: no filter of the application is asked. */
function answerOutcome(
  refusal: Outcome,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  return refusal === undefined
    ? withAllow(answerOfResult(call), call, parts)
    : answerError(refusal, call, parts);
}

function answerOfResult(call: Call): Dispatched {
  const { endpoint, method } = call;
  if (call.answer !== undefined) return call.answer;
  if (method === 'OPTIONS') return answerOf(call.result, NO_DEFAULTS);
  if (endpoint.isAnsweredByMethod) return undefined;
  return answerOf(call.result, endpoint.answerDefaults);
}

/** What was thrown is the application's or Nest's: a filter of the user goes first. */
function answerFailure(
  error: unknown,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const { catchError } = call.endpoint.ports;
  if (catchError !== undefined) parts.completing.prepare(call.exchange);
  try {
    const answered =
      catchError === undefined
        ? answerError(error, call, parts)
        : catchError(error, call).then((isAnswered) =>
            isAnswered ? undefined : answerError(error, call, parts),
          );
    if (!isThenable(answered)) return answered;
    return answered.catch((failure: unknown) => answerLast(failure, call, parts));
  } catch (failure) {
    return answerLast(failure, call, parts);
  }
}

function answerError(
  error: unknown,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const known = translateError(error) ?? parts.internalError(error, call);
  call.failure = known;
  return withAllow(answerOfError(known), call, parts);
}

/** What answers for an error has failed itself. */
function answerLast(failure: unknown, call: Call, parts: RespondingParts): Answer {
  const answer = answerOfError(parts.internalError(failure, call));
  return parts.completing.complete(answer, call.exchange, call);
}

/** Whom a guard has turned away costs no further work: no permission is asked for its `Allow`. */
function withAllow(
  answer: Dispatched,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  if (answer === undefined) return answer;
  if (!call.isAdmitted) return parts.completing.complete(answer, call.exchange, call);
  const methods = parts.allow(call, answer);
  if (typeof methods === 'string') return finish(answer, methods, call, parts);
  return methods.then((text) => finish(answer, text, call, parts));
}

function finish(
  answer: Answer,
  methods: string,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  answer.headers['allow'] ??= methods;
  linkPages(answer, call);
  const shaped = conditional(present(answer, call), call);
  const { body } = shaped;
  if (body instanceof StreamableFile) return finishStream(shaped, body, call, parts);
  return parts.completing.complete(shaped, call.exchange, call);
}

/** A stream that fails before its first byte is an error of the route, as if the method had thrown it. */
function finishStream(
  answer: Answer,
  file: StreamableFile,
  call: Call,
  parts: RespondingParts,
): Dispatched | Promise<Dispatched> {
  const { exchange } = call;
  const complete = (ready: Answer): Answer => parts.completing.complete(ready, exchange, call);
  const ready = streamedAnswer(answer, file, exchange);
  if (!isThenable(ready)) return complete(ready);
  return ready.then(complete, (error: unknown) =>
    // The stream was destroyed because the client is gone: nothing is left to send.
    exchange.isClosed ? undefined : answerError(error, call, parts),
  );
}
