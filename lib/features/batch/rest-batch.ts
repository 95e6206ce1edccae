import { Injectable } from '@nestjs/common';
import type { Route } from '../../routes/route.js';
import {
  BATCH_PATH,
  batchRoute,
  type BatchArguments,
  type BatchItem,
  readTarget,
} from './batch-route.js';
import { batchedResponse, headersOfItem, mayBeAllowed } from './batch-response.js';
import {
  noPath,
  rejectOutsideBatch,
  runBatch,
  type BatchedRequest,
  type BatchResult,
  EnteredItem,
} from './run-batch.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { subRequestHeaders } from '../../lifecycle/sub-requests/body-of-data.js';
import {
  callerWithin,
  type InProcessRequest,
} from '../../lifecycle/sub-requests/in-process-exchange.js';
import { ResponseBudget } from '../../lifecycle/sub-requests/marks.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import type { OwnRoute, RouteParts } from '../../nest/composition/feature.js';
import { habit } from '../../nest/options/styles.js';
import { subRequestLimits } from '../../nest/options/option-values.js';
import type { BatchOptions } from '../../nest/options/option-groups.js';
import type { RestModuleOptions } from '../../nest/options/rest-options.js';
import type { IncomingHttpHeaders } from 'node:http';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** WordPress's limit. */
const MAXIMUM_REQUESTS = 25;

/**
 * WordPress's `POST /batch/v1`. It is a provider, so that the guards and interceptors of the whole application apply to
 * it as to any route.
 */
@Injectable()
export class RestBatch {
  run(serve: () => Promise<BatchResult>): Promise<BatchResult> {
    return serve();
  }
}

/** The route of batches; none if batches are off, or if the application has that route itself. */
export function batchRoutes({ options, routes }: RouteParts): readonly OwnRoute[] {
  const settings = batchSettings(options);
  if (settings === undefined || routes.some(isSameRoute)) return [];
  const { maxRequests } = settings;
  return [
    {
      route: batchRoute(maxRequests, { className: RestBatch.name, methodName: 'run' }),
      controller: RestBatch,
      isListed: true,
      reads: { unreadBody: 'reject', readsForms: true, makesRequests: true },
      serve: (context, requester) => run(context, settings, requester),
    },
  ];
}

function run(
  context: RequestContext,
  settings: Required<BatchOptions>,
  requester: SubRequester,
): Promise<BatchResult> {
  const { exchange: outer } = context;
  const budget = new ResponseBudget(settings.maxBytes, settings.maxWait);
  // The arguments match their schemas.
  const batch = context.arguments as unknown as BatchArguments;
  const inherited = subRequestHeaders(outer.headers);
  const prepare = (item: BatchItem): BatchedRequest => {
    const request = batchedRequest(item, context, inherited, settings.headers);
    return request === undefined
      ? noPath(requester.makeError, outer)
      : prepareItem(request, context, budget, requester);
  };
  const done = runBatch(batch, prepare, (response) => batchedResponse(response, outer)).finally(
    () => budget.end(),
  );
  // Also if its client leaves.
  requester.hold(done.catch(() => undefined));
  return done;
}

/**
 * A request goes through the adapter, like one of the client. Plain controllers do not run for it, because they have
 * not opted in to batches. A batch of `RestDispatcher` stays below the adapter, like all of its requests.
 */
function prepareItem(
  request: InProcessRequest,
  context: RequestContext,
  budget: ResponseBudget,
  { prepare, findEntrance, makeError }: SubRequester,
): BatchedRequest {
  const { exchange: outer } = context;
  const enter = findEntrance(outer, request.path);
  return enter === undefined
    ? prepare(request, { ...callerWithin(context), rejectRoute: rejectOutsideBatch })
    : new EnteredItem(request, enter, outer, budget, makeError);
}

function isSameRoute({ pattern, methods }: Route): boolean {
  return pattern.template === BATCH_PATH && methods.includes('POST');
}

/**
 * A request of a batch; `undefined` if its path is not a path.
 *
 * @param inherited The headers that each request has from the batch.
 * @param allowed The names of headers that the request may state, in lower case.
 */
function batchedRequest(
  item: BatchItem,
  { exchange: outer }: RequestContext,
  inherited: IncomingHttpHeaders,
  allowed: readonly string[],
): InProcessRequest | undefined {
  const target = readTarget(item.path);
  if (target === undefined) return undefined;
  const { body, method = 'POST' } = item;
  const headers = headersOfItem(item, outer.headers, inherited, allowed);
  const parameters = { kind: 'parameters', value: body ?? {}, whole: body } as const;
  return { ...target, method, headers, body: body === undefined ? NO_BODY : parameters };
}

/**
 * The settings of `forRoot({ batch })`; `undefined` if batches are not served.
 *
 * @throws InvalidArgumentException if a number is not a whole number above zero, or a request of a batch must not state
 * a header.
 */
function batchSettings(options: RestModuleOptions): Required<BatchOptions> | undefined {
  const batch = habit(options, 'batch');
  if (batch === false) return undefined;
  const stated = batch === true ? {} : batch;
  const limits = subRequestLimits('batch', stated, MAXIMUM_REQUESTS, 1);
  const { headers = [] } = stated;
  if (!Array.isArray(headers)) throw invalidHeader(headers);
  return { ...limits, headers: headers.map(checkedHeader) };
}

function checkedHeader(header: unknown): string {
  const name = typeof header === 'string' ? header.toLowerCase() : '';
  if (!mayBeAllowed(name)) throw invalidHeader(header);
  return name;
}

function invalidHeader(header: unknown): InvalidArgumentException {
  return new InvalidArgumentException(
    `RestModule: batch.headers lists names of headers that a request of a batch may state itself, such as "x-reason". Received: ${String(JSON.stringify(header)).slice(0, 120)}. Headers of credentials, cookies, hosts, proxies, connections and bodies always come from the batch: remove the name.`,
  );
}
