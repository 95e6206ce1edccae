import type { Awaitable } from '../shared/promises.js';
import type { CacheResponder } from './cache-responder.js';
import type { CacheableResponse, CachedResponse } from './entry.js';
import { type CacheKeys, canonicalArguments } from './keys.js';
import type { CacheRequest } from './cache-request.js';
import type { Purger } from './store/purger.js';

/** The parts of a response cache. */
export interface ResponseCacheParts {
  readonly keys: CacheKeys;
  readonly responder: CacheResponder;
  readonly purger: Purger;
  readonly storeFailures: () => number;
}

/**
 * The cache of one application.
 *
 * A purge takes effect at once in this process: requests that come after the call get neither a purged
 * entry nor a response whose call began before. The promise resolves to `true` once the purge holds for
 * every process that shares the store. It resolves to `false` where the store is unavailable, and never
 * rejects: the purge is remembered and tried again each second. Until the store has it, other processes
 * may send entries that they can still read, at most until those expire.
 */
export class ResponseCache {
  readonly #parts: ResponseCacheParts;

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts;
  }

  /** How often the store has failed since this process started. */
  get storeFailures(): number {
    return this.#parts.storeFailures();
  }

  /**
   * The response to a request: at once where its entry is in this process, else as a promise. Rejects
   * only with what `produce` throws.
   *
   * @param produce Calls the method. Also called in the background, after a stale response was sent.
   */
  respond<Produced extends CacheableResponse>(
    request: CacheRequest,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    return this.#parts.responder.respond(request, produce);
  }

  /**
   * Purges the responses of a route, or those to these arguments, for every caller.
   *
   * @param args The typed arguments with their defaults, as in the route's requests.
   */
  purge(routeId: string, args?: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { keys, purger } = this.#parts;
    const canonical = args === undefined ? undefined : canonicalArguments(args);
    // Arguments without a canonical text have no entries: the whole route is purged, to be safe.
    const isAll = canonical === undefined;
    return purger.purge([isAll ? keys.route(routeId) : keys.args(routeId, canonical)]);
  }

  /** Purges the responses that have one of these tags. */
  purgeTags(...tags: readonly string[]): Promise<boolean> {
    const { keys, purger } = this.#parts;
    return purger.purge([...new Set(tags)].map((tag) => keys.tag(tag)));
  }

  /** Purges every response of this application; other values in the same store stay. */
  purgeAll(): Promise<boolean> {
    const { keys, purger } = this.#parts;
    return purger.purge([keys.all]);
  }

  /** Stops the work in the background, after a last attempt at the waiting purges. */
  close(): Promise<boolean> {
    return this.#parts.purger.close();
  }
}
