import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from './support/fake-clock.js';
import { json, policyOf, cacheRequest, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** `RUNS=4000` makes it longer. */
const RUNS = Number(process.env['RUNS'] ?? 300);

type Act = { readonly kind: 'ask' | 'write' | 'lose'; readonly node: 0 | 1; readonly id: 1 | 2 };

const acts: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'ask', 'ask', 'ask', 'write', 'write', 'lose'),
  node: fc.constantFrom(0, 1),
  id: fc.constantFrom(1, 2),
});

const policy = policyOf({ ttl: '1h', tags: ({ id }) => [`item:${String(id)}`] });

/** Data, and how old a response may be at any moment: not older than the last confirmed purge. */
class Ledger {
  readonly #written = new Map<number, number>();
  readonly #purged = new Map<number, number>();

  version(id: number): number {
    return this.#written.get(id) ?? 0;
  }

  oldestAllowed(id: number): number {
    return this.#purged.get(id) ?? 0;
  }

  write(id: number): () => void {
    const version = this.version(id) + 1;
    this.#written.set(id, version);
    return () => void this.#purged.set(id, Math.max(version, this.oldestAllowed(id)));
  }
}

describe('In any order of calls to the store and to methods', () => {
  it('a response is never older than the last purge before its request', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(acts, { maxLength: 6 }), { maxLength: 6 }),
        fc.boolean(),
        async (scheduler, users, canAdd) => {
          const store = new TestStore();
          if (canAdd) {
            store.add = async (key, value) => {
              await store.gate('add');
              if (!store.values.has(key)) store.values.set(key, value);
            };
          }
          store.gate = (name) => scheduler.schedule(Promise.resolve(), name);
          const clock = new FakeClock();
          const nodes = [1, 2].map(() => testCache({ store, clock }).cache);
          const ledger = new Ledger();

          const act = async ({ kind, node, id }: Act): Promise<void> => {
            const cache = nodes[node];
            if (cache === undefined) throw new Error('no such node');
            // What a store loses, as under pressure of its memory, must bring nothing old back.
            if (kind === 'lose') {
              for (const key of store.values.keys())
                if (key.includes(':g:')) store.values.delete(key);
              return;
            }
            if (kind === 'write') {
              const confirm = ledger.write(id);
              if (await cache.purgeTags(`item:${id}`)) confirm();
              return;
            }
            const oldest = ledger.oldestAllowed(id);
            const { body, cacheStatus } = await cache.respond(
              cacheRequest({ policy, args: { id } }),
              async () => {
                const version = ledger.version(id);
                await scheduler.schedule(Promise.resolve(), 'method');
                return json(version);
              },
            );
            if (cacheStatus === 'hit') hits++;
            expect(Number(body)).toBeGreaterThanOrEqual(oldest);
          };

          const lives = users.map(async (life) => {
            for (const next of life) await act(next);
          });
          await scheduler.waitFor(Promise.all(lives));
        },
      ),
      { numRuns: RUNS },
    );
    expect(hits).toBeGreaterThan(0.6 * RUNS);
  });
});
