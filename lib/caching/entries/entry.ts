/** The version of the stored format. A store may still hold entries of an older version of this package. */
export const ENTRY_FORMAT = 1;

/** A header line. A header with several values has several lines. */
export type HeaderLine = readonly [name: string, value: string];

/** A stored response. Requests share it, so it must not be changed. */
export interface CacheEntry {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly etag: string | undefined;
  /** When the method responded. All times are milliseconds since 1970. */
  readonly storedAt: number;
  readonly freshUntil: number;
  /** Until when it may be sent while it is renewed; equal to `freshUntil` where it may not. */
  readonly staleUntil: number;
  /** The tokens of its generations, as they were before the method was called. */
  readonly tokens: readonly string[];
}

/** Whether an entry may be sent: without more, only while it is renewed, or not at all. */
export type Freshness = 'fresh' | 'stale' | 'expired';

export function freshnessOf(entry: CacheEntry, now: number): Freshness {
  if (now < entry.freshUntil) return 'fresh';
  return now < entry.staleUntil ? 'stale' : 'expired';
}

/** Roughly how many bytes an entry takes in a store. */
export function sizeOfEntry({ headers, body, tokens }: CacheEntry): number {
  const lines = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const content = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
  return FIXED_SIZE + lines + content + tokens.join('').length;
}

const FIXED_SIZE = 200;
