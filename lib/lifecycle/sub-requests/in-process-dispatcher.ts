import { clientClosed, httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { type Dispatcher, type Matched } from '../dispatcher.js';
import { observe } from '../responses/events.js';
import { RequestContext } from '../request-context.js';
import type { Dispatched } from '../pipeline.js';
import { ReplyBody, type MakeError, type Reply } from '../messages/reply.js';
import {
  InProcessExchange,
  type InProcessCaller,
  type InProcessRequest,
  type MakeInProcessMessages,
} from './in-process-exchange.js';
import { checkCarried } from './carried-arguments.js';
import type { WrittenQuery } from './query-text.js';

/**
 * Matches an in-process request once, so that the checked route is the executed route.
 *
 * @throws UncarriedQuery if the route would get other values than the data of the query.
 * @throws Error if in-process requests are nested too deeply, for example by a route that requests itself.
 */
export type Prepare = (request: InProcessRequest, caller: InProcessCaller) => PreparedRequest;

/** Finds the route of an in-process request, and does not run it; `undefined` if there is none. */
export type FindTarget = (
  request: InProcessRequest,
  caller: InProcessCaller,
) => RequestContext | undefined;

/** The maximum nesting of in-process requests: more levels mean that a route requests itself. */
const MAXIMUM_DEPTH = 16;

/**
 * Makes the function that prepares requests of the application itself: their responses have the headers of their routes,
 * but not those that every response over HTTP has.
 */
export function createPrepare(
  dispatcher: Dispatcher,
  makeError: MakeError,
  makeMessages: MakeInProcessMessages,
): Prepare {
  return (request, caller) => {
    const exchange = new InProcessExchange(request, caller, makeMessages);
    if (exchange.subRequest.depth > MAXIMUM_DEPTH) throw tooDeep(exchange);
    return new PreparedRequest(exchange, request.query, dispatcher, makeError);
  };
}

/** Makes the function that matches such a request without running it. */
export function createFindTarget(
  dispatcher: Dispatcher,
  makeMessages: MakeInProcessMessages,
): FindTarget {
  return (request, caller) => {
    const matched = dispatcher.match(new InProcessExchange(request, caller, makeMessages));
    return matched instanceof RequestContext ? matched : undefined;
  };
}

/** A matched in-process request. None of its functions rejects. */
export class PreparedRequest {
  /** `undefined` if no route was found. */
  readonly context: RequestContext | undefined;
  readonly #matched: Matched;
  readonly #publish: (reply: Reply) => Reply;

  constructor(
    private readonly exchange: InProcessExchange,
    query: WrittenQuery | undefined,
    private readonly dispatcher: Dispatcher,
    private readonly makeError: MakeError,
  ) {
    const { observer } = dispatcher;
    const matched = dispatcher.match(exchange);
    this.#matched = matched;
    exchange.matched = matched;
    this.context = matched instanceof RequestContext ? matched : undefined;
    if (query !== undefined && this.context !== undefined) {
      checkCarried(this.context.endpoint.definition.arguments, query, 'request');
    }
    this.#publish =
      observer?.isListening() === true ? observe(observer, exchange, matched) : (reply) => reply;
  }

  respond(): Awaitable<Reply> {
    return whenReady(this.check(), (checked) => checked ?? this.execute());
  }

  /** Runs the checks; returns the response if the request ends with them. */
  check(): Awaitable<Reply | undefined> {
    // A filter that writes the response itself may not have done so yet.
    return whenReady(this.dispatcher.check(this.#matched, this.exchange), (checked) =>
      checked instanceof RequestContext ? undefined : this.#end(checked),
    );
  }

  execute(): Awaitable<Reply> {
    if (this.context === undefined) return this.respond();
    return whenReady(this.dispatcher.execute(this.context), (reply) => this.#end(reply));
  }

  #end(reply: Dispatched): Awaitable<Reply> {
    const { exchange, makeError } = this;
    if (reply === undefined || exchange.isWritten) {
      const written = exchange.written();
      return written.then((recorded) =>
        this.#publish(recorded ?? makeError(noResponse(exchange), exchange)),
      );
    }
    exchange.finish(reply);
    const isHead = exchange.method === 'HEAD' && reply.body.stream === undefined;
    return this.#publish(isHead ? { ...reply, body: ReplyBody.NONE } : reply);
  }
}

function noResponse(exchange: InProcessExchange): RestException {
  if (exchange.isWritten) return httpError('rest_response_aborted');
  return clientClosed();
}

function tooDeep({ method, prefix, path }: InProcessExchange): Error {
  return new Error(
    `More than ${MAXIMUM_DEPTH} in-process requests are inside of one another; the last is ${method} ${prefix}${path}. Does a route request itself?`,
  );
}
