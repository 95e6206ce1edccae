import type { RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import { memoize } from '../shared/memoize.js';
import { matchContext, type DispatcherParts } from './dispatcher.js';
import type { Endpoint } from './endpoint.js';
import { splitStepsOf, type LifecycleContext } from './lifecycle.js';
import { createReject } from './reject.js';
import { RequestContext } from './request-context.js';
import type { ResponseParts } from './respond.js';
import { describeStepsOf } from './steps/options/describe.step.js';
import { InProcessExchange } from './in-process/in-process-exchange.js';
import type { MakeInProcessSide } from './in-process/in-process-request.js';
import { MatchedRequest, UnmatchedRequest } from './in-process/matched-request.js';
import { observedRequest } from './in-process/observed-request.js';
import { outgoingInProcess } from './in-process/outgoing-in-process.js';
import type { InProcessDispatcher } from './in-process/prepared-request.js';

/** In what the requests of a batch differ from other in-process requests. */
export interface InProcessVariant
  extends Pick<ResponseParts, 'make' | 'finish'>, Pick<LifecycleContext, 'user' | 'admission'> {}

/** The number of in-process requests inside of one another: more are a route that requests itself. */
const MAXIMUM_DEPTH = 16;

/** Creates what matches in-process requests. */
export function createPrepare(
  parts: DispatcherParts,
  makeSide: MakeInProcessSide,
  { make, finish, ...lifecycle }: InProcessVariant,
): InProcessDispatcher['prepare'] {
  const { table, observer, internalError, makeError } = parts;
  const outgoing = outgoingInProcess;
  const responses: ResponseParts = { make, makeError, finish, outgoing, internalError };
  const stepsFor = createSteps({ ...parts, ...lifecycle });
  const reject = createReject(parts, outgoing);
  const known = (error: unknown): RestException =>
    translateError(error) ?? internalError(error, undefined);
  const prepare = (exchange: InProcessExchange, matched: RequestContext | RestException) => {
    if (!(matched instanceof RequestContext)) {
      return new UnmatchedRequest(exchange, () => reject(matched, exchange, known), makeError);
    }
    exchange.exposeParams(matched.params);
    return new MatchedRequest(exchange, matched, stepsFor(matched), responses);
  };
  return (request, caller) => {
    const exchange = new InProcessExchange(request, caller, makeSide);
    if (exchange.depth > MAXIMUM_DEPTH) throw tooDeep(exchange);
    const matched = matchContext(exchange, table);
    const prepared = prepare(exchange, matched);
    if (observer?.isListening() !== true) return prepared;
    return observedRequest(observer, exchange, matched, prepared);
  };
}

function createSteps(parts: DispatcherParts) {
  const steps = memoize((endpoint: Endpoint) => splitStepsOf(endpoint, parts));
  const describeSteps = memoize((group: RequestContext['group']) => ({
    checks: [],
    execution: describeStepsOf(group, parts),
  }));
  return ({ method, group, endpoint }: RequestContext) =>
    method === 'OPTIONS' ? describeSteps(group) : steps(endpoint);
}

function tooDeep({ method, prefix, path = '' }: InProcessExchange): Error {
  return new Error(
    `More than ${MAXIMUM_DEPTH} in-process requests are inside of one another; the innermost is ${method} ${prefix}${path}. Does a route request itself?`,
  );
}
