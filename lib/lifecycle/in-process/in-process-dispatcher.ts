import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type Matched,
  matchContext,
} from '../dispatcher.js';
import { observe } from '../responses/events.js';
import { RequestContext } from '../request-context.js';
import type { ReplyStep, RouteEntry } from '../endpoint.js';
import type { Dispatched } from '../pipeline.js';
import { ReplyBody, type MakeError, type Reply } from '../messages/reply.js';
import {
  InProcessExchange,
  type InProcessCaller,
  type InProcessRequest,
  type MakeInProcessMessages,
  callerWithin,
  isUrlText,
  targetOfPath,
} from './in-process-exchange.js';
import { checkCarried } from './carried-arguments.js';
import type { WrittenQuery } from './query-text.js';
import { NO_BODY } from '../messages/body.js';
import { callerHeaders } from './body-of-data.js';
import { createAllow, isForSharedCaches } from '../permissions/allow.js';
import type { Link } from '../messages/link.js';
import type { FindHints } from '../responses/resolve-links.js';

/**
 * Matches an in-process request once, so that the checked route is the executed route.
 *
 * @throws UncarriedQuery if the route would get other values than the data of the query.
 * @throws Error if in-process requests are nested too deeply, for example by a route that requests itself.
 */
export type Prepare = (request: InProcessRequest, caller: InProcessCaller) => PreparedRequest;

/** The maximum nesting of in-process requests: more levels mean that a route requests itself. */
const MAXIMUM_DEPTH = 16;

/**
 * Creates the dispatcher of requests of clients, and the function that prepares those of the application itself: their
 * responses have the headers of their routes, but not those that every response over HTTP has.
 *
 * @param embedBy Makes the step that applies `_embed`.
 */
export function createDispatchers(
  options: DispatcherOptions,
  makeMessages: MakeInProcessMessages,
  embedBy: (prepare: Prepare) => ReplyStep,
): { readonly dispatcher: Dispatcher; readonly prepare: Prepare } {
  const prepare: Prepare = (request, caller) => {
    const exchange = new InProcessExchange(request, caller, makeMessages);
    if (exchange.subRequest.depth > MAXIMUM_DEPTH) throw tooDeep(exchange);
    return new PreparedRequest(exchange, request.query, dispatcher, options.makeError);
  };
  const dispatcher = createDispatcher(
    { ...options, ...createHinting(options, makeMessages) },
    embedBy(prepare),
  );
  return { dispatcher, prepare };
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
  // The response has no reader.
  return new RestException('rest_client_closed', 'The client has closed the request.', 499);
}

function tooDeep({ method, prefix, path }: InProcessExchange): Error {
  return new Error(
    `More than ${MAXIMUM_DEPTH} in-process requests are inside of one another; the last is ${method} ${prefix}${path}. Does a route request itself?`,
  );
}

function createHinting(
  options: DispatcherOptions,
  makeMessages: MakeInProcessMessages,
): Pick<DispatcherOptions, 'findHints'> {
  return options.links.hasTargetHints ? { findHints: createFindHints(options, makeMessages) } : {};
}

/**
 * Finds the methods that the caller of a request may use on the target of a link, by the permissions of its routes: the
 * `Allow` of a GET of the same caller. Guards and methods do not run. A response that shared caches may send to other
 * callers has only hints that are the same for all of them, because clients treat hints as final.
 */
function createFindHints(
  options: DispatcherOptions,
  makeMessages: MakeInProcessMessages,
): FindHints {
  const { permissions, onAllowFailure } = options;
  const allowOf = createAllow(permissions, onAllowFailure);
  return (href, response, outer) => {
    const { user, exchange } = outer;
    const [path = ''] = href.split('#');
    if (!isUrlText(path)) return undefined;
    const headers = callerHeaders(exchange.headers);
    const request = { method: 'GET', ...targetOfPath(path), headers, body: NO_BODY };
    const subRequest = new InProcessExchange(request, callerWithin(outer), makeMessages);
    const matched = matchContext(subRequest, options);
    if (!(matched instanceof RequestContext)) return undefined;
    const isPublic = (entry: RouteEntry): boolean => permissions.isPublic(entry.endpoint());
    const isShared = isForSharedCaches(response, exchange);
    if (isShared && !matched.group.entries.every(isPublic)) return undefined;
    matched.user = user;
    return hintsOf(allowOf(matched.group)(matched, response, exchange));
  };
}

function hintsOf(methods: Awaitable<string>): Awaitable<Link['targetHints']> {
  return whenReady(methods, (text) => (text === '' ? undefined : { allow: text.split(', ') }));
}
