import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { bodyFormat, readBody } from '../../pipeline/body/body-format.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { RequestBody } from './read-request-body.js';

type Decompress = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>;

const DECOMPRESSORS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * Reads the bytes of a body, at once unless they are compressed. The limit holds after that too. Never
 * throws or rejects.
 */
export function decodeBody(
  { headers, method = '' }: IncomingMessage,
  bytes: Buffer,
  limit: number,
): RequestBody | Promise<RequestBody> {
  const type = headers['content-type'];
  const format = bodyFormat(type, method);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const read = (plain: Buffer): RequestBody => {
    try {
      return { body: readBody(plain, format, type), bytes: plain };
    } catch (error) {
      // A text may be longer than the engine takes: this is called where nobody else would catch it.
      return rejected(readingError(error, limit));
    }
  };
  // Nothing is nothing in any encoding.
  if (encoding === 'identity' || bytes.length === 0) return read(bytes);
  const decompress = DECOMPRESSORS.get(encoding);
  if (decompress === undefined) {
    return rejected(httpError('rest_unsupported_media_type', `content encoding "${encoding}"`));
  }
  return decompress(bytes, { maxOutputLength: limit }).then(read, (error: unknown) =>
    rejected(readingError(error, limit)),
  );
}

/** Why a body could not be read, in the layer's own words. */
export function readingError(error: unknown, limit: number): RestException {
  return isTooLarge(error)
    ? httpError('rest_content_too_large', String(limit))
    : httpError('rest_invalid_body', error instanceof Error ? error.message : String(error));
}

function rejected(error: RestException): RequestBody {
  return { body: { kind: 'rejected', error }, bytes: undefined };
}

/** As raw-body, Fastify and zlib say it. */
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
