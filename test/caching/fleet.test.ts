import { describe, expect, it } from 'vitest';
import type { Lease, TextStore } from '../../lib/caching/store/store.js';
import { deferred } from '../support/deferred.js';
import { FakeClock, settle } from './support/fake-clock.js';
import { cacheRequest, json, policyOf, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** Leases that expire by the clock of the store, as those of Redis do. */
class LeasingStore extends TestStore {
  readonly #until = new Map<string, number>();
  leases = 0;

  constructor(private readonly clock: FakeClock) {
    super();
  }

  lease = async (key: string, ttlMs: number): Promise<Lease | undefined> => {
    if (this.mode !== 'works') throw new Error('connection refused');
    this.#expire(key);
    if (this.values.has(key)) return undefined;
    const holder = `holder ${++this.leases}`;
    this.#set(key, holder, ttlMs);
    const whileHeld = async (run: () => void): Promise<void> => {
      this.#expire(key);
      if (this.values.get(key) === holder) run();
    };
    return {
      extend: (ms) => whileHeld(() => this.#set(key, holder, ms)),
      release: () => whileHeld(() => void this.values.delete(key)),
      leave: (note, ms) => whileHeld(() => this.#set(key, note, ms)),
    };
  };

  #set(key: string, value: string, ttlMs: number): void {
    this.values.set(key, value);
    this.#until.set(key, this.clock.now() + ttlMs);
  }

  #expire(key: string): void {
    if ((this.#until.get(key) ?? Infinity) <= this.clock.now()) this.values.delete(key);
  }
}

/** Three processes with one store. */
function fleet({ leaseMs = 1000, flightLimitMs = 10_000 } = {}) {
  const clock = new FakeClock();
  const store = new LeasingStore(clock);
  const start = () => {
    const own: TextStore = {
      get: (keys) => store.get(keys),
      set: (key, value, ttl) => store.set(key, value, ttl),
      delete: (key) => store.delete(key),
      lease: (key, ttl) => store.lease(key, ttl),
    };
    return testCache({ clock, store: own, leaseMs, flightLimitMs }).cache;
  };
  return { clock, store, processes: [start(), start(), start()] as const };
}

const policy = policyOf({ ttl: '1m', staleWhileRevalidate: '10m', tags: ['items'] });

/** Counts the calls of a method that each caller may hold up. */
function method() {
  const calls: {
    readonly end: (value: unknown) => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const produce = () => {
    const { promise, resolve, reject } = deferred<unknown>();
    calls.push({ end: resolve, fail: reject });
    return promise.then((value) => json(value));
  };
  return { calls, produce };
}

type Cache = ReturnType<typeof testCache>['cache'];

const send = async (cache: Cache, produce: ReturnType<typeof method>['produce']) =>
  String((await cache.respond(cacheRequest({ policy }), produce)).body);

describe('one run in all processes', () => {
  it('calls the method once for a cold key', async () => {
    const { clock, processes } = fleet();
    const { calls, produce } = method();
    const responses = processes.flatMap((one) => [send(one, produce), send(one, produce)]);
    await clock.advance(50);
    expect(calls.length).toBe(1);
    calls[0]?.end('made');
    await clock.advance(100);
    expect(await Promise.all(responses)).toEqual(Array(6).fill('"made"'));
    expect(calls.length).toBe(1);
  });

  it('extends the lease while the method runs', async () => {
    const { clock, processes } = fleet({ leaseMs: 300 });
    const { calls, produce } = method();
    const responses = processes.map((one) => send(one, produce));
    await clock.advance(5000);
    expect(calls.length).toBe(1);
    calls[0]?.end('made');
    await clock.advance(100);
    expect(new Set(await Promise.all(responses))).toEqual(new Set(['"made"']));
  });

  it('renews a stale entry in one process', async () => {
    const { clock, processes } = fleet();
    const first = method();
    const cold = send(processes[0], first.produce);
    await clock.advance(0);
    first.calls[0]?.end('old');
    expect(await cold).toBe('"old"');
    await clock.advance(61_000);
    const { calls, produce } = method();
    const stale = await Promise.all(processes.map((one) => send(one, produce)));
    expect(stale).toEqual(['"old"', '"old"', '"old"']);
    await clock.advance(10);
    expect(calls.length).toBe(1);
    calls[0]?.end('new');
    await clock.advance(10);
    expect(await send(processes[2], produce)).toBe('"new"');
    expect(calls.length).toBe(1);
  });

  it('calls the method in another process once the lease of one that died has expired', async () => {
    const { clock, processes, store } = fleet({ leaseMs: 1000 });
    const { calls, produce } = method();
    // A process that took the lease, and neither extends nor ends it.
    const [key = ''] = await leaseKeys(processes[0], clock, store);
    const dead = await store.lease(key, 1000);
    expect(dead).toBeDefined();
    const waiting = send(processes[1], produce);
    await clock.advance(900);
    expect(calls.length).toBe(0);
    await clock.advance(200);
    expect(calls.length).toBe(1);
    calls[0]?.end('made');
    expect(await waiting).toBe('"made"');
  });

  it('calls the method in each process where its response is not stored', async () => {
    const { clock, processes } = fleet();
    const { calls, produce } = method();
    const responses = processes.map((one) =>
      send(one, produce).catch((error: Error) => error.message),
    );
    await clock.advance(10);
    expect(calls.length).toBe(1);
    calls[0]?.fail(new Error('no database'));
    await clock.advance(60);
    // The others do not wait for each other.
    expect(calls.length).toBe(3);
    calls[1]?.end('one');
    calls[2]?.end('two');
    await clock.advance(0);
    expect((await Promise.all(responses)).toSorted()).toEqual(['"one"', '"two"', 'no database']);
  });

  it('waits for another process no longer than the time limit', async () => {
    const { clock, processes } = fleet({ flightLimitMs: 2000 });
    const { calls, produce } = method();
    const hanging = send(processes[0], produce);
    await clock.advance(10);
    const waiting = send(processes[1], produce);
    await clock.advance(2100);
    expect(calls.length).toBe(2);
    calls[1]?.end('made');
    expect(await waiting).toBe('"made"');
    calls[0]?.end('late');
    await hanging;
  });

  it('calls the method at once where the store is unavailable', async () => {
    const { clock, processes, store } = fleet();
    const { calls, produce } = method();
    store.mode = 'throws';
    const responses = processes.map((one) => send(one, produce));
    await clock.advance(0);
    expect(calls.length).toBe(3);
    calls.forEach(({ end }) => end('made'));
    expect(await Promise.all(responses)).toEqual(['"made"', '"made"', '"made"']);
  });

  it('does not wait for a call that began before a purge', async () => {
    const { clock, processes } = fleet();
    const { calls, produce } = method();
    const before = send(processes[0], produce);
    await clock.advance(10);
    expect(await processes[1].purgeTags('items')).toBe(true);
    const after = send(processes[2], produce);
    await clock.advance(10);
    expect(calls.length).toBe(2);
    calls[1]?.end('after');
    expect(await after).toBe('"after"');
    calls[0]?.end('before');
    expect(await before).toBe('"before"');
  });
});

/** The key of the lease of the request that all tests send. */
async function leaseKeys(cache: Cache, clock: FakeClock, store: LeasingStore) {
  const { calls, produce } = method();
  const known = new Set(store.values.keys());
  const response = send(cache, produce).catch(() => undefined);
  await clock.advance(0);
  await settle();
  const keys = [...store.values.keys()].filter((key) => !known.has(key) && key.includes(':rest:l'));
  calls[0]?.fail(new Error('over'));
  await response;
  await settle();
  for (const key of keys) store.values.delete(key);
  return keys;
}
