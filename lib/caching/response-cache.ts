import type { CacheLookup } from './cache-lookup.js';
import type { Awaitable } from '../shared/when-ready.js';
import type { CachedResponse } from './cached-response.js';
import { canonicalArguments } from './keys/canonical-arguments.js';
import type { CacheKeys } from './keys/cache-key.js';
import type { Purger } from './purger.js';
import type { CacheableResponse } from './entries/storable.js';
import type { CacheQuestion } from './keys/cache-request.js';

/** What a response cache is put together from. */
export interface ResponseCacheParts {
  readonly keys: CacheKeys;
  readonly cacheLookup: CacheLookup;
  readonly purger: Purger;
  readonly storeFailures: () => number;
}

/**
 * The cache of one application.
 *
 * What its purges promise: to requests that come after the call, this process gives nothing that is
 * purged, nor a response that was begun before. The promise resolves to `true` once that holds for every process that shares
 * the store. It resolves to `false` where the store cannot be had, and never rejects: the purge is
 * remembered and tried again each second; until the store has it, other processes may give what they
 * can still read, at most until it ends by itself.
 */
export class ResponseCache {
  readonly #parts: ResponseCacheParts;

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts;
  }

  /** How often the store has failed since the start of this process. */
  get storeFailures(): number {
    return this.#parts.storeFailures();
  }

  /**
   * The response to a question: at once where it is kept in this process, else as a promise. Rejects with
   * what `produce` throws, and with nothing else.
   *
   * @param produce Calls the method. Also called in the background, after the request has its response,
   * where an old one is given while it is made anew.
   */
  respond<Produced extends CacheableResponse>(
    question: CacheQuestion,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    return this.#parts.cacheLookup.respond(question, produce);
  }

  /**
   * Purges what a route has answered, or what it has answered to these arguments, for every caller.
   *
   * @param args The typed arguments with their defaults, as the route's questions have them.
   */
  purge(routeId: string, args?: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { keys, purger } = this.#parts;
    const canonical = args === undefined ? undefined : canonicalArguments(args);
    // Arguments that nothing is kept under are no reason to keep what was meant.
    const isAll = canonical === undefined;
    return purger.purge([isAll ? keys.route(routeId) : keys.args(routeId, canonical)]);
  }

  /** Purges what has one of these tags. */
  purgeTags(...tags: readonly string[]): Promise<boolean> {
    const { keys, purger } = this.#parts;
    return purger.purge([...new Set(tags)].map((tag) => keys.tag(tag)));
  }

  /** Purges everything of this application; what others keep in the same store stays. */
  purgeAll(): Promise<boolean> {
    const { keys, purger } = this.#parts;
    return purger.purge([keys.all]);
  }

  /** Ends what goes on beside the requests; purges that wait are tried a last time. */
  close(): Promise<boolean> {
    return this.#parts.purger.close();
  }
}
