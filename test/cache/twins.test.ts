import fc from 'fast-check';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '../support/application.js';

/** The data behind both twins. Every write is followed by the purge that belongs to it. */
const data = new Map<number, number>();

const id = { name: 'id', type: 'integer', minimum: 1, maximum: 4 } as const;
const page = { name: 'page', type: 'integer', default: 1, maximum: 3 } as const;

class Base {
  one(itemId: number) {
    const revision = data.get(itemId) ?? 0;
    if (revision % 5 === 4) return new RestResponse({ gone: itemId }, 410);
    return new RestResponse({ itemId, revision }, 200, { 'X-Revision': String(revision) });
  }
  list(at: number) {
    return { at, items: [...data].toSorted(([a], [b]) => a - b) };
  }
  mine(request: RestRequest) {
    return { user: request.user, items: [...data.values()].reduce((a, b) => a + b, 0) };
  }
}

@RestController('v1', '/cached')
class CachedTwin extends Base {
  @Cache({ ttl: '1h', staleWhileRevalidate: '1h', tags: (args) => [`item:${String(args['id'])}`] })
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  override one(@Param(id) itemId: number) {
    return super.one(itemId);
  }
  @Cache({ ttl: '1h', tags: ['items'] })
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  override list(@Param(page) at: number) {
    return super.list(at);
  }
  @Cache({ ttl: '1h', tags: ['items'], vary: 'user' })
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  override mine(@Param({ inject: RestRequest }) request: RestRequest) {
    return super.mine(request);
  }
}

@RestController('v1', '/plain')
class PlainTwin extends Base {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  override one(@Param(id) itemId: number) {
    return super.one(itemId);
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  override list(@Param(page) at: number) {
    return super.list(at);
  }
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  override mine(@Param({ inject: RestRequest }) request: RestRequest) {
    return super.mine(request);
  }
}

type Action =
  | { readonly kind: 'read'; readonly path: string; readonly user: string | undefined }
  | { readonly kind: 'write'; readonly id: number; readonly purge: 'tags' | 'method' | 'all' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      path: fc.constantFrom(
        '/1',
        '/2',
        '/3',
        '/4',
        '/5',
        '/01',
        '',
        '?page=1',
        '?page=2',
        '?page=3',
        '?page=9',
        '?x=1',
        '/mine',
        '/mine?x=1',
        '?_fields=at',
        '/1?_envelope',
      ),
      user: fc.constantFrom(undefined, 'ada', 'bob', 'noid'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      id: fc.integer({ min: 1, max: 4 }),
      purge: fc.constantFrom('tags' as const, 'method' as const, 'all' as const),
    }),
  },
);

let app: TestApplication;
let reads = 0;
let hits = 0;
beforeAll(async () => {
  app = await startApplication(
    {
      imports: [
        RestModule.forRoot({
          namespace: 'acme',
          user: ({ headers }) => {
            const name = headers['x-user'];
            return name === undefined
              ? undefined
              : { id: name === 'noid' ? undefined : name, name, capabilities: ['read'] };
          },
        }),
      ],
      providers: [CachedTwin, PlainTwin],
    },
    { adapter: 'fastify' },
  );
});
afterAll(() => app.close());

test('a cached route and its uncached twin never differ, by whoever and after whatever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 80 }), async (actions) => {
      for (const one of actions) await (one.kind === 'read' ? compare(one) : write(one));
    }),
    { numRuns: 60 },
  );
  expect(reads).toBeGreaterThan(1500);
  expect(hits).toBeGreaterThan(reads / 4);
}, 120_000);

async function compare({ path, user }: Extract<Action, { kind: 'read' }>): Promise<void> {
  const headers = user === undefined ? {} : { 'x-user': user };
  const [cached, plain] = await Promise.all(
    ['cached', 'plain'].map((twin) => app.fetch('GET', `/api/acme/v1/${twin}${path}`, { headers })),
  );
  reads++;
  if (cached?.headers['cache-status']?.includes('hit')) hits++;
  expect({
    status: cached?.status,
    body: withoutCacheHeaders(cached?.body),
    revision: cached?.headers['x-revision'],
  }).toEqual({
    status: plain?.status,
    body: withoutCacheHeaders(plain?.body),
    revision: plain?.headers['x-revision'],
  });
}

async function write({ id: itemId, purge }: Extract<Action, { kind: 'write' }>): Promise<void> {
  data.set(itemId, (data.get(itemId) ?? 0) + 1);
  const cache = app.nest.get(RestCache);
  if (purge === 'all') await cache.purgeAll();
  else if (purge === 'tags') await cache.purgeTags('items', `item:${itemId}`);
  else {
    await cache.purge(CachedTwin, 'one', { id: itemId });
    await cache.purge(CachedTwin, 'list');
    await cache.purge(CachedTwin, 'mine');
  }
}

/** An envelope shows the headers, which say that one twin is cached. */
function withoutCacheHeaders(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('headers' in body)) return body;
  const { headers, ...rest } = body;
  return { ...rest, revision: (headers as Record<string, unknown>)['x-revision'] };
}
