import { createHash } from 'node:crypto';
import { ENTRY_FORMAT, type CacheEntry, type HeaderLine } from './entry.js';

const CHECKSUM_LENGTH = 43;

/** An entry as a string that any store can keep. */
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
 * The entry that `encodeEntry` wrote for this key. `undefined` for everything else: a part of an entry,
 * another format, a foreign value, or the entry of another key. A client library that mixes up its
 * replies would otherwise send a response to the wrong user.
 */
export function decodeEntry(key: string, text: string): CacheEntry | undefined {
  const json = text.slice(CHECKSUM_LENGTH);
  if (text.slice(0, CHECKSUM_LENGTH) !== checksum(key, json)) return undefined;
  const stored = parse(json);
  return stored === undefined ? undefined : entryOf(stored);
}

type Stored = Readonly<Record<string, unknown>>;

function checksum(key: string, json: string): string {
  return createHash('sha256').update(key).update('\n').update(json).digest('base64url');
}

function parse(json: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Stored) : undefined;
  } catch {
    return undefined;
  }
}

/** The checksum proves that the value is whole, not who wrote it: other programs may write to the store. */
function entryOf(stored: Stored): CacheEntry | undefined {
  const { format, status, headers, etag, storedAt, freshUntil, staleUntil, tokens } = stored;
  const body = bodyOf(stored);
  const isWhole =
    format === ENTRY_FORMAT &&
    isNumber(status) &&
    isListOf(headers, isHeaderLine) &&
    (etag === null || isString(etag)) &&
    isNumber(storedAt) &&
    isNumber(freshUntil) &&
    isNumber(staleUntil) &&
    isListOf(tokens, isString) &&
    body !== null;
  if (!isWhole) return undefined;
  const times = { storedAt, freshUntil, staleUntil };
  return { status, headers, body, etag: etag ?? undefined, tokens, ...times };
}

function bodyOf({ text, bytes }: Stored): CacheEntry['body'] | null {
  if (isString(bytes)) return Buffer.from(bytes, 'base64');
  if (isString(text)) return text;
  return text === null ? undefined : null;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isHeaderLine(value: unknown): value is HeaderLine {
  return Array.isArray(value) && value.length === 2 && value.every(isString);
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
