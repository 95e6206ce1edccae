import { StreamableFile } from '@nestjs/common';
import type { RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import { NO_DEFAULTS } from '../model/definition/response-defaults.js';
import { isThenable } from '../shared/thenable.js';
import type { Awaitable } from '../shared/when-ready.js';
import type { Finish } from './finish.js';
import type { Outgoing } from './outgoing/outgoing.js';
import type { RequestContext } from './request-context.js';
import {
  responseOf,
  type MakeError,
  type MakeResponse,
  type RouteResponse,
} from './responses/route-response.js';
import { runSteps, type Outcome, type Step } from './step.js';
import { streamedResponse } from './streams/streamed-response.js';

/** What turns the outcome of steps into a response. */
export interface ResponseParts {
  readonly make: MakeResponse;
  readonly makeError: MakeError;
  readonly finish: Finish;
  readonly outgoing: Outgoing;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext) => RestException;
}

/** A response; `undefined` where an exception filter or the method has sent one itself. */
export type Dispatched = RouteResponse | undefined;

/** Runs steps, and makes the response of their result, their rejection or their error. Never rejects. */
export function respondWithSteps(
  context: RequestContext,
  steps: readonly Step[],
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  return respondToOutcome<never>(context, steps, parts, respondWithOutcome);
}

/** The checks of a request rejected nothing: it continues. */
export const PASSED: unique symbol = Symbol('passed');

/**
 * Runs the first half of a request's steps. Never rejects.
 *
 * @returns `PASSED`, or the response where the request ends here. A response that an exception filter has
 *   sent itself is `undefined`, and ends it too.
 */
export function respondWithChecks(
  context: RequestContext,
  checks: readonly Step[],
  parts: ResponseParts,
): Awaitable<Dispatched | typeof PASSED> {
  return respondToOutcome<typeof PASSED>(context, checks, parts, (rejection) =>
    rejection === undefined ? PASSED : respondWithError(rejection, context, parts),
  );
}

type RespondToOutcome<Passed> = (
  rejection: Outcome,
  context: RequestContext,
  parts: ResponseParts,
) => Awaitable<Dispatched | Passed>;

function respondToOutcome<Passed>(
  context: RequestContext,
  steps: readonly Step[],
  parts: ResponseParts,
  respond: RespondToOutcome<Passed>,
): Awaitable<Dispatched | Passed> {
  try {
    const outcome = runSteps(steps, context);
    if (!isThenable(outcome)) return respond(outcome, context, parts);
    return outcome
      .then((settled) => respond(settled, context, parts))
      .catch((error: unknown) => respondWithFailure(error, context, parts));
  } catch (error) {
    return respondWithFailure(error, context, parts);
  }
}

/** A rejection by the pipeline passes through no exception filter, unless one replaces the library's own. */
function respondWithOutcome(
  rejection: Outcome,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  return rejection === undefined
    ? finished(responseOfResult(context, parts), context, parts)
    : respondWithError(rejection, context, parts);
}

function responseOfResult(context: RequestContext, { make }: ResponseParts): Dispatched {
  const { endpoint, method } = context;
  if (context.response !== undefined) return context.response;
  if (method === 'OPTIONS') return responseOf(context.result, NO_DEFAULTS, make);
  if (endpoint.respondsItself) return undefined;
  return responseOf(context.result, endpoint.definition.responseDefaults, make);
}

/** An error of the application or of Nest passes through the exception filters first. */
function respondWithFailure(
  error: unknown,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  try {
    const responded = filterError(error, context, parts);
    if (!isThenable(responded)) return responded;
    return responded.catch((failure: unknown) => respondLast(failure, context, parts));
  } catch (failure) {
    return respondLast(failure, context, parts);
  }
}

function filterError(
  error: unknown,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  const { catchError } = context.endpoint.ports;
  if (catchError === undefined) return respondWithError(error, context, parts);
  parts.outgoing.prepare(context.exchange);
  return catchError(error, context).then((left) =>
    left === undefined ? undefined : respondWithError(left.error, context, parts),
  );
}

function respondWithError(
  error: unknown,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  const known = translateError(error) ?? parts.internalError(error, context);
  context.failure = known;
  return finished(parts.makeError(known, parts.make), context, parts);
}

/** Responds to an error in the handling of an error. */
function respondLast(
  failure: unknown,
  context: RequestContext,
  { internalError, make, makeError, outgoing }: ResponseParts,
): RouteResponse {
  const response = makeError(internalError(failure, context), make);
  return outgoing.complete(response, context.exchange, context);
}

function finished(
  response: Dispatched,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  if (response === undefined) return response;
  const shaped = parts.finish(response, context);
  if (!isThenable(shaped)) return complete(shaped, context, parts);
  return shaped.then((settled) => complete(settled, context, parts));
}

function complete(
  response: RouteResponse,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  const { body } = response;
  if (body instanceof StreamableFile) return completeStream(response, body, context, parts);
  return parts.outgoing.complete(response, context.exchange, context);
}

/** A stream that fails before its first byte is an error of the route, as if the method had thrown it. */
function completeStream(
  response: RouteResponse,
  file: StreamableFile,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  const { exchange } = context;
  const finish = (ready: RouteResponse): RouteResponse =>
    parts.outgoing.complete(ready, exchange, context);
  const ready = streamedResponse(response, file, exchange);
  if (!isThenable(ready)) return finish(ready);
  return ready.then(finish, (error: unknown) =>
    // The stream was destroyed because the client is gone: there is nothing left to send.
    exchange.isClosed ? undefined : respondToStream(error, context, parts),
  );
}

function respondToStream(
  error: unknown,
  context: RequestContext,
  parts: ResponseParts,
): Dispatched | Promise<Dispatched> {
  const { catchesRejections } = context.endpoint.ports;
  const respond = catchesRejections === true ? respondWithFailure : respondWithError;
  return respond(error, context, parts);
}
