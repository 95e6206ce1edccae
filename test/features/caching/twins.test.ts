import type { ServedPolicy } from '../../../lib/routes/definition/cache-policy.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachePartition } from '../../../lib/features/caching/engine/keys.js';
import type { ResponseCache } from '../../../lib/features/caching/engine/response-cache.js';
import type { CacheableResponse } from '../../../lib/features/caching/engine/entry.js';
import { FakeClock, settle } from './support/fake-clock.js';
import { json, policyOf, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** How many sequences of events there are of each kind. `RUNS=4000` makes it longer. */
const RUNS = Number(process.env['RUNS'] ?? 100);

interface Ask {
  readonly route: 'public' | 'own' | 'language';
  readonly args: Readonly<Record<string, unknown>>;
  readonly user: string | number | undefined;
  readonly language: string;
}

const policies: Readonly<Record<Ask['route'], ServedPolicy>> = {
  public: policyOf<Ask>({ ttl: '1h', tags: ({ id }) => [`item:${String(id)}`] }),
  own: policyOf<Ask>({ ttl: '10s', tags: ['own', 'all items'] }, { isPublic: false }),
  language: policyOf<Ask>({
    ttl: '1h',
    staleWhileRevalidate: '1h',
    vary: ({ language }) => language,
    tags: ['items'],
  }),
};

/** The data and the methods that read it: the uncached twin calls them for each request. */
class Application {
  readonly versions = new Map<string, number>();

  produce({ route, args, user, language }: Ask): CacheableResponse {
    const version = this.versions.get(String(args['id'])) ?? 0;
    const body = {
      args,
      version,
      ...(route === 'own' && { user }),
      ...(route === 'language' && { language }),
    };
    if (version % 5 === 4) return json({ code: 'gone' }, { status: 410 });
    if (version % 7 === 6) return json(body, { headers: [['set-cookie', `user=${String(user)}`]] });
    return json(body, {
      status: version % 3 === 2 ? 201 : 200,
      headers: [['x-version', String(version)]],
    });
  }

  write(id: unknown): void {
    this.versions.set(String(id), (this.versions.get(String(id)) ?? 0) + 1);
  }
}

function send(cache: ResponseCache, application: Application, request: Ask) {
  const policy = policies[request.route];
  // The partition is known at once here.
  const partition = cachePartition(policy, () => request.user, request) as string | undefined;
  const { route: routeId, args } = request;
  const cacheRequest = { policy, routeId, args, partition, noCache: false };
  return cache.respond(cacheRequest, async () => {
    const response = application.produce(request);
    await settle();
    return response;
  });
}

const PURGES: readonly ((cache: ResponseCache, id: unknown) => Promise<unknown>)[] = [
  (cache) => cache.purgeAll(),
  (cache, id) => cache.purgeTags(`item:${String(id)}`, 'own', 'items'),
  (cache, id) => Promise.all([cache.purgeTags('items', `item:${String(id)}`), cache.purge('own')]),
  (cache) => Promise.all(['public', 'own', 'language'].map((route) => cache.purge(route))),
];

const ids = fc.constantFrom<unknown>(1, '1', 2);
const senders: fc.Arbitrary<Ask> = fc.record({
  route: fc.constantFrom('public', 'own', 'language'),
  args: fc.record({ id: ids, page: fc.constantFrom(1, undefined) }),
  user: fc.constantFrom<Ask['user']>(1, '1', undefined),
  language: fc.constantFrom('de', ''),
});

type Event =
  | { readonly kind: 'ask'; readonly send: Ask; readonly node: number }
  | { readonly kind: 'write'; readonly id: unknown; readonly purge: number; readonly node: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'lose'; readonly at: number }
  | { readonly kind: 'fail'; readonly mode: TestStore['mode'] };

const node = fc.nat({ max: 1 });
const asking = fc.record({ kind: fc.constant('ask' as const), send: senders, node });
const happening: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), id: ids, purge: fc.nat({ max: 3 }), node }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 5000, 9999, 3_599_999) }),
  fc.record({ kind: fc.constant('lose' as const), at: fc.nat() }),
);
const calm = fc.oneof({ weight: 8, arbitrary: asking }, { weight: 1, arbitrary: happening });
const failing: fc.Arbitrary<Event> = fc.record({
  kind: fc.constant('fail' as const),
  mode: fc.constantFrom('throws', 'hangs', 'swallows', 'rubbish'),
});
const mending: fc.Arbitrary<Event> = fc.constantFrom(
  { kind: 'fail', mode: 'works' } as const,
  { kind: 'wait', ms: 6000 } as const,
);
const stormy = fc.oneof(
  { weight: 20, arbitrary: calm },
  { weight: 1, arbitrary: failing },
  { weight: 3, arbitrary: mending },
);

