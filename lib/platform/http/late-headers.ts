import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';
import { isShared, privateCaching } from '../../pipeline/outgoing/cache-directives.js';
import { isStrong, weakened } from '../../pipeline/outgoing/entity-tags.js';

/** What of a response must be looked at again once all its headers are there. */
export interface LateHeaders {
  /** Its tag is strong, and says of the bytes what compression makes untrue. */
  readonly tag: boolean;
  /** Shared caches may keep it, unless middleware adds a cookie. */
  readonly caching: boolean;
}

/**
 * What later steps may make untrue of a response: compression and sessions set their headers when the
 * response is written. `undefined` for nearly all responses.
 */
export function lateHeadersOf({ headers }: RouteResponse): LateHeaders | undefined {
  const { etag } = headers;
  const cacheControl = headers['cache-control'];
  if (etag === undefined && cacheControl === undefined) return undefined;
  // A method that sets the encoding itself has tagged the bytes that it sends.
  const tag = isStrong(etag) && headers['content-encoding'] === undefined;
  const caching = isShared(cacheControl);
  return tag || caching ? { tag, caching } : undefined;
}

/**
 * Weakens the tag of a response that was compressed, and takes one that got a cookie from shared caches.
 *
 * @param written Headers that are given to `writeHead`, by names in lower case.
 * @see RFC 9110 8.8.1, RFC 9111 7.3
 */
export function settleHeaders(
  response: ServerResponse,
  { tag, caching }: LateHeaders,
  written: OutgoingHttpHeaders = {},
): void {
  const valueOf = (name: string): unknown => written[name] ?? response.getHeader(name);
  const replace = (name: string, value: string): void => {
    if (written[name] === undefined) response.setHeader(name, value);
    else written[name] = value;
  };
  const etag = valueOf('etag');
  if (tag && isStrong(etag) && isEncoded(valueOf('content-encoding'))) {
    replace('etag', weakened(etag));
  }
  const cacheControl = valueOf('cache-control');
  if (caching && typeof cacheControl === 'string' && valueOf('set-cookie') !== undefined) {
    if (isShared(cacheControl)) replace('cache-control', privateCaching(cacheControl));
  }
}

function isEncoded(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() !== 'identity';
}
