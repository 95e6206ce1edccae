import { randomBytes, createHash } from 'node:crypto';
import { CacheResponder, BackgroundRenewal } from './cache-responder.js';
import { SYSTEM_CLOCK, type Clock } from './cache-request.js';
import {
  sizeOfEntry,
  type CacheEntry,
  ENTRY_FORMAT,
  type HeaderLine,
  type CacheableResponse,
} from './entry.js';
import { CacheKeys } from './keys.js';
import { CacheLookup } from './cache-lookup.js';
import { Purger, PendingPurges } from './store/purger.js';
import { ResponseCache } from './response-cache.js';
import { ResponseMaker, type MadeResponse } from './response-maker.js';
import { SingleFlight, Arrivals } from './single-flight.js';
import { SharedCalls } from './shared-calls.js';
import { GuardedStore } from './store/guarded-store.js';
import {
  type CacheStore,
  type TextStore,
  type StoreReading,
  type OnFailure,
  tokenOf,
  type MakeToken,
  randomToken,
} from './store/store.js';
import { TokenWriter } from './store/token-writer.js';
import { LRUCache } from 'lru-cache';

const CHECKSUM_LENGTH = 43;

const isString = (value: unknown): value is string => typeof value === 'string';

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** How much a store in memory keeps. The least recently used entries are dropped first. */
interface MemoryLimits {
  /** Number of entries; 10 000 by default. */
  readonly maxEntries?: number;
  /** Bytes of all entries, roughly; 64 MiB by default. Tokens may take another quarter of it. */
  readonly maxBytes?: number;
  /** Bytes of one entry, roughly; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number;
}

const MEBIBYTE = 1024 * 1024;

const DEFAULT_MAX_ENTRY_BYTES = 4 * MEBIBYTE;

/** Enough for some hundred entries with many tags each, even in a small store. */
const MINIMUM_TOKEN_BYTES = MEBIBYTE / 4;

/** Roughly how many bytes the map takes for a token, besides its text. */
const TOKEN_OVERHEAD = 100;

/**
 * Keeps entries and tokens in the memory of this process, without encoding: a hit waits for nothing.
 *
 * When a token is dropped, the entries of its generation are no longer current. Entries and tokens have
 * separate limits: with a common one, a large entry would push out the tokens that it needs.
 */
export class MemoryStore implements CacheStore {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #tokens: LRUCache<string, string>;
  readonly #makeToken: MakeToken;

