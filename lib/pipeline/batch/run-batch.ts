import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { PreparedRequest } from '../in-process/prepared-request.js';
import { PASSED } from '../respond.js';
import type { MakeError, RouteResponse } from '../responses/route-response.js';
import type { BatchArguments, BatchItem } from './batch-arguments.js';
import { batchedResponse, type BatchedResponse } from './batch-response.js';

/** One request of a batch. It was matched once: the route that is checked is the route that is executed. */
export type BatchedRequest = Omit<PreparedRequest, 'context'>;

/** Matches a request; `noPath` where its path is no path. */
export type PrepareItem = (item: BatchItem) => BatchedRequest;

/** The response to a batch. */
export interface BatchResult {
  /** Stated where no request was executed, because one is invalid. */
  readonly failed?: 'validation';
  /** In the order of the requests; `null` for a valid one that was not executed. */
  readonly responses: readonly (BatchedResponse | null)[];
}

/**
 * Handles the requests of a batch one after the other. As in WordPress, a client that goes away does not
 * stop it: a batch that is executed in part would be worse than one whose response is lost.
 */
export async function runBatch(
  { requests, validation }: BatchArguments,
  prepare: PrepareItem,
): Promise<BatchResult> {
  if (validation === 'require-all-validate') return checkThenExecute(requests, prepare);
  const responses: BatchedResponse[] = [];
  for (const item of requests) {
    const request = prepare(item);
    responses.push(batchedResponse(await request.respond()));
  }
  return { responses };
}

/** Checks all requests before it executes the first; executes none where a check rejects one. */
async function checkThenExecute(
  items: readonly BatchItem[],
  prepare: PrepareItem,
): Promise<BatchResult> {
  const requests = items.map(prepare);
  const rejections: (BatchedResponse | null)[] = [];
  for (const request of requests) rejections.push(rejectionOf(await request.check()));
  if (rejections.some((rejection) => rejection !== null)) {
    return { failed: 'validation', responses: rejections };
  }
  const responses: BatchedResponse[] = [];
  for (const request of requests) responses.push(batchedResponse(await request.execute()));
  return { responses };
}

/** WordPress gives the error of a batch that was not executed no headers. */
function rejectionOf(checked: RouteResponse | typeof PASSED): BatchedResponse | null {
  return checked === PASSED ? null : { ...batchedResponse(checked), headers: {} };
}

/** A request whose path is no path. */
export function noPath(makeError: MakeError): BatchedRequest {
  const respond = (): RouteResponse => makeError(httpError('parse_path_failed'));
  return { respond, check: respond, execute: respond };
}
