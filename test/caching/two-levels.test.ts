import { describe, expect, it } from 'vitest';
import type { StoreMessages, TextStore } from '../../lib/caching/store/store.js';
import { FakeClock, settle } from './support/fake-clock.js';
import { cacheRequest, json, policyOf, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

type Listener = (text: string, channel: string) => void;

/** The messages of one store; a process whose connection is lost receives none. */
class MessageBus {
  readonly #listeners = new Map<object, { channels: readonly string[]; listener: Listener }>();
  readonly #lost = new Set<object>();

  connection(): StoreMessages & { lose(): void; restore(): void } {
    const id = {};
    return {
      publish: async (channel, text) => this.#publish(channel, text),
      subscribe: async (channels, listener) => {
        this.#listeners.set(id, { channels, listener });
        return async () => void this.#listeners.delete(id);
      },
      lose: () => void this.#lost.add(id),
      restore: () => void this.#lost.delete(id),
    };
  }

  #publish(channel: string, text: string): number {
    let count = 0;
    for (const [id, { channels, listener }] of this.#listeners) {
      if (!channels.includes(channel)) continue;
      count++;
      // A message takes longer than the call that sends it.
      setImmediate(() => {
        if (!this.#lost.has(id)) listener(text, channel);
      });
    }
    return count;
  }
}

interface FleetOptions {
  readonly ttlMs?: number;
  readonly hasMessages?: boolean;
  readonly maxEntries?: number;
}

/** Two processes with one store and one clock. */
function fleet({ ttlMs = 60_000, hasMessages = true, maxEntries = 1000 }: FleetOptions = {}) {
  const clock = new FakeClock();
  const store = new TestStore();
  const bus = new MessageBus();
  const start = () => {
    const messages = hasMessages ? bus.connection() : undefined;
    const own: TextStore = {
      get: (keys) => store.get(keys),
      set: (key, value, ttl) => store.set(key, value, ttl),
      delete: (key) => store.delete(key),
      messages,
    };
    const { cache } = testCache({ clock, store: own, memory: { ttlMs, maxEntries } });
    return { cache, messages };
  };
  return { clock, store, one: start(), two: start() };
}

type Fleet = ReturnType<typeof fleet>;

let made = 0;

async function read({ cache }: Fleet['one'], parts: Parameters<typeof cacheRequest>[0] = {}) {
  const request = cacheRequest({ policy: policyOf({ ttl: '1h', tags: ['items'] }), ...parts });
  const { body, cacheStatus } = await cache.respond(request, async () => json({ made: ++made }));
  return { text: String(body), cacheStatus };
}

/** Both processes have the entry in memory. */
async function warm(all: Fleet) {
  await settle();
  await read(all.one);
  await settle();
  const first = await read(all.one);
  const second = await read(all.two);
  expect([first.cacheStatus, second.text]).toEqual(['hit', first.text]);
  return first.text;
}

describe('memory in front of a store', () => {
  it('has hits without the store', async () => {
    const all = fleet();
    await warm(all);
    const { calls } = all.store;
    for (let n = 0; n < 10; n++) expect((await read(all.one)).cacheStatus).toBe('hit');
    for (let n = 0; n < 10; n++) expect((await read(all.two)).cacheStatus).toBe('hit');
    expect(all.store.calls).toBe(calls);
  });

  it('asks the store again after its lifetime', async () => {
    const all = fleet({ ttlMs: 5000, hasMessages: false });
    await warm(all);
    const { calls } = all.store;
    await all.clock.advance(4999);
    await read(all.two);
    expect(all.store.calls).toBe(calls);
    await all.clock.advance(2);
    expect((await read(all.two)).cacheStatus).toBe('hit');
    expect(all.store.calls).toBe(calls + 1);
  });

  it('does not send what another process has purged', async () => {
    const all = fleet();
    const text = await warm(all);
    expect(await all.one.cache.purgeTags('items')).toBe(true);
    expect((await read(all.two)).text).not.toBe(text);
  });

  it('sends nothing older than its lifetime where the store passes no messages on', async () => {
    const all = fleet({ ttlMs: 5000, hasMessages: false });
    const text = await warm(all);
    expect(await all.one.cache.purgeTags('items')).toBe(true);
    expect((await read(all.one)).text).not.toBe(text);
    expect((await read(all.two)).text).toBe(text);
    await all.clock.advance(5000);
    expect((await read(all.two)).text).not.toBe(text);
  });

  it('is not used by a process that messages do not reach, and is empty when they do again', async () => {
    const all = fleet({ ttlMs: 3_600_000 });
    const text = await warm(all);
    all.two.messages?.lose();
    await all.clock.advance(2500);
    // The process was asked and does not confirm: the purge does not claim to hold everywhere.
    const purge = all.one.cache.purgeTags('items');
    await all.clock.advance(2500);
    expect(await purge).toBe(false);
    const { calls } = all.store;
    const fresh = await read(all.two);
    expect(fresh.text).not.toBe(text);
    expect(all.store.calls).toBeGreaterThan(calls);
    all.two.messages?.restore();
    await all.clock.advance(1000);
    expect((await read(all.two)).text).toBe(fresh.text);
  });

  it('holds everywhere, and says so, once the memory of a silent process has expired', async () => {
    const all = fleet({ ttlMs: 1500 });
    await warm(all);
    all.two.messages?.lose();
    const purge = all.one.cache.purgeTags('items');
    await all.clock.advance(1500);
    expect(await purge).toBe(true);
  });

  it('does not keep a result that the store returned before a purge', async () => {
    const all = fleet();
    const text = await warm(all);
    // The second process reads again, and its read is slow.
    await all.clock.advance(60_000);
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let isOld = false;
    all.store.gate = async (name) => {
      if (!name.startsWith('get') || isOld) return;
      isOld = true;
      await opened;
    };
    const slow = read(all.two);
    await settle();
    all.store.gate = async () => {};
    const { values } = all.store;
    const before = new Map(values);
    expect(await all.one.cache.purgeTags('items')).toBe(true);
    // The read returns what was there before the purge.
    const after = new Map(values);
    values.clear();
    for (const [key, value] of before) values.set(key, value);
    open();
    expect((await slow).text).toBe(text);
    values.clear();
    for (const [key, value] of after) values.set(key, value);
    expect((await read(all.two)).text).not.toBe(text);
  });

  it('ignores the messages of other programs', async () => {
    const all = fleet();
    await warm(all);
    const channel = '{acme:rest:purges}';
    for (const text of ['', 'null', '{}', '[]', '{"from":1}', '{"from":"x","id":1,"keys":[7]}']) {
      await all.one.messages?.publish(channel, text);
    }
    await settle();
    expect((await read(all.two)).cacheStatus).toBe('hit');
  });

  it('keeps no more entries than it may', async () => {
    const all = fleet({ maxEntries: 10 });
    await settle();
    for (let id = 0; id < 100; id++) await read(all.one, { args: { id } });
    await settle();
    const { calls } = all.store;
    for (let id = 90; id < 100; id++) await read(all.one, { args: { id } });
    expect(all.store.calls).toBe(calls);
    await read(all.one, { args: { id: 0 } });
    expect(all.store.calls).toBeGreaterThan(calls);
  });

  it('leaves no timer and no subscription behind', async () => {
    const all = fleet();
    await warm(all);
    await all.one.cache.close();
    await all.two.cache.close();
    expect(all.clock.waiting).toBe(0);
    expect(await all.one.messages?.publish('{acme:rest:purges}', '')).toBe(0);
  });
});
