import type { Clock } from './clock.js';
import { hasNewerEntry } from './entries/newer-entry.js';
import type { CacheableResponse } from './entries/storable.js';
import type { MadeResponse, ResponseJob } from './response-maker.js';
import type { SharedCalls } from './single-flight/shared-calls.js';
import type { CacheStore } from './store/store.js';
import type { OnFailure } from './store/store-failure.js';

/** The parts of a background renewal. */
export interface RenewalParts {
  readonly sharedCalls: SharedCalls;
  readonly store: CacheStore;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown. */
  readonly statusOfError: (error: unknown) => number;
}

/** A renewal that is under way. */
interface Renewal {
  readonly key: string;
  readonly routeId: string;
  readonly since: number;
}

/** Replaces stale entries in the background, while requests still get the stale response. */
export class BackgroundRenewal {
  readonly #parts: RenewalParts;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Starts a renewal, unless one of the same entry is under way. */
  start<Produced extends CacheableResponse>(job: ResponseJob<Produced>, routeId: string): void {
    const { sharedCalls, clock, statusOfError } = this.#parts;
    const renewal = { key: job.key, routeId, since: clock.now() };
    void sharedCalls.makeInBackground(job)?.then(
      (made) => this.#finish(made, renewal),
      (error: unknown) => this.#fail(statusOfError(error), error, renewal),
    );
  }

  #finish({ response, entry }: MadeResponse<CacheableResponse>, renewal: Renewal): void {
    if (entry !== undefined) return;
    const { status } = response;
    this.#fail(status, new Error(`its method responded with status ${status}`), renewal);
  }

  /**
   * The method has responded with something that is not stored. Below 500, such as 404, the old entry
   * is wrong and is removed. From 500 on the old entry stays until it expires.
   */
  #fail(status: number, error: unknown, renewal: Renewal): void {
    if (status < 500) void this.#remove(renewal);
    else this.#parts.onFailure({ kind: 'renewal-failed', routeId: renewal.routeId, error });
  }

  async #remove({ key, since }: Renewal): Promise<void> {
    const { store } = this.#parts;
    if (!(await hasNewerEntry(store, key, since))) await store.remove(key);
  }
}
