import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { bodyFormat, readBody } from '../pipeline/body/body-format.js';
import { httpError, tooLarge } from '../diagnostics/http-error-catalogue.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import type { RequestBody } from './request-body.js';

type Decompress = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>;

const DECOMPRESSORS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * Reads the bytes of a body: at once, or after decompression, for which the limit holds too. Never throws
 * or rejects.
 */
export function decodeBody(
  request: IncomingMessage,
  bytes: Buffer,
  limit: number,
): RequestBody | Promise<RequestBody> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // A body of length 0 is empty in any encoding.
  if (encoding === 'identity' || bytes.length === 0) return parse(request, bytes, limit);
  const decompress = DECOMPRESSORS.get(encoding);
  if (decompress === undefined) {
    return rejected(httpError('rest_unsupported_media_type', `content encoding "${encoding}"`));
  }
  return decompress(bytes, { maxOutputLength: limit }).then(
    (plain) => parse(request, plain, limit),
    (error: unknown) => rejected(readingError(error, limit)),
  );
}

function parse(
  { headers, method = '' }: IncomingMessage,
  bytes: Buffer,
  limit: number,
): RequestBody {
  const type = headers['content-type'];
  try {
    return { body: readBody(bytes, bodyFormat(type, method), type), bytes };
  } catch (error) {
    // A text may be longer than V8 allows; the callers of this function do not catch.
    return rejected(readingError(error, limit));
  }
}

/** The HTTP error for a body that could not be read. */
export function readingError(error: unknown, limit: number): RestException {
  return isTooLarge(error)
    ? tooLarge(limit)
    : httpError('rest_invalid_body', error instanceof Error ? error.message : String(error));
}

function rejected(error: RestException): RequestBody {
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
