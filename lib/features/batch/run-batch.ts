import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { PreparedRequest } from '../../lifecycle/sub-requests/in-process-dispatcher.js';
import type { InProcessRequest } from '../../lifecycle/sub-requests/in-process-exchange.js';
import type { MakeError, Reply } from '../../lifecycle/messages/reply.js';
import type { BatchArguments, BatchItem } from './batch-route.js';
import type { BatchedResponse } from './batch-response.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import type { Route } from '../../routes/route.js';
import {
  responseOf,
  SubRequestMark,
  type Enter,
  type ResponseBudget,
} from '../../lifecycle/sub-requests/marks.js';

/** One request of a batch. It is matched once, so that the checked route is the executed route. */
export interface BatchedRequest extends Pick<PreparedRequest, 'respond' | 'check' | 'execute'> {
  /** Ends a request that has passed its checks and is not executed. */
  abandon?(): Promise<void>;
}

/** The response to a batch. */
export interface BatchResult {
  /** Stated if no request was executed, because one is invalid. */
  readonly failed?: 'validation';
  /** In the order of the requests; `null` for a valid one that was not executed. */
  readonly responses: readonly (BatchedResponse | null)[];
}

/**
 * Handles the requests of a batch one after the other. As in WordPress, a client that disconnects does not stop the
 * batch: a partly executed batch would be worse than a lost response.
 *
 * @param receive Takes the cookies out of a response, and returns the part that becomes part of the response of the
 * batch.
 */
export async function runBatch(
  { requests, validation }: BatchArguments,
  prepare: (item: BatchItem) => BatchedRequest,
  receive: (response: Reply) => BatchedResponse,
): Promise<BatchResult> {
  if (validation === 'require-all-validate') {
    return checkThenExecute(
      requests.map((item) => prepare(item)),
      receive,
    );
  }
  const responses: BatchedResponse[] = [];
  for (const item of requests) responses.push(receive(await prepare(item).respond()));
  return { responses };
}

/** Checks all requests before it executes the first; executes none if a check rejects one. */
async function checkThenExecute(
  requests: readonly BatchedRequest[],
  receive: (response: Reply) => BatchedResponse,
): Promise<BatchResult> {
  const rejections: (BatchedResponse | null)[] = [];
  for (const request of requests) {
    const checked = await request.check();
    // In WordPress, the error of a batch that was not executed has no headers.
    rejections.push(checked === undefined ? null : { ...receive(checked), headers: {} });
  }
  if (rejections.some((rejection) => rejection !== null)) {
    for (const request of requests) await request.abandon?.();
    return { failed: 'validation', responses: rejections };
  }
  const responses: BatchedResponse[] = [];
  for (const request of requests) responses.push(receive(await request.execute()));
  return { responses };
}

export function noPath(makeError: MakeError, outer: Exchange): BatchedRequest {
  const respond = (): Reply => makeError(httpError('parse_path_failed'), outer);
  return { respond, check: respond, execute: respond };
}

/**
 * A request of a batch that enters through the adapter. If the batch runs all checks first, it waits at its gate
 * between its checks and its execution.
 */
export class EnteredItem implements BatchedRequest {
  #open: ((rejection?: RestException) => void) | undefined;
  #response: Promise<Reply> | undefined;

  constructor(
    private readonly request: InProcessRequest,
    private readonly enter: Enter,
    private readonly outer: Exchange,
    private readonly budget: ResponseBudget,
    private readonly makeError: MakeError,
  ) {}

  respond(): Promise<Reply> {
    return this.#send(undefined);
  }

  check(): Promise<Reply | undefined> {
    return new Promise((resolve) => {
      const passed = new Promise<RestException | undefined>((open) => {
        this.#open = open;
      });
      this.#response = this.#send(() => {
        resolve(undefined);
        return passed;
      });
      void this.#response.then(resolve);
    });
  }

  execute(): Promise<Reply> {
    this.#open?.();
    return this.#response ?? this.respond();
  }

  async abandon(): Promise<void> {
    this.#open?.(httpError('rest_batch_not_executed'));
    await this.#response;
  }

  #send(gate: (() => Promise<RestException | undefined>) | undefined): Promise<Reply> {
    const mark = new SubRequestMark({ batch: rejectOutsideBatch }, this.budget, gate);
    return responseOf(this.request, this.enter, this.outer, mark, this.makeError);
  }
}

/** The rejection of a request of a batch to a route that does not allow batches. */
export function rejectOutsideBatch({ options }: Pick<Route, 'options'>): RestException | undefined {
  return options.batch === true ? undefined : httpError('rest_batch_not_allowed');
}
