import { HttpException, type StreamableFile } from '@nestjs/common';
import { presented } from '../diagnostics/nest-exception.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import { NO_DEFAULTS } from '../routes/route.js';
import { isOwnPromise, isThenable, type Awaitable } from '../shared/promises.js';
import type { LinkSettings } from './messages/link.js';
import { canonicalReply } from './responses/resolve-links.js';
import type { Outgoing } from './responses/outgoing.js';
import type { RequestContext } from './request-context.js';
import type { Outcome, ReplyStep, ReplySteps, Step } from './endpoint.js';
import { mayHaveGlobalParameters } from './responses/fields.js';
import {
  addEventStream,
  EventStream,
  prepareEvents,
  type OpenEventStreams,
} from './responses/event-stream.js';
import { presetStatus, replyOf, type MakeError, type Reply } from './messages/reply.js';
import { streamedReply, destroyStream } from './responses/streams.js';

/** The functions that turn the outcome of steps into a reply. */
export interface ReplyParts {
  readonly makeError: MakeError;
  readonly links: LinkSettings;
  readonly steps: ReplySteps;
  readonly outgoing: Outgoing;
  readonly eventStreams: OpenEventStreams;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext) => RestException;
}

/** A reply; `undefined` if an exception filter or the method has sent a response itself. */
export type Dispatched = Reply | undefined;

/** A rejection of the pipeline, thrown to exception filters, which distinguish it from an error of the application. */
export class ThrownRejection extends Error {
  constructor(readonly rejection: RestException) {
    super(rejection.message);
  }
}

/** The result of checks that reject nothing: the request continues. */
export const PASSED: unique symbol = Symbol('passed');

/** Runs the checks of a request: `PASSED`, or the reply if it ends here. Never rejects. */
export function runChecks(
  context: RequestContext,
  steps: readonly Step[],
  parts: ReplyParts,
): Awaitable<Dispatched | typeof PASSED> {
  try {
    const outcome = runSteps(steps, context);
    if (outcome === undefined) return PASSED;
    if (!isThenable(outcome)) return respondToRejection(outcome, context, parts);
    return outcome
      .then((rejection) =>
        rejection === undefined ? PASSED : respondToRejection(rejection, context, parts),
      )
      .catch((error: unknown) => respondWithFailure(error, context, parts));
  } catch (error) {
    return respondWithFailure(error, context, parts);
  }
}

/**
 * Runs the execution of a request. Never rejects. A rejection by the pipeline does not pass through exception filters,
 * unless one replaces the library's own.
 */
export function runExecution(context: RequestContext, parts: ReplyParts): Awaitable<Dispatched> {
  try {
    presetStatus(context.exchange, context.endpoint.definition.responseDefaults);
    const outcome = runSteps(context.execution, context);
    if (outcome === undefined || !isThenable(outcome)) {
      return respondToOutcome(outcome, context, parts);
    }
    return outcome
      .then((rejection) => respondToOutcome(rejection, context, parts))
      .catch((error: unknown) => respondWithFailure(error, context, parts));
  } catch (error) {
    return respondWithFailure(error, context, parts);
  }
}

function respondToOutcome(
  rejection: Outcome,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  if (rejection !== undefined) return respondToRejection(rejection, context, parts);
  const { endpoint, method, response, result } = context;
  if (response !== undefined) return finish(response, context, parts);
  const isDescription = method === 'OPTIONS';
  if (endpoint.respondsItself && !isDescription) return undefined;
  const defaults = isDescription ? NO_DEFAULTS : endpoint.definition.responseDefaults;
  const told = isDescription ? undefined : context.exchange;
  return finish(readable(replyOf(result, defaults, told), context, parts), context, parts);
}

/**
 * The reply for its reader: with data, or with the text of the current data. Later requests may change the same object.
 */
function readable(made: Reply, { exchange }: RequestContext, { links }: ReplyParts): Reply {
  const { inner } = exchange;
  const { stream } = made.body;
  if (stream !== undefined) {
    if (inner?.isBatched !== true) return made;
    destroyStream(stream);
    throw new TypeError('The response to a request of a batch is a stream.');
  }
  const reply = made.body.hasLinks
    ? canonicalReply(made, links, links.hasTargetHints ? undefined : exchange)
    : made;
  if (inner?.takesData !== true) reply.body.text();
  return reply;
}

