import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { bodyFormat, NO_BODY, type Body } from '../../dispatch/body.js';
import { decodeBody, readingError } from './decode-body.js';

/** 1 MiB, as Fastify has it. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** What was read: the body, and its bytes where somebody wants to check a signature over them. */
export interface RequestBody {
  readonly body: Body;
  readonly bytes: Buffer | undefined;
}

/** Whether a request has a body in a format that the layer reads. */
export function hasReadableBody({ headers, method }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const hasBody =
    headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  return hasBody && bodyFormat(headers['content-type'], method ?? '') !== 'other';
}

/**
 * Reads a body within a limit, which holds before and after decompression. Never rejects: what is
 * wrong with a body is said once the route is known.
 */
export async function readRequestBody(
  request: IncomingMessage,
  payload: Readable,
  limit: number,
): Promise<RequestBody> {
  if (!hasReadableBody(request)) return { body: NO_BODY, bytes: undefined };
  try {
    const length = request.headers['content-length'] ?? null;
    const bytes = await getRawBody(payload, { limit, length });
    return await decodeBody(request, bytes, limit);
  } catch (error) {
    // What was not read is let go by, so that the connection can be used again.
    payload.resume();
    return { body: { kind: 'refused', error: readingError(error, limit) }, bytes: undefined };
  }
}
