import type { IncomingHttpHeaders } from 'node:http';
import type { BatchItem } from '../../pipeline/batch/batch-arguments.js';
import { headersOfItem } from '../../pipeline/batch/batch-headers.js';
import { readTarget } from '../../pipeline/batch/batch-target.js';
import { NO_BODY } from '../../pipeline/body/body-format.js';
import type {
  InProcessCaller,
  InProcessRequest,
} from '../../pipeline/in-process/in-process-request.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { BatchSettings } from './batch-option.js';

/**
 * A request of a batch; `undefined` where its path is no path.
 *
 * @param inherited The headers that each request has from the batch.
 */
export function batchedRequest(
  item: BatchItem,
  { exchange: outer }: RequestContext,
  inherited: IncomingHttpHeaders,
  { headers: allowed }: BatchSettings,
): InProcessRequest | undefined {
  const target = readTarget(item.path);
  if (target === undefined) return undefined;
  const { body, method = 'POST' } = item;
  const headers = headersOfItem(item, outer.headers, inherited, allowed);
  const parameters = { kind: 'parameters', value: body ?? {}, whole: body } as const;
  return { ...target, method, headers, body: body === undefined ? NO_BODY : parameters };
}

/** Requests of a batch have its caller. */
export function callerOfBatch({ exchange: outer, user }: RequestContext): InProcessCaller {
  const { prefix, origin } = outer;
  return { user, prefix, origin, outer, isBatched: true };
}
