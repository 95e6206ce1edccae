import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Reply } from '../../lifecycle/messages/reply.js';
import {
  isShared,
  privateCaching,
  isStrong,
  weakened,
} from '../../lifecycle/responses/cache-directives.js';

/** Headers of a response to check again once all its headers are set. */
export interface LateHeaders {
  /** Its tag is strong: it identifies bytes that compression would change. */
  readonly tag: boolean;
  /** Shared caches may keep it, unless middleware adds a cookie. */
  readonly caching: boolean;
}

/**
 * The headers that later steps may make incorrect: compression and sessions set theirs when the response is written.
 * `undefined` for nearly all responses.
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

/**
 * The lines of `Set-Cookie` of a response that contains other responses. Of several lines for the same cookie, the last
 * one remains, which is the one that a client would keep; one response must not have two of them.
 *
 * @see RFC 6265, 4.1.1 and 5.3
 */
export function joinCookies(
  present: number | string | readonly string[] | undefined,
  added: readonly string[],
): string[] {
  const lines = new Map<string, string>();
  for (const line of [present ?? [], added].flat(2)) {
    const text = String(line);
    const key = cookieKey(text);
    lines.delete(key);
    lines.set(key, text);
  }
  return [...lines.values()];
}

/** The name, the domain and the path of a cookie, by which a client identifies it. */
function cookieKey(line: string): string {
  const [pair = '', ...attributes] = line.split(';');
  const [name = ''] = pair.split('=', 1);
  const place = new Map([
    ['domain', ''],
    ['path', ''],
  ]);
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.split('=', 2);
    const lower = key.trim().toLowerCase();
    if (place.has(lower)) place.set(lower, value.trim());
  }
  return JSON.stringify([name.trim(), ...place.values()]);
}

/** The lines of a header as Node keeps it. */
export function linesOf(value: number | string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}
