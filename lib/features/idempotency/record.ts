import { isJsonObject } from '../../shared/records.js';
import { decodeEntry, encodeEntry, type CacheEntry } from '../caching/index.js';
import { isStoredError, type StoredError } from './stored-error.js';

/** What is known of the first request with a key. */
export type IdempotencyRecord = {
  /** Of its arguments. */
  readonly fingerprint: string;
} & (
  | { readonly state: 'running' }
  | { readonly state: 'lost' }
  | { readonly state: 'responded'; readonly entry: CacheEntry }
  | { readonly state: 'failed'; readonly error: StoredError }
);

/** @param claim Distinguishes the records of requests that run at the same time. */
export function textOfRecord(address: string, record: IdempotencyRecord, claim = ''): string {
  const { state, fingerprint } = record;
  // A client library that mixes up its replies must not send a response to another caller.
  const known = { address, state, fingerprint, claim };
  if (state === 'responded') {
    return JSON.stringify({ ...known, entry: encodeEntry(address, record.entry) });
  }
  return JSON.stringify(state === 'failed' ? { ...known, error: record.error } : known);
}

/** `undefined` for any other text than that of a record of this address. */
export function recordOf(address: string, text: string): IdempotencyRecord | undefined {
  const read = parsed(text);
  if (!isJsonObject(read) || read['address'] !== address) return undefined;
  const { state, fingerprint, entry: entryText, error } = read;
  if (typeof fingerprint !== 'string') return undefined;
  if (state === 'running' || state === 'lost') return { state, fingerprint };
  if (state === 'failed' && isStoredError(error)) return { state, fingerprint, error };
  if (state !== 'responded' || typeof entryText !== 'string') return undefined;
  const entry = decodeEntry(address, entryText);
  return entry && { state, fingerprint, entry };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // another program has written it
  }
}
