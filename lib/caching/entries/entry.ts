/** The version of what is stored. A store may hold what an older version of this package has left. */
export const ENTRY_FORMAT = 1;

/** A header as it is sent. One that comes several times stands there several times. */
export type HeaderLine = readonly [name: string, value: string];

/** A response as it is kept. What it holds is shared by all who get it: nobody may change it. */
export interface CacheEntry {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly etag: string | undefined;
  /** When the method had answered. All times are milliseconds since 1970. */
  readonly storedAt: number;
  readonly freshUntil: number;
  /** Until when it may be given while it is made anew; `freshUntil` where it may not. */
  readonly staleUntil: number;
  /** The generations that it belongs to, as they were before the method was called. */
  readonly tokens: readonly string[];
}

/** Where an entry stands in its life. */
export type Freshness = 'fresh' | 'stale' | 'over';

export function freshnessOf(entry: CacheEntry, now: number): Freshness {
  if (now < entry.freshUntil) return 'fresh';
  return now < entry.staleUntil ? 'stale' : 'over';
}

/** Roughly what an entry takes of a store, in bytes. */
export function sizeOfEntry({ headers, body, tokens }: CacheEntry): number {
  const lines = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const content = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
  return FIXED_SIZE + lines + content + tokens.join('').length;
}

const FIXED_SIZE = 200;
