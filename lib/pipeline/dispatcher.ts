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
import { memoize } from '../shared/memoize.js';
import type { Embed } from './embedding/embed.js';
import type { Endpoint, RouteEntry } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { stepsOf, type LifecycleContext } from './lifecycle.js';
import type { Observer } from './observation/events.js';
import { observeResponse } from './observation/observe-response.js';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './outgoing/outgoing.js';
import { createFinish } from './finish.js';
import type { FindHints } from './links/find-hints.js';
import { createResolveLinks } from './links/resolve-links.js';
import { createLinkedJson } from './links/linked-json.js';
import { createAllow, type OnAllowFailure } from './permissions/allow.js';
import type { LinkPages } from './responses/paging.js';
import type { MakeError } from './responses/route-response.js';
import { RequestContext } from './request-context.js';
import { createReject, type CatchOutside, type Reject } from './reject.js';
import { respondWithSteps, type Dispatched } from './respond.js';
import { describeStepsOf } from './steps/options/describe.step.js';
import { outgoingBeside } from './sub-requests/outgoing-beside.js';
import { createRespondInside } from './sub-requests/respond-inside.js';
import type { SubRequests } from './sub-requests/sub-requests.js';

/** The parts of a dispatcher. */
export interface DispatcherParts extends LifecycleContext {
  readonly table: RouteTable<RouteEntry>;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext | undefined) => RestException;
  readonly onAllowFailure: OnAllowFailure;
  /** Receives the events of requests; absent where nothing can listen to them. */
  readonly observer?: Observer;
  /** The headers of every response. */
  readonly outgoing: OutgoingOptions;
  /** The exception filters for errors outside of a route; absent where only the library responds. */
  readonly catchOutside?: CatchOutside;
  /** Makes the responses of errors. */
  readonly makeError: MakeError;
  /** Completes the headers of pages. */
  readonly linkPages: LinkPages;
  /** Finds what the caller may do with the targets of links; absent where links have no hints. */
  readonly findHints?: FindHints;
  /** Applies `_embed`; absent where nothing is embedded. */
  readonly embed?: Embed;
  /** The requests of batches and of `_embed` that are under way; absent where there is no adapter. */
  readonly subRequests?: SubRequests;
}

/** The result of matching a request. */
export type RouteFound = RouteMatch<RouteEntry>;

/**
 * Responds to one request; without a promise where nothing has to be waited for. Never rejects.
 *
 * The method of the exchange is final: an override was applied before any middleware.
 *
 * @param found The route of the request, where the adapter has matched it already.
 */
export type Dispatch = (exchange: Exchange, found?: RouteFound) => Dispatched | Promise<Dispatched>;

/** What an adapter passes requests to. */
export interface Dispatcher {
  readonly dispatch: Dispatch;
  /** The response to an error outside of a route: of middleware, or of the adapter itself. */
  readonly reject: Reject;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { table, observer, subRequests } = parts;
  const outgoing = outgoingBeside(subRequests, createOutgoing(parts.outgoing));
  const respondOutside = createReject(parts, outgoing);
  const respond = createRespond(parts, outgoing, respondOutside);
  return {
    dispatch: (exchange, found) => {
      const matched = matchContext(exchange, table, found);
      if (observer?.isListening() !== true) return respond(matched, exchange);
      return observeResponse(observer, exchange, matched, () => respond(matched, exchange));
    },
    reject: respondOutside,
  };
}

/** The context of a request to a route, else why there is none. */
export function matchContext(
  exchange: Exchange,
  table: RouteTable<RouteEntry>,
  found = match(exchange, table),
): RequestContext | RestException {
  if (found === MALFORMED_PATH) return httpError('rest_invalid_url', 'percent-encoding');
  if (found === NO_MATCH) return httpError('rest_no_route');
  const { entry, group, params } = found;
  return new RequestContext(exchange, exchange.method, entry.open(), group, params);
}

function match({ path, method }: Exchange, table: RouteTable<RouteEntry>): RouteFound {
  return path === undefined ? MALFORMED_PATH : table.match(method, path);
}

/** Runs the steps of a matched request; the steps of an endpoint are composed on first use. */
function createRespond(
  parts: DispatcherParts,
  outgoing: Outgoing,
  reject: Reject,
): (matched: RequestContext | RestException, exchange: Exchange) => ReturnType<Dispatch> {
  const { permissions, onAllowFailure, internalError, makeError, links, findHints, subRequests } =
    parts;
  const allow = createAllow(permissions, onAllowFailure);
  const finish = createFinish(allow, createResolveLinks(links, findHints), parts);
  const make = createLinkedJson(links);
  const responseParts = { make, makeError, finish, outgoing, internalError };
  const known = (error: unknown): RestException =>
    translateError(error) ?? parts.internalError(error, undefined);
  const steps = memoize((endpoint: Endpoint) => stepsOf(endpoint, parts));
  const respondInside = createRespondInside(
    parts,
    {
      ...responseParts,
      finish: createFinish(
        allow,
        createResolveLinks(links, findHints),
        { linkPages: parts.linkPages, makeError },
        (response) => response,
      ),
    },
    subRequests,
  );
  const describeSteps = memoize((group: PathGroup<RouteEntry>) => describeStepsOf(group, parts));
  return (matched, exchange) => {
    if (!(matched instanceof RequestContext)) {
      return reject(matched, exchange, known);
    }
    exchange.exposeParams(matched.params);
    const { method, group, endpoint } = matched;
    if (method === 'OPTIONS') return respondWithSteps(matched, describeSteps(group), responseParts);
    if (endpoint.respondsItself) outgoing.prepare(exchange);
    const mark = subRequests?.markOf(exchange);
    if (mark !== undefined) return respondInside(matched, mark);
    return respondWithSteps(matched, steps(endpoint), responseParts);
  };
}
