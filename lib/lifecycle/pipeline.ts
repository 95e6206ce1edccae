import { HttpException } from '@nestjs/common';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import { NO_DEFAULTS } from '../routes/route.js';
import { isOwnPromise, isThenable, whenReady, type Awaitable } from '../shared/promises.js';
import type { Outgoing } from './responses/outgoing.js';
import type { RequestContext } from './request-context.js';
import type { NeededStep, Outcome, Step, StepLists } from './endpoint.js';
import type { Extensions } from './extension.js';
import { converted } from './messages/error-format.js';
import { hasJson, replyOf, type MakeError, type Reply } from './messages/reply.js';
import { streamedReply, destroyStream } from './responses/streams.js';

/** The functions that turn the outcome of steps into a reply. */
export interface ReplyFunctions {
  readonly makeError: MakeError;
  readonly extensions: Extensions;
  readonly steps: StepLists<NeededStep>;
  readonly outgoing: Outgoing;
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

/** The result of checks: the request if it continues, or else its response. */
export type Checked = RequestContext | Dispatched;

/** Runs the checks of a request. Never rejects. */
export function runChecks(
  context: RequestContext,
  steps: readonly Step[],
  functions: ReplyFunctions,
): Awaitable<Checked> {
  try {
    const outcome = runSteps(steps, context);
    if (outcome === undefined) return context;
    if (!isThenable(outcome)) return respondToRejection(outcome, context, functions);
    return outcome
      .then((rejection) =>
        rejection === undefined ? context : respondToRejection(rejection, context, functions),
      )
      .catch((error: unknown) => respondWithFailure(error, context, functions));
  } catch (error) {
    return respondWithFailure(error, context, functions);
  }
}

/**
 * Runs the execution of a request. Never rejects. A rejection by the pipeline does not pass through exception filters,
 * unless one replaces the library's own.
 */
export function runExecution(
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  try {
    context.showDefaults();
    const outcome = runSteps(context.execution, context);
    if (outcome === undefined || !isThenable(outcome)) {
      return respondToOutcome(outcome, context, functions);
    }
    return outcome
      .then((rejection) => respondToOutcome(rejection, context, functions))
      .catch((error: unknown) => respondWithFailure(error, context, functions));
  } catch (error) {
    return respondWithFailure(error, context, functions);
  }
}

function respondToOutcome(
  rejection: Outcome,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  if (rejection !== undefined) return respondToRejection(rejection, context, functions);
  const { endpoint, method, response } = context;
  const isDescription = method === 'OPTIONS';
  // The method may send the response later, with the headers of `@Header`.
  if (response === undefined && endpoint.respondsItself && !isDescription) return undefined;
  context.hideHeaders();
  if (response !== undefined) return runReply(response, context, functions);
  const defaults = isDescription ? NO_DEFAULTS : context.defaults;
  const applied = isDescription ? undefined : context;
  const made = replyOf(context, defaults, applied);
  const { stream } = made.body;
  if (stream !== undefined && context.exchange.subRequest?.isPart === true) {
    // A stream may never end.
    destroyStream(stream);
    return respondToRejection(httpError('rest_response_streamed'), context, functions);
  }
  return runReply(functions.extensions.onMade(made, context.exchange), context, functions);
}

/** Exception filters of the application also get rejections if one of them replaces the library's own filter. */
function respondToRejection(
  rejection: RestException,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  return context.endpoint.ports.catchesRejections === true
    ? respondWithFailure(new ThrownRejection(rejection), context, functions)
    : respondWithError(rejection, context, functions);
}

/** An error of the application or of Nest passes through the exception filters first. */
export function respondWithFailure(
  error: unknown,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  try {
    context.withdrawResult();
    const responded = filterError(error, context, functions);
    if (!isThenable(responded)) return responded;
    return responded.catch((failure: unknown) => respondToFilter(failure, context, functions));
  } catch (failure) {
    return respondToFilter(failure, context, functions);
  }
}

/** A filter may throw another error, such as an exception of Nest for one of the application. */
function respondToFilter(
  failure: unknown,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  try {
    const responded = respondWithError(failure, context, functions);
    if (!isThenable(responded)) return responded;
    return responded.catch((last: unknown) => respondLast(last, context, functions));
  } catch (last) {
    return respondLast(last, context, functions);
  }
}

function filterError(
  error: unknown,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  const { catchError } = context.endpoint.ports;
  if (catchError === undefined) return respondWithError(error, context, functions);
  functions.outgoing.prepare(context.exchange);
  applyDeclared(context);
  return catchError(error, context).then((unhandled) =>
    unhandled === undefined ? undefined : respondWithError(unhandled.error, context, functions),
  );
}

export function respondWithError(
  error: unknown,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  const { convertError } = context.endpoint.ports;
  const shown = converted(error, convertError, context.exchange);
  const isOfNest = shown instanceof HttpException && !isRestException(shown);
  const known = translateError(isOfNest ? error : shown) ?? functions.internalError(shown, context);
  context.failure = known;
  context.error = error;
  return runReply(
    errorReply(functions.makeError(known, context.exchange, shown), context, functions),
    context,
    functions,
  );
}

function respondLast(failure: unknown, context: RequestContext, functions: ReplyFunctions): Reply {
  const { internalError, makeError, outgoing } = functions;
  const known = internalError(failure, context);
  context.failure = known;
  context.error = failure;
  const reply = errorReply(makeError(known, context.exchange), context, functions);
  return outgoing.complete(reply, context.exchange, context);
}

function errorReply(made: Reply, context: RequestContext, functions: ReplyFunctions): Reply {
  const { headers } = made;
  for (const [name, declared] of declaredHeaders(context)) {
    const value = name === 'content-type' && !hasJson({ [name]: declared }) ? ERROR_TYPE : declared;
    // A filter that has passed the error on to the library has them already.
    if (!isApplied(context, name, value)) headers[name] ??= value;
  }
  return functions.extensions.onMade(made, context.exchange);
}

/** Headers that name several values: those of `@Header` join those of the application, and replace none. */
const OF_LISTS: ReadonlySet<string> = new Set(['link', 'set-cookie', 'vary']);

/** Sets the headers of `@Header` on the response, for a filter that responds. */
function applyDeclared(context: RequestContext): void {
  const { exchange } = context;
  for (const [name, value] of declaredHeaders(context)) {
    if (!isApplied(context, name, value)) exchange.show({ [name]: value });
  }
}

function isApplied({ exchange }: RequestContext, name: string, value: string): boolean {
  const applied = exchange.appliedHeader(name);
  return applied === value || (OF_LISTS.has(name) && applied?.endsWith(`, ${value}`) === true);
}

/** The headers that describe a body, and not the route: an error has another body. */
const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'content-encoding']);

