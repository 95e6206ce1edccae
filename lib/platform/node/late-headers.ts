import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isShared, privateCaching } from '../../lifecycle/responses/cache-directives.js';
import type { Reply } from '../../lifecycle/messages/reply.js';

/** The head of a response that caches may keep, until it is written. */
export interface CacheableHead extends Pick<Reply, 'status' | 'headers'> {
  /** The values that the application had set before. */
  readonly before: { readonly [Name in 'vary' | 'cache-control']: OutgoingHttpHeader | undefined };
}

/** The headers that say of one response how caches may keep it, and which response it is. */
const OF_CACHES = [
  'cache-control',
  'vary',
  'etag',
  'age',
  'cache-status',
  'expires',
  'last-modified',
] as const;

const NOT_MODIFIED = 304;

/**
 * Checks the caching of a response at the time its head is written. A hook or a wrapper may have made an error of it,
 * by its status, and a cookie may have been added.
 *
 * @param written Headers that are given to `writeHead`, by names in lower case.
 */
export function settleHead(
  response: ServerResponse,
  head: CacheableHead,
  status: number,
  written: OutgoingHttpHeaders = {},
): void {
  if (status !== head.status && status !== NOT_MODIFIED) {
    withdrawCaching(response, head, status, written);
  }
  settleCaching(response, written);
}

/** Takes back the headers of another response. A value that the application has set since then stays. */
function withdrawCaching(
  response: ServerResponse,
  { headers, before }: CacheableHead,
  status: number,
  written: OutgoingHttpHeaders,
): void {
  for (const name of OF_CACHES) {
    const own = headers[name];
    const current = written[name] ?? response.getHeader(name);
    if (own === undefined || String(current) !== String(own)) continue;
    delete written[name];
    response.removeHeader(name);
    const previous = name === 'vary' || name === 'cache-control' ? before[name] : undefined;
    if (previous !== undefined) response.setHeader(name, previous);
  }
  const directives = written['cache-control'] ?? response.getHeader('cache-control');
  if (status >= 400 && directives === undefined) response.setHeader('cache-control', 'no-store');
}

/**
 * Keeps a response with a cookie out of shared caches.
 *
 * @param written Headers that are given to `writeHead`, by names in lower case.
 * @see RFC 9111 7.3
 */
export function settleCaching(response: ServerResponse, written: OutgoingHttpHeaders = {}): void {
  const directives = written['cache-control'] ?? response.getHeader('cache-control');
  const hasCookie = (written['set-cookie'] ?? response.getHeader('set-cookie')) !== undefined;
  if (!hasCookie || typeof directives !== 'string' || !isShared(directives)) return;
  const value = privateCaching(directives);
  if (written['cache-control'] === undefined) response.setHeader('cache-control', value);
  else written['cache-control'] = value;
}

/**
 * The lines of `Set-Cookie` of a response that contains other responses. Of several lines for the same cookie, the last
 * one remains, which is the one that a client would keep; one response must not have two of them.
 *
 * @see RFC 6265, 4.1.1 and 5.3
 */
export function joinCookies(
  current: number | string | readonly string[] | undefined,
  added: readonly string[],
): string[] {
  const lines = new Map<string, string>();
  for (const line of [current ?? [], added].flat(2)) {
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
