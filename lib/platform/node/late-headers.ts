import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isShared, privateCaching } from '../../lifecycle/responses/cache-directives.js';

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
