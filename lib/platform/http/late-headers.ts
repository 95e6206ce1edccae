import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Reply } from '../../pipeline/responses/reply.js';
import { isShared, privateCaching } from '../../pipeline/outgoing/cache-directives.js';
import { isStrong, weakened } from '../../pipeline/outgoing/entity-tags.js';

/** Headers of a response to check again once all its headers are set. */
export interface LateHeaders {
  /** Its tag is strong: it identifies bytes that compression would change. */
  readonly tag: boolean;
  /** Shared caches may keep it, unless middleware adds a cookie. */
  readonly caching: boolean;
}

/**
 * The headers that later steps may make untrue: compression and sessions set theirs when the response is
 * written. `undefined` for nearly all responses.
 */
export function lateHeadersOf({ headers }: Reply): LateHeaders | undefined {
  const { etag } = headers;
  const cacheControl = headers['cache-control'];
  if (etag === undefined && cacheControl === undefined) return undefined;
  // A method that sets the encoding itself has tagged the bytes that it sends.
  const tag = isStrong(etag) && headers['content-encoding'] === undefined;
  const caching = isShared(cacheControl);
  return tag || caching ? { tag, caching } : undefined;
}

/**
 * Weakens the tag of a response that was compressed, and keeps a response with a cookie out of shared
 * caches.
 *
 * @param written Headers that are given to `writeHead`, by names in lower case.
 * @see RFC 9110 8.8.1, RFC 9111 7.3
 */
export function settleHeaders(
  response: ServerResponse,
  { tag, caching }: LateHeaders,
  written: OutgoingHttpHeaders = {},
): void {
  if (tag) weakenTag(response, written);
  if (caching) keepPrivate(response, written);
}

function weakenTag(response: ServerResponse, written: OutgoingHttpHeaders): void {
  const etag = valueOf(response, written, 'etag');
  if (isStrong(etag) && isEncoded(valueOf(response, written, 'content-encoding'))) {
    replace(response, written, 'etag', weakened(etag));
  }
}

function keepPrivate(response: ServerResponse, written: OutgoingHttpHeaders): void {
  const directives = valueOf(response, written, 'cache-control');
  const hasCookie = valueOf(response, written, 'set-cookie') !== undefined;
  if (hasCookie && typeof directives === 'string' && isShared(directives)) {
    replace(response, written, 'cache-control', privateCaching(directives));
  }
}

function valueOf(response: ServerResponse, written: OutgoingHttpHeaders, name: string): unknown {
  return written[name] ?? response.getHeader(name);
}

function replace(
  response: ServerResponse,
  written: OutgoingHttpHeaders,
  name: string,
  value: string,
): void {
  if (written[name] === undefined) response.setHeader(name, value);
  else written[name] = value;
}

function isEncoded(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() !== 'identity';
}
