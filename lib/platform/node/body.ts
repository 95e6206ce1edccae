import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { hasBody } from './target.js';
import { whenReady } from '../../shared/promises.js';
import {
  bodyFormat,
  NO_BODY,
  type BodyFormat,
  readBody,
  type ReadBody,
} from '../../lifecycle/messages/body.js';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { httpError, tooLarge } from '../../diagnostics/http-error-catalogue.js';
import { readByAnother } from '../../lifecycle/steps/upload.step.js';
import type { RestException } from '../../diagnostics/rest.exception.js';

const DECOMPRESSORS = new Map([
  ['gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

/** In bytes: 1 MiB, as in Fastify. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** Whether a request has a body in a format that the library reads. */
export function hasReadableBody(request: IncomingMessage, method = request.method): boolean {
  return hasBody(request) && formatOf(request, method) !== 'other';
}

function formatOf({ headers }: IncomingMessage, method = ''): BodyFormat {
  return bodyFormat(headers['content-type'], method);
}

/** How a body is read. */
interface BodyReading {
  /** In bytes. */
  readonly limit: number;
  /** That of the route; by default that of the request. */
  readonly method?: string | undefined;
}

/**
 * Reads a body within a limit, which holds before and after decompression. Never fails: an invalid body becomes an
 * error of the request once the route is known. Uses a callback, because promises would cost as much as the reading.
 */
export function readRequestBody(
  request: IncomingMessage,
  payload: Readable,
  { limit, method = request.method }: BodyReading,
  done: (body: ReadBody) => void,
): void {
  if (!hasReadableBody(request, method)) return done({ body: NO_BODY, bytes: undefined });
  const length = request.headers['content-length'] ?? null;
  getRawBody(payload, { limit, length }, (error: unknown, bytes) => {
    if (error === null || error === undefined) {
      void whenReady(decodeBody(request, bytes, { limit, method }), done);
      return;
    }
    // The rest is read and dropped, so that the connection can be used again.
    payload.resume();
    done({ body: { kind: 'rejected', error: readingError(error, limit) }, bytes: undefined });
  });
}

/**
 * Reads the bytes of a body: at once, or after decompression, for which the limit holds too. Never throws
 * or rejects.
 */
export function decodeBody(
  request: IncomingMessage,
  bytes: Buffer,
  reading: BodyReading,
): ReadBody | Promise<ReadBody> {
  const { limit } = reading;
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // A body of length 0 is empty in any encoding.
  if (encoding === 'identity' || bytes.length === 0) return parse(request, bytes, reading);
  const decompress = DECOMPRESSORS.get(encoding);
  if (decompress === undefined) {
    return rejected(httpError('rest_unsupported_media_type', `content encoding "${encoding}"`));
  }
  return decompress(bytes, { maxOutputLength: limit }).then(
    (plain) => parse(request, plain, reading),
    (error: unknown) => rejected(readingError(error, limit)),
  );
}

function parse(
  request: IncomingMessage,
  bytes: Buffer,
  { limit, method = request.method }: BodyReading,
): ReadBody {
  const type = request.headers['content-type'];
  try {
    return { body: readBody(bytes, formatOf(request, method), type), bytes };
  } catch (error) {
    // A text may be longer than V8 allows; the callers of this function do not catch.
    return rejected(readingError(error, limit));
  }
}

/** The HTTP error for a body that could not be read. */
export function readingError(error: unknown, limit: number): RestException {
  if (isTooLarge(error)) return tooLarge(limit);
  return error instanceof Error && 'type' in error && error.type === 'stream.not.readable'
    ? readByAnother()
    : httpError('rest_invalid_body', error instanceof Error ? error.message : String(error));
}

function rejected(error: RestException): ReadBody {
  return { body: { kind: 'rejected', error }, bytes: undefined };
}

/** By the codes of raw-body, Fastify and zlib. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const type: unknown = 'type' in error ? error.type : undefined;
  const code: unknown = 'code' in error ? error.code : undefined;
  return (
    type === 'entity.too.large' ||
    code === 'FST_ERR_CTP_BODY_TOO_LARGE' ||
    code === 'ERR_BUFFER_TOO_LARGE'
  );
}
