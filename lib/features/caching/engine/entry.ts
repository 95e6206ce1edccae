import type { CachePolicy, Sharing } from '../../../routes/definition/cache-policy.js';
import { createHash } from 'node:crypto';
import { etagOf } from '../../../shared/entity-tag.js';
import type { HeaderLine } from '../../../shared/header-names.js';
import { isJsonObject, type JsonObject } from '../../../shared/records.js';

/** The version of the stored format. A store may still hold entries of an older version of this package. */
export const ENTRY_FORMAT = 1;

/** The parts of a response that are added when it is sent, because they depend on the request. */
interface Pending {
  /** Its links are relative to the API. */
  readonly hasRelativeLinks?: boolean | undefined;
  /** Its page, if its links to other pages have the query of the request. */
  readonly page?: { readonly page: number; readonly argument: string } | undefined;
  /** Its `Location`, if it is relative to the API. */
  readonly location?: string | undefined;
  /** The body stands for data with values of the type BigInt, in a form that only `dataOfText` reads. */
  readonly hasBigInts?: boolean | undefined;
}

/** A stored response. Requests share it, so it must not be changed. */
export interface CacheEntry extends Pending {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly etag: string | undefined;
  /** The time at which the method responded. All times are milliseconds since 1970. */
  readonly storedAt: number;
  readonly freshUntil: number;
  /** The time until which it may be sent while it is renewed; equal to `freshUntil` if it may not. */
  readonly staleUntil: number;
  /** The tokens of its generations, as they were before the method was called. */
  readonly tokens: readonly string[];
}

/** Whether an entry may be sent without renewal, only while it is renewed, or not at all. */
export function freshnessOf(entry: CacheEntry, now: number): 'fresh' | 'stale' | 'expired' {
  if (now < entry.freshUntil) return 'fresh';
  return now < entry.staleUntil ? 'stale' : 'expired';
}

/** Roughly the number of bytes that an entry needs in a store. */
export function sizeOfEntry({ headers, body, tokens }: CacheEntry): number {
  const lines = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const content = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
  return FIXED_SIZE + lines + content + tokens.join('').length;
}

const FIXED_SIZE = 200;

/** A response as the cache sees it. */
export interface CacheableResponse extends Pending {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** `undefined` for no body, and for a stream, which is not `storable`. */
  readonly body: string | Uint8Array | undefined;
  /** False for a stream, and for everything else that cannot be sent twice. */
  readonly storable: boolean;
  /** False if the method can only respond to a waiting request; `true` by default. */
  readonly isRenewable?: boolean;
  /** The stream of a body that is one; passed on to the request for which the method was called. */
  readonly stream?: unknown;
}

/** 206 and 304 depend on headers of one request: `Range` and `If-None-Match`. */
const NEVER = new Set([206, 304]);

/**
 * Whether a response may be sent to other requests: it is not an error or a stream, and has no cookie and no header
 * that forbids it.
 */
export function isStorable(response: CacheableResponse, sharing: Sharing): boolean {
  const { status, headers, storable } = response;
  if (!storable || status < 200 || status >= 400 || NEVER.has(status)) return false;
  return headers.every(([name, value]) => isHarmless(name.toLowerCase(), value, sharing));
}

function isHarmless(name: string, value: string, sharing: Sharing): boolean {
  if (name === 'set-cookie') return false;
  if (name === 'vary') return !value.includes('*');
  if (name !== 'cache-control') return true;
  const isForbidden = sharing === 'caller' ? /no-store|no-cache/i : /no-store|no-cache|private/i;
  return !isForbidden.test(value);
}

/** A response with its caching headers. Requests share `body`, so it must not be changed. */
export interface CachedResponse extends Pending {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  /**
   * The source of the response: `hit` and `stale` from the cache, `miss` from the method (or from a call that was
   * already running), `bypass` from the method because the cache was not used, `uncacheable` from the method because
   * the response must not be stored.
   */
  readonly cacheStatus: 'hit' | 'stale' | 'miss' | 'bypass' | 'uncacheable';
  /** The `Cache-Status` header of RFC 9211. */
  readonly cacheStatusText: string;
  readonly etag: string | undefined;
  /** Whole seconds since the method responded, for a response from the cache. */
  readonly age: number | undefined;
  /** `undefined` for an error. */
  readonly cacheControl: string | undefined;
  readonly vary: string | undefined;
  /** The method's own response, if it was called for this request. Only this one has a stream. */
  readonly produced: CacheableResponse | undefined;
}

/** Shortens each lifetime by up to a tenth, so that entries made together do not expire together. */
const SPREAD = 0.1;