interface Scene {
  readonly clock: FakeClock;
  readonly nodes: readonly ResponseCache[];
  readonly store: TestStore | undefined;
}

async function happen(event: Event, scene: Scene, application: Application): Promise<void> {
  const { clock, store } = scene;
  switch (event.kind) {
    case 'wait':
      return clock.advance(event.ms);
    case 'fail':
      if (store !== undefined) store.mode = event.mode;
      return;
    case 'lose': {
      const keys = [...(store?.values.keys() ?? [])];
      store?.values.delete(keys[event.at % keys.length] ?? '');
      return;
    }
    case 'write': {
      application.write(event.id);
      const purged = PURGES[event.purge]?.(nodeOf(scene, event.node), event.id);
      await clock.advance(store?.mode === 'hangs' ? 300 : 0);
      await purged;
      return;
    }
    case 'ask':
      return compare(event.send, nodeOf(scene, event.node), { clock, store }, application);
  }
}

function nodeOf({ nodes }: Scene, at: number): ResponseCache {
  const node = nodes[at % nodes.length];
  if (node === undefined) throw new RangeError('no node');
  return node;
}

/** The twins, side by side. */
async function compare(
  request: Ask,
  cache: ResponseCache,
  { clock, store }: Omit<Scene, 'nodes'>,
  application: Application,
) {
  const fresh = application.produce(request);
  const sent = send(cache, application, request);
  if (store?.mode === 'hangs') await clock.advance(100);
  // It may have joined a renewal, which waits for a timer of this clock.
  if (await isPending(sent)) await clock.advance(0);
  const { status, headers, body, cacheStatus } = await sent;
  expect({ status, headers, body }).toEqual({
    status: fresh.status,
    headers: fresh.headers,
    body: fresh.body,
  });
  statuses.set(cacheStatus, (statuses.get(cacheStatus) ?? 0) + 1);
}

async function isPending(sent: unknown): Promise<boolean> {
  const pending = Symbol('pending');
  const enough = async () => {
    for (let turn = 0; turn < 4; turn++) await settle();
    return pending;
  };
  return (await Promise.race([sent, enough()])) === pending;
}

/** A comparison that never meets a hit would prove nothing. */
const statuses = new Map<string, number>();

async function play(events: readonly Event[], scene: Scene) {
  const application = new Application();
  for (const event of events) {
    await happen(event, scene, application);
    await settle();
  }
}

/** A stale hit starts a renewal, others evict the entry, and the next request joins the renewal. */
function joinedRenewal(): readonly Event[] {
  const ask = (route: Ask['route'], id: unknown, page?: 1): Event => ({
    kind: 'ask',
    send: { route, args: { id, page }, user: 1, language: 'de' },
    node: 0,
  });
  const others = [1, '1', 2].flatMap((id) => [ask('public', id), ask('public', id, 1)]);
  const stale = { kind: 'wait', ms: 3_599_999 } as const;
  return [
    ask('language', 1),
    stale,
    { ...stale, ms: 5000 },
    ask('language', 1),
    ...others,
    ask('language', 1),
  ];
}

describe('A cached application never differs from its uncached twin', () => {
  const runs = { numRuns: RUNS };
  const sequence = (event: fc.Arbitrary<Event>) => fc.array(event, { maxLength: 80, size: 'max' });

  it('in memory', async () => {
    statuses.clear();
    await fc.assert(
      fc.asyncProperty(sequence(calm), fc.constantFrom(5, 20, 1000), async (events, maxEntries) => {
        const { cache, clock } = testCache({ maxEntries });
        await play(events, { clock, nodes: [cache], store: undefined });
      }),
      { ...runs, examples: [[[...joinedRenewal()], 5]] },
    );
    expect(statuses.get('hit')).toBeGreaterThan(2.5 * RUNS);
  });

  it('as two processes with one store that loses values', async () => {
    statuses.clear();
    await fc.assert(
      fc.asyncProperty(sequence(calm), async (events) => {
        const store = new TestStore();
        const clock = new FakeClock();
        const nodes = [1, 2].map(() => testCache({ store, clock }).cache);
        await play(events, { clock, nodes, store });
      }),
      runs,
    );
    expect(statuses.get('hit')).toBeGreaterThan(2.5 * RUNS);
  });

  it('with a store that fails in every way, and comes back', async () => {
    statuses.clear();
    await fc.assert(
      fc.asyncProperty(sequence(stormy), async (events) => {
        const store = new TestStore();
        const { cache, clock } = testCache({ store });
        await play(events, { clock, nodes: [cache], store });
      }),
      runs,
    );
    expect(statuses.get('hit')).toBeGreaterThan(RUNS);
  });
});