/** Nest sets it on an error in place of a media type that is not JSON. */
const ERROR_TYPE = 'application/json';

/**
 * The headers of `@Header` for the response of an error. Nest sets them between the guards and the pipes; the
 * permission is a guard.
 */
function declaredHeaders(context: RequestContext) {
  if (!context.isAdmitted || context.isDenied || context.method === 'OPTIONS') return [];
  return Object.entries(context.defaults.headers).filter(([name]) => !OF_BODY.has(name));
}

/** Runs the steps of a reply; after a guard rejected the caller, only those that need no more than the exchange. */
function runReply(
  reply: Reply,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  if (!context.isAdmitted) {
    const rejection = functions.extensions.onRejection(reply, context.exchange);
    return complete(rejection, context, functions);
  }
  const { all, withoutParameters } = functions.steps;
  const hasNoParameters =
    !context.hasGlobalParameters &&
    (context.method === 'GET' || !functions.extensions.isInBody(context));
  return runReplySteps(hasNoParameters ? withoutParameters : all, reply, context, functions);
}

function runReplySteps(
  steps: readonly NeededStep[],
  reply: Reply,
  context: RequestContext,
  functions: ReplyFunctions,
  from = 0,
): Awaitable<Dispatched> {
  let current = reply;
  for (let at = from; at < steps.length; at++) {
    const one = steps[at];
    if (one === undefined || !isNeeded(one, current, context)) continue;
    const next = one.step(current, context);
    if (next === undefined) continue;
    if (isThenable(next)) {
      return next.then((settled) =>
        runReplySteps(steps, settled ?? current, context, functions, at + 1),
      );
    }
    current = next;
  }
  return complete(current, context, functions);
}

function isNeeded({ when }: NeededStep, reply: Reply, { exchange }: RequestContext): boolean {
  switch (when) {
    case 'head':
      return reply.page !== undefined || reply.location !== undefined;
    case 'links':
      return reply.links?.areRelative === true;
    case 'tag':
      return reply.headers['etag'] !== undefined || exchange.headers['if-match'] !== undefined;
    case 'parameters':
    case 'always':
      return true;
  }
}

function complete(
  reply: Reply,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  if (reply.body.stream === undefined) {
    return functions.outgoing.complete(reply, context.exchange, context);
  }
  return whenReady(functions.extensions.onStream(reply, context), (received) =>
    completeStream(received, context, functions),
  );
}

/** A stream that fails before its first byte is an error of the route, as if the method had thrown it. */
function completeStream(
  reply: Reply,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  const { exchange } = context;
  const { stream: file } = reply.body;
  const completed = (ready: Reply): Reply => functions.outgoing.complete(ready, exchange, context);
  if (file === undefined) return completed(reply);
  const ready = streamedReply(reply, file, exchange);
  if (!isOwnPromise(ready)) return completed(ready);
  return ready.then(completed, (error: unknown) =>
    // The stream was destroyed because the client is gone: there is no response to send.
    exchange.isClosed ? undefined : respondToStream(error, context, functions),
  );
}

function respondToStream(
  error: unknown,
  context: RequestContext,
  functions: ReplyFunctions,
): Awaitable<Dispatched> {
  const { catchesRejections } = context.endpoint.ports;
  const respond = catchesRejections === true ? respondWithFailure : respondWithError;
  return respond(error, context, functions);
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