/**
 * The entry of a response. It is a copy, so that later changes of the response do not reach it.
 *
 * @param context The time, the tokens of the generations, and a number from 0 to 1.
 */
export function makeEntry(
  response: CacheableResponse,
  { ttl, staleWhileRevalidate }: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate'>,
  { tokens, now, random }: { tokens: readonly string[]; now: number; random: number },
): CacheEntry {
  const {
    status,
    headers,
    body,
    isRenewable = true,
    hasRelativeLinks,
    page,
    location,
    hasBigInts,
  } = response;
  const freshUntil = now + Math.round(ttl * (1 - SPREAD * random));
  return {
    status,
    headers: headers.map(([name, value]) => [name, value] as const),
    body: typeof body === 'object' ? Buffer.from(body) : body,
    etag: etagOfResponse(response),
    storedAt: now,
    freshUntil,
    staleUntil: isRenewable ? freshUntil + staleWhileRevalidate : freshUntil,
    tokens,
    hasRelativeLinks,
    page,
    location,
    hasBigInts,
  };
}

/** The tag that the method has set, or else one of the body. Only a success has a tag. */
export function etagOfResponse({ status, headers, body }: CacheableResponse): string | undefined {
  if (status >= 300) return undefined;
  const own = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
  return own ?? (body === undefined ? undefined : etagOf(body));
}

const CHECKSUM_LENGTH = 43;

const isString = (value: unknown): value is string => typeof value === 'string';

const isNumber = (value: unknown): value is number => typeof value === 'number';

export function encodeEntry(key: string, entry: CacheEntry): string {
  const { body, etag, ...rest } = entry;
  const json = JSON.stringify({
    format: ENTRY_FORMAT,
    ...rest,
    etag: etag ?? null,
    ...(typeof body === 'string' || body === undefined
      ? { text: body ?? null }
      : { bytes: Buffer.from(body).toString('base64') }),
  });
  return `${checksum(key, json)}${json}`;
}

/**
 * The entry that `encodeEntry` wrote for this key. `undefined` for any other value: a part of an entry, another format,
 * a foreign value, or the entry of another key. Without this check, a client library that mixes up its replies would
 * send a response to the wrong user.
 */
export function decodeEntry(key: string, text: string): CacheEntry | undefined {
  const json = text.slice(CHECKSUM_LENGTH);
  if (text.slice(0, CHECKSUM_LENGTH) !== checksum(key, json)) return undefined;
  const stored = parse(json);
  return stored === undefined ? undefined : entryOf(stored);
}

function checksum(key: string, json: string): string {
  return createHash('sha256').update(key).update('\n').update(json).digest('base64url');
}

function parse(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The checksum proves that the value is complete, not who wrote it: other programs may write to the store. */
function entryOf(stored: JsonObject): CacheEntry | undefined {
  const { format, status, headers, etag, storedAt, freshUntil, staleUntil, tokens } = stored;
  const { hasRelativeLinks, page, location, hasBigInts } = stored;
  const body = bodyOf(stored);
  const isWhole =
    format === ENTRY_FORMAT &&
    isNumber(status) &&
    isHeaders(headers) &&
    (etag === null || isString(etag)) &&
    isNumber(storedAt) &&
    isNumber(freshUntil) &&
    isNumber(staleUntil) &&
    isListOf(tokens, isString) &&
    body !== null &&
    isFlag(hasRelativeLinks) &&
    isFlag(hasBigInts) &&
    (location === undefined || isString(location)) &&
    (page === undefined || isPage(page));
  if (!isWhole) return undefined;
  const times = { storedAt, freshUntil, staleUntil };
  const pending = { hasRelativeLinks, page, location, hasBigInts };
  return { status, headers, body, etag: etag ?? undefined, tokens, ...times, ...pending };
}

function isFlag(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}

function isPage(value: unknown): value is CacheEntry['page'] {
  return isJsonObject(value) && isNumber(value['page']) && isString(value['argument']);
}

function bodyOf({ text, bytes }: JsonObject): CacheEntry['body'] | null {
  if (isString(bytes)) return Buffer.from(bytes, 'base64');
  if (isString(text)) return text;
  return text === null ? undefined : null;
}

/** Whether a value that another program may have written has the lines of headers. */
export function isHeaders(value: unknown): value is readonly HeaderLine[] {
  return isListOf(value, isHeaderLine);
}

function isHeaderLine(value: unknown): value is HeaderLine {
  return Array.isArray(value) && value.length === 2 && value.every(isString);
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
