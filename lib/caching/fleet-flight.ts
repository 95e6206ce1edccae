import type { CacheLookup, EntryAddress } from './cache-lookup.js';
import type { Clock } from './settings.js';
import type { CacheEntry } from './entry.js';
import type { CacheKeys } from './keys.js';
import type { CompleteSettings } from './settings.js';
import type { GuardedStore } from './store/guarded-store.js';
import type { Lease } from './store/store.js';

/** The note under the key of a lease: the response cannot be shared, so each process calls the method itself. */
const UNSHARED = 'unshared';

const FIRST_PAUSE_MS = 5;

const LONGEST_PAUSE_MS = 50;

/** The decision of a process that finds no fresh entry. */
type FleetDecision =
  /** It sends the entry that another process has made. */
  | { readonly kind: 'entry'; readonly entry: CacheEntry }
  /** It calls the method, and others wait for it if it holds a lease. */
  | {
      readonly kind: 'turn';
      /** The tokens in force before the method is called. */
      readonly tokens: readonly string[];
      /** Ends the lease. If no entry was stored, the waiting processes call the method themselves. */
      readonly end: (isStored: boolean) => Promise<unknown>;
    }
  /** Another process calls the method. */
  | { readonly kind: 'busy' };

/**
 * Lets one process of all call a method for an entry. A process that holds the lease extends it while the method runs;
 * if it dies, the others wait for the rest of its lease. If the store is unavailable, and after the time limit, each
 * process calls the method itself.
 */
export class FleetFlight {
  constructor(
    private readonly store: GuardedStore,
    private readonly lookup: CacheLookup,
    private readonly keys: CacheKeys,
    private readonly settings: CompleteSettings,
  ) {}

  /**
   * @param tokens The tokens in force when the request was looked up.
   * @param mayWait Whether to wait for the entry of another process.
   */
  async enter(
    address: EntryAddress,
    tokens: readonly string[],
    mayWait: boolean,
  ): Promise<FleetDecision> {
    const { store, keys } = this;
    const { clock, leaseMs, flightLimitMs } = this.settings;
    const end = clock.now() + flightLimitMs;
    let current = tokens;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const key = keys.lease(address.key, current);
      const lease = await store.lease(key, leaseMs);
      if (lease === undefined) return withoutLease(current);
      if (lease === 'taken' && !mayWait) return { kind: 'busy' };
      // The lookup comes after the lease was taken: the process that held the lease before may have stored its entry.
      const found = await this.lookup.find(address);
      if (isFresh(found?.entry, clock)) {
        if (lease !== 'taken') await store.run(() => lease.release());
        return { kind: 'entry', entry: found.entry };
      }
      current = found?.tokens ?? current;
      if (lease !== 'taken') return this.#turn(lease, current);
      if (clock.now() >= end || (await this.#isUnshared(key))) return withoutLease(current);
      await new Promise<void>((resolve) => clock.after(pause, resolve));
    }
  }

  async #isUnshared(key: string): Promise<boolean> {
    const values = await this.store.get([key]);
    return values === undefined || values[0] === UNSHARED;
  }

  /** Extends a lease until the turn ends. */
  #turn(lease: Lease, tokens: readonly string[]): FleetDecision {
    const { store } = this;
    const { clock, leaseMs } = this.settings;
    let cancel = (): void => {};
    const extendLater = (): void => {
      cancel = clock.afterIdly(leaseMs / 3, () => {
        extendLater();
        void store.run(() => lease.extend(leaseMs));
      });
    };
    extendLater();
    return {
      kind: 'turn',
      tokens,
      end: (isStored) => {
        cancel();
        return store.run(() => (isStored ? lease.release() : lease.leave(UNSHARED, leaseMs)));
      },
    };
  }
}

function isFresh(entry: CacheEntry | undefined, clock: Clock): entry is CacheEntry {
  return entry !== undefined && clock.now() < entry.freshUntil;
}

/** This process calls the method, whatever the others do. */
function withoutLease(tokens: readonly string[]): FleetDecision {
  return { kind: 'turn', tokens, end: () => Promise.resolve() };
}
