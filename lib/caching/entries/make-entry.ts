import { etagOf } from './etag.js';
import type { CacheEntry } from './entry.js';
import type { CachePolicy } from '../cache-policy.js';
import type { CacheableResponse } from './storable.js';

/** Up to a tenth of its time is taken from an entry, so that those made together do not end together. */
const SPREAD = 0.1;

/** When and under which generations an entry is made. */
export interface Making {
  readonly tokens: readonly string[];
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** The entry of a response. Copied, so that what is done to the response later does not change it. */
export function makeEntry(
  { status, headers, body }: CacheableResponse,
  { ttl, staleWhileRevalidate }: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate'>,
  { tokens, now, random }: Making,
): CacheEntry {
  const freshUntil = now + Math.round(ttl * (1 - SPREAD * random));
  return {
    status,
    headers: headers.map(([name, value]) => [name, value] as const),
    body: typeof body === 'object' ? Buffer.from(body) : body,
    etag: etagOfResponse({ status, headers, body }),
    storedAt: now,
    freshUntil,
    staleUntil: freshUntil + staleWhileRevalidate,
    tokens,
  };
}

/** The method's own tag, else one made from the body. Only a success can be asked for conditionally. */
export function etagOfResponse({
  status,
  headers,
  body,
}: Omit<CacheableResponse, 'storable'>): string | undefined {
  if (status >= 300) return undefined;
  const own = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
  return own ?? (body === undefined ? undefined : etagOf(body));
}
