import { whenReady, type Awaitable } from '../../../shared/promises.js';
import type { CacheEntry } from './entry.js';
import type { PendingPurges } from './store/purger.js';
import { type CacheStore, type StoreReading, areKnown, isSameGeneration } from './store/store.js';
import { type CacheKeys, canonicalArguments } from './keys.js';
import type { CacheRequest } from './cache-headers.js';

/** The key under which the entry of a request is stored, and the generations that it belongs to. */
export interface EntryAddress {
  readonly key: string;
  readonly generations: readonly string[];
  /** The result of `tags`. */
  readonly tags: readonly string[];
}

const MAXIMUM_TAGS = 64;

/** The entry of an address, if it is current, and the tokens in force when the store was read. */
export interface LookupResult {
  readonly entry: CacheEntry | undefined;
  readonly tokens: readonly string[];
}

/**
 * Step 1 of a cached request: looks up the entry of an address.
 *
 * The tokens of the result were in force before the method is called. The new entry is stored under
 * them, so a purge during the call ends that entry before it is written.
 */
export class CacheLookup {
  constructor(
    private readonly store: CacheStore,
    private readonly pending: PendingPurges,
  ) {}

  /** `undefined` if the store must be neither read nor written for this request. */
  find(address: EntryAddress): Awaitable<LookupResult | undefined> {
    // This is checked before the store is read: during the read, a purge may reach the store and leave the pending
    // purges.
    if (this.pending.concern(address.generations)) return undefined;
    const reading = this.store.read(address.key, address.generations);
    return whenReady(reading, (read) => this.#check(address, read));
  }

  #check(
    address: EntryAddress,
    reading: StoreReading | undefined,
  ): Awaitable<LookupResult | undefined> {
    if (reading === undefined) return undefined;
    const { entry, tokens } = reading;
    if (!areKnown(tokens)) return this.#begin(address, tokens);
    const isCurrent = entry !== undefined && isSameGeneration(entry.tokens, tokens);
    return { entry: isCurrent ? entry : undefined, tokens };
  }

  /** Begins the generations that have no token. No entry can belong to a generation that begins now. */
  #begin(
    { generations }: EntryAddress,
    tokens: readonly (string | undefined)[],
  ): Awaitable<LookupResult | undefined> {
    const missing = generations.filter((_, at) => tokens[at] === undefined);
    return whenReady(this.store.begin(missing), (begun) => {
      if (begun === undefined) return undefined;
      const next = begun.values();
      const all = tokens.map((token) => token ?? next.next().value);
      return areKnown(all) ? { entry: undefined, tokens: all } : undefined;
    });
  }
}

/** The maximum number of addresses that are kept, of all routes; at this number, all of them are dropped. */
const MOST_ADDRESSES = 2000;

/** The length of arguments and partition up to which an address is kept: all of them need about 2 MB. */
const LONGEST_KEPT = 200;

/** The addresses of an application's entries. Making one takes longer than finding the entry, so they are kept. */
export class EntryAddresses {
  #known = new WeakMap<CacheRequest['policy'], Map<string, EntryAddress>>();
  #count = 0;

  constructor(private readonly keys: CacheKeys) {}

  /**
   * The address of a request's entry; `undefined` if the request has no partition, or arguments that cannot be
   * distinguished from others.
   *
   * @throws What `tags` throws, or `TypeError` if it does not return a list of at most 64 strings.
   */
  of(request: CacheRequest): EntryAddress | undefined {
    const { args, partition, policy } = request;
    const canonical = partition === undefined ? undefined : canonicalArguments(args);
    if (partition === undefined || canonical === undefined) return undefined;
    const tags = policy.tags(args);
    // Canonical arguments mark their own end.
    const text = canonical + partition;
    // A list that cannot change comes from the options; a list that a function returns may change.
    if (text.length > LONGEST_KEPT || !Object.isFrozen(tags))
      return this.#make(request, canonical, partition, tags);
    const last = this.#ofRoute(policy).get(text);
    if (last?.tags === tags) return last;
    const made = this.#make(request, canonical, partition, tags);
    if (++this.#count > MOST_ADDRESSES) {
      this.#known = new WeakMap();
      this.#count = 1;
    }
    this.#ofRoute(policy).set(text, made);
    return made;
  }

  /** Each route, and each version of a route, has its own policy. */
  #ofRoute(policy: CacheRequest['policy']): Map<string, EntryAddress> {
    const known = this.#known.get(policy) ?? new Map<string, EntryAddress>();
    this.#known.set(policy, known);
    return known;
  }

  #make(
    { routeId, version }: CacheRequest,
    canonical: string,
    partition: string,
    tags: readonly string[],
  ): EntryAddress {
    const { keys } = this;
    const generations = [keys.all, keys.route(routeId), keys.args(routeId, canonical)];
    for (const tag of checkedTags(tags)) generations.push(keys.tag(tag));
    return { key: keys.entry(routeId, canonical, partition, version), generations, tags };
  }
}

/** Sorts several tags, because a function may list the same tags in any order. */
function checkedTags(tags: unknown): readonly string[] {
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  if (!isList || tags.length > MAXIMUM_TAGS) {
    throw new TypeError(`tags must be a list of at most ${MAXIMUM_TAGS} strings`);
  }
  return tags.length > 1 ? [...new Set(tags)].sort() : tags;
}