/** Exception filters of the application also get rejections if one of them replaces the library's own filter. */
function respondToRejection(
  rejection: RestException,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  return context.endpoint.ports.catchesRejections === true
    ? respondWithFailure(new ThrownRejection(rejection), context, parts)
    : respondWithError(rejection, context, parts);
}

/** An error of the application or of Nest passes through the exception filters first. */
function respondWithFailure(
  error: unknown,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
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
  parts: ReplyParts,
): Awaitable<Dispatched> {
  const { catchError } = context.endpoint.ports;
  if (catchError === undefined) return respondWithError(error, context, parts);
  parts.outgoing.prepare(context.exchange);
  return catchError(error, context).then((left) =>
    left === undefined ? undefined : respondWithError(left.error, context, parts),
  );
}

export function respondWithError(
  error: unknown,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  const { present } = context.endpoint.ports;
  const shown = presented(error, present, context.exchange);
  const known =
    translateError(shown instanceof HttpException ? error : shown) ??
    parts.internalError(shown, context);
  context.failure = known;
  return finish(readable(parts.makeError(known, shown), context, parts), context, parts);
}

function respondLast(failure: unknown, context: RequestContext, parts: ReplyParts): Reply {
  const { internalError, makeError, outgoing } = parts;
  const reply = readable(makeError(internalError(failure, context)), context, parts);
  return outgoing.complete(reply, context.exchange, context);
}

/** Runs the steps of a reply; none of them after a guard rejected the caller. */
function finish(reply: Reply, context: RequestContext, parts: ReplyParts): Awaitable<Dispatched> {
  if (!context.isAdmitted) return complete(reply, context, parts);
  const { all, withoutParameters } = parts.steps;
  const steps = mayHaveGlobalParameters(context) ? all : withoutParameters;
  return runReplySteps(steps, reply, context, parts);
}

function runReplySteps(
  steps: readonly ReplyStep[],
  reply: Reply,
  context: RequestContext,
  parts: ReplyParts,
  from = 0,
): Awaitable<Dispatched> {
  let current = reply;
  for (let at = from; at < steps.length; at++) {
    const next = steps[at]?.(current, context);
    if (next === undefined) continue;
    if (isThenable(next)) {
      return next.then((settled) =>
        runReplySteps(steps, settled ?? current, context, parts, at + 1),
      );
    }
    current = next;
  }
  return complete(current, context, parts);
}

function complete(reply: Reply, context: RequestContext, parts: ReplyParts): Awaitable<Dispatched> {
  const { stream } = reply.body;
  if (stream !== undefined) return completeStream(reply, stream, context, parts);
  return parts.outgoing.complete(reply, context.exchange, context);
}

/** A stream that fails before its first byte is an error of the route, as if the method had thrown it. */
function completeStream(
  reply: Reply,
  file: StreamableFile,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  const { exchange } = context;
  if (file instanceof EventStream) {
    prepareEvents(reply.headers);
    addEventStream(parts.eventStreams, file);
  }
  const completed = (ready: Reply): Reply => parts.outgoing.complete(ready, exchange, context);
  const ready = streamedReply(reply, file, exchange);
  if (!isOwnPromise(ready)) return completed(ready);
  return ready.then(completed, (error: unknown) =>
    // The stream was destroyed because the client is gone: there is no response to send.
    exchange.isClosed ? undefined : respondToStream(error, context, parts),
  );
}

function respondToStream(
  error: unknown,
  context: RequestContext,
  parts: ReplyParts,
): Awaitable<Dispatched> {
  const { catchesRejections } = context.endpoint.ports;
  const respond = catchesRejections === true ? respondWithFailure : respondWithError;
  return respond(error, context, parts);
}

/**
 * Runs steps up to the first that rejects. A step that returns no promise needs no turn of the event loop.
 */
export function runSteps(
  steps: readonly Step[],
  context: RequestContext,
  from = 0,
): Outcome | Promise<Outcome> {
  for (let at = from; at < steps.length; at++) {
    const outcome = steps[at]?.(context);
    if (outcome === undefined) continue;
    if (!isThenable(outcome)) return outcome;
    return outcome.then((settled) => settled ?? runSteps(steps, context, at + 1));
  }
}
