import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { whenReady } from '../shared/when-ready.js';
import { bodyFormat, NO_BODY, type BodyFormat } from '../pipeline/body/body-format.js';
import { decodeBody, readingError } from './decode-body.js';
import type { RequestBody } from './request-body.js';

/** In bytes: 1 MiB, as in Fastify. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/**
 * Whether a request has a body in a format that the library reads. A body of length 0 with a type counts:
 * Express's parsers reject its charset or encoding, unless it has been read before.
 */
export function hasReadableBody(request: IncomingMessage): boolean {
  const { headers } = request;
  const isEmptyOfType = headers['content-length'] === '0' && headers['content-type'] !== undefined;
  return (hasBody(request) || isEmptyOfType) && formatOf(request) !== 'other';
}

/** Whether a request has a body in any other format. */
export function hasOtherBody(request: IncomingMessage): boolean {
  return hasBody(request) && formatOf(request) === 'other';
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function formatOf({ headers, method = '' }: IncomingMessage): BodyFormat {
  return bodyFormat(headers['content-type'], method);
}

/**
 * Reads a body within a limit, which holds before and after decompression. Never fails: what is wrong with
 * a body becomes an error of the request once the route is known. Takes a callback, since promises would
 * cost as much as the reading.
 */
export function readRequestBody(
  request: IncomingMessage,
  payload: Readable,
  limit: number,
  done: (body: RequestBody) => void,
): void {
  if (!hasReadableBody(request)) return done({ body: NO_BODY, bytes: undefined });
  const length = request.headers['content-length'] ?? null;
  getRawBody(payload, { limit, length }, (error: unknown, bytes) => {
    if (error === null || error === undefined) {
      void whenReady(decodeBody(request, bytes, limit), done);
      return;
    }
    // The rest is read and dropped, so that the connection can be used again.
    payload.resume();
    done({ body: { kind: 'rejected', error: readingError(error, limit) }, bytes: undefined });
  });
}
