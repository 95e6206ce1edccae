import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import { bodyFormat, NO_BODY, readBody, type Body } from '../../dispatch/body.js';
import { httpError } from '../../errors/http-errors.js';

/** 1 MiB, as Fastify has it. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** What was read: the body, and its bytes where somebody wants to check a signature over them. */
export interface RequestBody {
  readonly body: Body;
  readonly bytes: Buffer | undefined;
}

const NOTHING: RequestBody = { body: NO_BODY, bytes: undefined };

/** Whether a request has a body in a format that the layer reads. */
export function hasReadableBody({ headers, method }: IncomingMessage): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && bodyFormat(headers['content-type'], method ?? '') !== 'other';
}

/**
 * Reads a body within a limit, which holds after decompression. Never rejects: what is wrong with a
 * body is said once the route is known.
 */
export async function readRequestBody(
  request: IncomingMessage,
  payload: Readable,
  limit: number,
): Promise<RequestBody> {
  if (!hasReadableBody(request)) return NOTHING;
  const { headers, method = '' } = request;
  const stream = decompressed(payload, headers['content-encoding']);
  if (stream === undefined) return unsupported(`content encoding "${headers['content-encoding']}"`);
  try {
    const length = stream === payload ? headers['content-length'] : undefined;
    const bytes = await getRawBody(stream, { limit, length: length ?? null });
    const type = headers['content-type'];
    return { body: readBody(bytes, bodyFormat(type, method), type), bytes };
  } catch (error) {
    return { body: { kind: 'refused', error: readingError(error, limit) }, bytes: undefined };
  } finally {
    // What was not read is let go by, so that the connection can be used again.
    payload.unpipe?.();
    payload.resume();
  }
}

function decompressed(payload: Readable, encoding = 'identity'): Readable | undefined {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return payload;
    case 'gzip':
    case 'x-gzip':
      return forwardErrors(payload, createGunzip());
    case 'deflate':
      return forwardErrors(payload, createInflate());
    case 'br':
      return forwardErrors(payload, createBrotliDecompress());
    default:
      return undefined;
  }
}

function forwardErrors(payload: Readable, stream: ReturnType<typeof createGunzip>): Readable {
  payload.once('aborted', () => stream.destroy(new Error('request aborted')));
  payload.once('error', (error) => stream.destroy(error));
  return payload.pipe(stream);
}

function unsupported(what: string): RequestBody {
  return {
    body: { kind: 'refused', error: httpError('rest_unsupported_media_type', what) },
    bytes: undefined,
  };
}

function readingError(error: unknown, limit: number) {
  const type: unknown = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return httpError('rest_content_too_large', String(limit));
  return httpError('rest_invalid_body', error instanceof Error ? error.message : String(error));
}
