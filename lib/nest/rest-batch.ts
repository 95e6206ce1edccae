import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Route } from '../routes/route.js';
import {
  BATCH_PATH,
  batchRoute,
  type BatchArguments,
  type BatchItem,
  readTarget,
} from '../lifecycle/batch/batch-route.js';
import { batchedResponse, headersOfItem, mayBeAllowed } from '../lifecycle/batch/batch-response.js';
import {
  noPath,
  runBatch,
  type BatchedRequest,
  type BatchResult,
  EnteredItem,
} from '../lifecycle/batch/run-batch.js';
import type { RequestContext } from '../lifecycle/request-context.js';
import { createEntry, NOTHING_READ, type RouteEntry } from '../lifecycle/endpoint.js';
import { subRequestHeaders } from '../lifecycle/in-process/body-of-data.js';
import {
  callerWithin,
  type InProcessRequest,
} from '../lifecycle/in-process/in-process-exchange.js';
import type { Prepare } from '../lifecycle/in-process/in-process-dispatcher.js';
import type { MakeError } from '../lifecycle/messages/reply.js';
import type { Hold } from '../lifecycle/steps/hold.step.js';
import { ResponseBudget, type FindEntrance } from '../lifecycle/batch/sub-requests.js';
import type { Enhancers } from './enhancers/enhancers.js';
import { ownClass } from './exploration/explore-application.js';
import { habit, subRequestLimits } from './options/settings.js';
import type { BatchOptions } from './options/option-groups.js';
import type { RestModuleOptions } from './options/rest-options.js';
import { REST_OPTIONS } from '../routes/api-description.js';
import type { IncomingHttpHeaders } from 'node:http';
import { NO_BODY } from '../lifecycle/messages/body.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';

/** WordPress's limit. */
const MAXIMUM_REQUESTS = 25;

/** The functions that serve the requests of batches. */
export interface BatchRequests {
  /** For requests that do not pass the adapter. */
  readonly prepare: Prepare;
  readonly findEntrance: FindEntrance;
  readonly makeError: MakeError;
  readonly hold: Hold;
}

/**
 * WordPress's `POST /batch/v1`. It is a provider, so that the guards and interceptors of the whole application apply to
 * it as to any route.
 */
@Injectable()
export class RestBatch {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /** The route of batches; none if batches are off, or if the application has that route itself. */
  route(routes: readonly Route[]): Route | undefined {
    const settings = batchSettings(this.options);
    if (settings === undefined || routes.some(isSameRoute)) return undefined;
    return batchRoute(settings.maxRequests, { className: RestBatch.name, methodName: 'run' });
  }

  /** @param requestsOf Is called by the first batch, when the routes are known. */
  entry(route: Route, enhancers: Enhancers, requestsOf: () => BatchRequests): RouteEntry {
    const settings = batchSettings(this.options);
    return createEntry(route, RestBatch, () => ({
      ports: {
        ...enhancers.portsOf(ownClass(this.discovery, RestBatch), 'run'),
        instance: (context: RequestContext) => ({
          run: () => this.run(context, settings, requestsOf()),
        }),
        service: () => undefined,
      },
      reads: NOTHING_READ,
      respondsItself: false,
      unreadBody: 'reject',
      readsForms: true,
      makesRequests: true,
    }));
  }

  run(
    context: RequestContext,
    settings: Required<BatchOptions> | undefined,
    requests: BatchRequests,
  ): Promise<BatchResult> {
    if (settings === undefined) throw new RangeError('Batches are not served.');
    const { exchange: outer } = context;
    const budget = new ResponseBudget(settings.maxBytes, settings.maxWait);
    // The arguments match their schemas.
    const batch = context.arguments as unknown as BatchArguments;
    const inherited = subRequestHeaders(outer.headers);
    const prepare = (item: BatchItem): BatchedRequest => {
      const request = batchedRequest(item, context, inherited, settings.headers);
      return request === undefined
        ? noPath(requests.makeError, outer)
        : prepareItem(request, context, budget, requests);
    };
    const done = runBatch(batch, prepare, (response) => batchedResponse(response, outer)).finally(
      () => budget.end(),
    );
    // Also if its client leaves.
    requests.hold(done.catch(() => undefined));
    return done;
  }
}

/**
 * A request goes through the adapter, like one of the client. Plain controllers do not run for it, because they have
 * not opted in to batches. A batch of `RestDispatcher` stays below the adapter, like all of its requests.
 */
function prepareItem(
  request: InProcessRequest,
  context: RequestContext,
  budget: ResponseBudget,
  { prepare, findEntrance, makeError }: BatchRequests,
): BatchedRequest {
  const { exchange: outer } = context;
  const enter = findEntrance(outer, request.path);
  return enter === undefined
    ? prepare(request, { ...callerWithin(context), isBatched: true })
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
