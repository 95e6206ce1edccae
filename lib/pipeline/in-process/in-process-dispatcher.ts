import type { RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { memoize } from '../../shared/memoize.js';
import { matchContext, type DispatcherParts } from '../dispatcher.js';
import { createEmbed } from '../embedding/create-embed.js';
import type { Endpoint } from '../endpoint.js';
import { splitStepsOf, type LifecycleContext } from '../lifecycle.js';
import { createResolveKeptLinks } from '../links/resolve-links.js';
import { createAllow } from '../permissions/allow.js';
import { createReject } from '../reject.js';
import { RequestContext } from '../request-context.js';
import type { ResponseParts } from '../respond.js';
import { jsonResponse, keptResponse } from '../responses/route-response.js';
import { describeStepsOf } from '../steps/describe.step.js';
import { finishInProcess } from './finish-in-process.js';
import { InProcessExchange } from './in-process-exchange.js';
import type { MakeInProcessSide } from './in-process-request.js';
import { MatchedRequest, UnmatchedRequest } from './matched-request.js';
import { observedRequest } from './observed-request.js';
import { outgoingInProcess } from './outgoing-in-process.js';
import type { InProcessDispatcher } from './prepared-request.js';

export type { InProcessDispatcher, PreparedRequest } from './prepared-request.js';

/** The parts of a dispatcher of in-process requests. */
export interface InProcessParts extends DispatcherParts {
  /** The number of requests that `_embed` makes for one response. */
  readonly maxEmbedded: number;
}

/** The number of in-process requests inside of one another: more are a route that requests itself. */
const MAXIMUM_DEPTH = 16;

export function createInProcessDispatcher(
  parts: InProcessParts,
  makeSide: MakeInProcessSide,
): InProcessDispatcher {
  const { table, observer, permissions, onAllowFailure, internalError } = parts;
  const { links, findHints, maxEmbedded } = parts;
  const prepareRequest: InProcessDispatcher['prepare'] = (request, caller) =>
    dispatcher.prepare(request, caller);
  const embedding = { prepare: prepareRequest, links, maxRequests: maxEmbedded, internalError };
  const embed = createEmbed(embedding, keptResponse);
  const finish = finishInProcess(
    createAllow(permissions, onAllowFailure),
    createResolveKeptLinks(links, findHints),
    embed,
  );
  const outgoing = outgoingInProcess;
  const responses: ResponseParts = { make: keptResponse, finish, outgoing, internalError };
  const stepsFor = createSteps(parts);
  const reject = createReject(parts, outgoing);
  const known = (error: unknown): RestException =>
    translateError(error) ?? internalError(error, undefined);
  const prepare = (exchange: InProcessExchange, matched: RequestContext | RestException) => {
    if (!(matched instanceof RequestContext)) {
      return new UnmatchedRequest(exchange, () => reject(matched, exchange, known));
    }
    exchange.exposeParams(matched.params);
    return new MatchedRequest(exchange, matched, stepsFor(matched), responses);
  };
  const dispatcher: InProcessDispatcher = {
    embed: createEmbed(embedding, jsonResponse),
    prepare(request, caller) {
      const exchange = new InProcessExchange(request, caller, makeSide);
      if (exchange.depth > MAXIMUM_DEPTH) throw tooDeep(exchange);
      const matched = matchContext(exchange, table);
      const prepared = prepare(exchange, matched);
      if (observer?.isListening() !== true) return prepared;
      return observedRequest(observer, exchange, matched, prepared);
    },
  };
  return dispatcher;
}

function createSteps(parts: DispatcherParts) {
  const lifecycle: LifecycleContext = { ...parts, user: userOf };
  const describing = { user: userOf, onAllowFailure: parts.onAllowFailure };
  const steps = memoize((endpoint: Endpoint) => splitStepsOf(endpoint, lifecycle));
  const describeSteps = memoize((group: RequestContext['group']) => ({
    checks: [],
    execution: describeStepsOf(group, describing),
  }));
  return ({ method, group, endpoint }: RequestContext) =>
    method === 'OPTIONS' ? describeSteps(group) : steps(endpoint);
}

/** The caller of an in-process request is known. */
function userOf({ exchange }: RequestContext): unknown {
  return exchange instanceof InProcessExchange ? exchange.user : undefined;
}

function tooDeep({ method, prefix, path = '' }: InProcessExchange): Error {
  return new Error(
    `More than ${MAXIMUM_DEPTH} in-process requests are inside of one another; the innermost is ${method} ${prefix}${path}. Does a route request itself?`,
  );
}