  constructor(limits: MemoryLimits = {}, makeToken: MakeToken = randomToken) {
    const { maxEntries = 10_000, maxBytes = 64 * MEBIBYTE } = limits;
    const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = limits;
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, maxEntryBytes),
      sizeCalculation: (entry, key) => key.length + sizeOfEntry(entry),
    });
    this.#tokens = new LRUCache({
      maxSize: Math.max(MINIMUM_TOKEN_BYTES, Math.floor(maxBytes / 4)),
      sizeCalculation: (token, key) => key.length + token.length + TOKEN_OVERHEAD,
    });
    this.#makeToken = makeToken;
  }

  read(entryKey: string, tokenKeys: readonly string[]): StoreReading {
    const tokens = tokenKeys.map((key) => this.#tokens.get(key));
    return { entry: this.#entries.get(entryKey), tokens };
  }

  begin(tokenKeys: readonly string[]): readonly string[] {
    return tokenKeys.map((key) => {
      const token = this.#makeToken();
      this.#tokens.set(key, token);
      return token;
    });
  }

  end(tokenKeys: readonly string[]): true {
    this.begin(tokenKeys);
    return true;
  }

  write(entryKey: string, entry: CacheEntry): true {
    this.#entries.set(entryKey, entry);
    return true;
  }

  remove(entryKey: string): true {
    this.#entries.delete(entryKey);
    return true;
  }
}

/** Keeps entries and tokens in a store that several processes share. */
class RemoteStore implements CacheStore {
  readonly #store: GuardedStore;
  readonly #tokens: TokenWriter;
  readonly #maxEntryBytes: number;

  constructor(store: GuardedStore, maxEntryBytes: number, makeToken?: MakeToken) {
    this.#store = store;
    this.#tokens = new TokenWriter(store, makeToken);
    this.#maxEntryBytes = maxEntryBytes;
  }

  async read(entryKey: string, tokenKeys: readonly string[]): Promise<StoreReading | undefined> {
    const values = await this.#store.get([entryKey, ...tokenKeys]);
    if (values === undefined) return undefined;
    const [text, ...tokens] = values;
    const entry = text === undefined ? undefined : decodeEntry(entryKey, text);
    return { entry, tokens: tokens.map(tokenOf) };
  }

  begin(tokenKeys: readonly string[]): Promise<readonly string[] | undefined> {
    return this.#tokens.begin(tokenKeys);
  }

  end(tokenKeys: readonly string[]): Promise<boolean> {
    return this.#tokens.end(tokenKeys);
  }

  async write(entryKey: string, entry: CacheEntry, ttlMs: number): Promise<boolean> {
    if (sizeOfEntry(entry) > this.#maxEntryBytes) return false;
    return this.#store.set(entryKey, encodeEntry(entryKey, entry), ttlMs);
  }

  remove(entryKey: string): Promise<boolean> {
    return this.#store.delete(entryKey);
  }
}

const DEFAULT_FLIGHT_LIMIT_MS = 30_000;

/** The settings of a cache. */
export interface CacheSettings extends MemoryLimits {
  /** Separates the applications that share a store. */
  readonly namespace: string;
  /** A store that several processes share; the memory of this process by default. */
  readonly store?: TextStore;
  /** How long the store may take, in milliseconds; 100 by default. */
  readonly timeLimitMs?: number;
  /** How long a store is left alone after a failure, in milliseconds; 5000 by default. */
  readonly restMs?: number;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown: below 500, a background renewal removes the entry. */
  readonly statusOfError: (error: unknown) => number;
  readonly clock?: Clock;
  /** How long requests wait for a call that is under way, in milliseconds; 30 000 by default. */
  readonly flightLimitMs?: number;
  /** From 0 to 1; spreads when entries expire. */
  readonly random?: () => number;
}

interface StoreChoice {
  readonly store: CacheStore;
  readonly failures: () => number;
}

/** Composes the cache of one application. */
export function createResponseCache(settings: CacheSettings): ResponseCache {
  const { onFailure, clock = SYSTEM_CLOCK } = settings;
  const keys = new CacheKeys(settings.namespace);
  const { store, failures } = chooseStore(settings, keys, clock);
  const pending = new PendingPurges(keys.all);
  const lookup = new CacheLookup(store, pending);
  const responder = createResponder({ settings, keys, store, lookup, clock });
  const purger = new Purger({ store, pending, clock, onFailure });
  return new ResponseCache({ keys, responder, purger, storeFailures: failures });
}

function chooseStore(settings: CacheSettings, keys: CacheKeys, clock: Clock): StoreChoice {
  const { store, timeLimitMs = 100, restMs = 5000, onFailure } = settings;
  if (store === undefined) return { store: new MemoryStore(settings), failures: () => 0 };
  // Each process has a key of its own: two that probe at a time must not read each other's value.
  const probeKey = keys.probe(randomBytes(9).toString('base64url'));
  const guarded = new GuardedStore({ store, timeLimitMs, restMs, probeKey, clock, onFailure });
  const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = settings;
  return { store: new RemoteStore(guarded, maxEntryBytes), failures: () => guarded.failures };
}

interface ResponderSetup {
  readonly settings: CacheSettings;
  readonly keys: CacheKeys;
  readonly store: CacheStore;
  readonly lookup: CacheLookup;
  readonly clock: Clock;
}

function createResponder({ settings, keys, store, lookup, clock }: ResponderSetup): CacheResponder {
  const { onFailure, statusOfError, random = Math.random } = settings;
  const limitMs = settings.flightLimitMs ?? DEFAULT_FLIGHT_LIMIT_MS;
  const arrivals = new Arrivals();
  const singleFlight = new SingleFlight<MadeResponse<CacheableResponse>>({
    arrivals,
    clock,
    limitMs,
  });
  const maker = new ResponseMaker({ store, clock, limitMs, random });
  const sharedCalls = new SharedCalls({ singleFlight, maker, clock });
  const renewal = new BackgroundRenewal({ sharedCalls, store, clock, onFailure, statusOfError });
  const parts = { keys, lookup, arrivals, sharedCalls, maker, renewal, clock, onFailure };
  return new CacheResponder(parts);
}

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

function isHeaderLine(value: unknown): value is HeaderLine {
  return Array.isArray(value) && value.length === 2 && value.every(isString);
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
