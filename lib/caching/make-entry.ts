import { type CacheEntry, etagOf, type CacheableResponse, type CachePolicy } from './entry.js';
import { whenReady, type Awaitable } from '../shared/promises.js';
import type { CacheStore } from './store/store.js';

/** Shortens each lifetime by up to a tenth, so that entries made together do not expire together. */
const SPREAD = 0.1;

/** When an entry is made, and for which generations. */
interface EntryContext {
  readonly tokens: readonly string[];
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** The entry of a response. It is a copy, so that later changes of the response do not reach it. */
export function makeEntry(
  { status, headers, body, isRenewable = true }: CacheableResponse,
  { ttl, staleWhileRevalidate }: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate'>,
  { tokens, now, random }: EntryContext,
): CacheEntry {
  const freshUntil = now + Math.round(ttl * (1 - SPREAD * random));
  return {
    status,
    headers: headers.map(([name, value]) => [name, value] as const),
    body: typeof body === 'object' ? Buffer.from(body) : body,
    etag: etagOfResponse({ status, headers, body }),
    storedAt: now,
    freshUntil,
    staleUntil: isRenewable ? freshUntil + staleWhileRevalidate : freshUntil,
    tokens,
  };
}

/** The method's own tag, else one of the body. Only a success has a tag. */
export function etagOfResponse({
  status,
  headers,
  body,
}: Omit<CacheableResponse, 'storable'>): string | undefined {
  if (status >= 300) return undefined;
  const own = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
  return own ?? (body === undefined ? undefined : etagOf(body));
}

/**
 * Whether an entry was stored since `since`, when a method was called. A response that arrives late is
 * older than that entry, and must not replace or remove it.
 */
export function hasNewerEntry(store: CacheStore, key: string, since: number): Awaitable<boolean> {
  return whenReady(
    store.read(key, []),
    (reading) => reading?.entry !== undefined && reading.entry.storedAt >= since,
  );
}
