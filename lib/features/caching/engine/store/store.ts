import { randomBytes } from 'node:crypto';
import { whenReady, type Awaitable } from '../../../../shared/promises.js';
import type { CacheEntry } from '../entry.js';

/**
 * A store outside this process, with the operations that every store has: Redis, Valkey, or any other
 * store of Keyv. It keeps strings under keys. It may throw, hang, forget, lose writes silently, and
 * return invalid values.
 */
export interface TextStore {
  /** The values of keys, in their order; `undefined` for one that is not there. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a key that is not there: of several processes at a time, one succeeds. Absent if the store has no such
   * operation.
   */
  readonly add?: ((key: string, value: string, ttlMs: number) => Promise<void>) | undefined;
  delete(key: string): Promise<void>;
  /** The error that the client of the store has reported in the last seconds, as the reason why it does not respond. */
  readonly lastError?: (() => unknown) | undefined;
}

/** The result of one read. */
export interface StoreReading {
  readonly entry: CacheEntry | undefined;
  /** In the order of the keys that were read; `undefined` for a token that is not there. */
  readonly tokens: readonly (string | undefined)[];
}

/**
 * A store of entries and generations. Nothing here throws or rejects: the result shows whether the store
 * was available.
 *
 * Entries are purged through generations. A generation (of a route, of arguments, of a tag, of everything) has a token,
 * a random text. An entry contains the tokens that were in force when it was made, and is current while they are in
 * force; a purge writes new tokens. A token is never written twice, so a delayed write cannot restore an old
 * generation. A token that was lost is replaced by a new one.
 */
export interface CacheStore {
  /** Reads an entry and tokens in one request; `undefined` if the store is unavailable. */
  read(entryKey: string, tokenKeys: readonly string[]): Awaitable<StoreReading | undefined>;
  /** Writes tokens for generations that have none; returns those in force, `undefined` if unknown. */
  begin(tokenKeys: readonly string[]): Awaitable<readonly string[] | undefined>;
  /** Ends generations by new tokens; returns whether every process reads them from now on. */
  end(tokenKeys: readonly string[]): Awaitable<boolean>;
  write(entryKey: string, entry: CacheEntry, ttlMs: number): Awaitable<boolean>;
  remove(entryKey: string): Awaitable<boolean>;
}

/** A problem of the cache. Requests still get their responses. */
export type CacheFailure =
  | { readonly kind: 'store-down'; readonly error: unknown }
  | { readonly kind: 'store-back'; readonly failures: number; readonly downMs: number }
  | { readonly kind: 'purges-waiting' }
  | { readonly kind: 'purges-done' }
  | { readonly kind: 'renewal-failed'; readonly routeId: string; readonly error: unknown }
  | { readonly kind: 'tags-failed'; readonly routeId: string; readonly error: unknown }
  | {
      readonly kind: 'headers-outside';
      readonly routeId: string;
      readonly names: readonly string[];
    };

/** Is called once for each outage, and once when it is over. Must not throw. */
export type OnFailure = (failure: CacheFailure) => void;

export function describeFailure(failure: CacheFailure): string {
  switch (failure.kind) {
    case 'store-down':
      return `The cache store is unavailable, requests are served without it.`;
    case 'store-back':
      return `The cache store is back after ${failure.downMs} ms; ${failure.failures} calls failed.`;
    case 'purges-waiting':
      return 'A purge did not reach the cache store. This process no longer sends what was purged; other processes may, until the store has the purge.';
    case 'purges-done':
      return 'All purges have reached the cache store.';
    case 'renewal-failed':
      return `${failure.routeId} could not be renewed in the background, its old response is kept until it expires.`;
    case 'headers-outside':
      return `${failure.routeId} is not cached: its method or an interceptor sets ${failure.names.join(', ')} on the platform's own response, and a response from the cache would lack that. Return new RestResponse(data, status, headers) instead.`;
    case 'tags-failed':
      return `${failure.routeId} is not cached, because its tags could not be made.`;
  }
}

const TOKEN = /^[\w-]{16}$/;

/** 96 random bits. It is not a counter, because not every store can count for several processes. */
export const randomToken = (): string => randomBytes(12).toString('base64url');

/** A token read from a store; `undefined` for any other value, which counts as lost. */
export function tokenOf(value: string | undefined): string | undefined {
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

export function isSameGeneration(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((token, at) => token === other[at]);
}

/** Whether no token is missing. */
export function areKnown(tokens: readonly (string | undefined)[]): tokens is readonly string[] {
  return !tokens.includes(undefined);
}

/**
 * Whether an entry was stored since `since`, when a method was called. A response that comes late is
 * older than that entry, and must not replace or remove it.
 */
export function hasNewerEntry(store: CacheStore, key: string, since: number): Awaitable<boolean> {
  return whenReady(
    store.read(key, []),
    (reading) => reading?.entry !== undefined && reading.entry.storedAt >= since,
  );
}
