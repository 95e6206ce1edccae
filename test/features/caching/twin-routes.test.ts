import { Res } from '@nestjs/common';
import fc from 'fast-check';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { fuzzSettings } from '../../extra/fuzz/support/settings.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { arbitraryStacks } from '../../support/wrapped-behaviour.js';
import { layers, NO_STACKS } from '../../support/wrapping-decorators.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

/** About how many comparisons are made on each adapter. `FUZZ_RUNS` sets another number. */
const COMPARISONS = process.env['FUZZ_RUNS'] === undefined ? 250 : fuzzSettings().numRuns;
const PER_RUN = 50;

/** The part of a response that both platforms have. */
interface PlatformResponse {
  header(name: string, value: string): unknown;
}

/** The data behind both twins. Every write is followed by the purge that belongs to it. */
const data = new Map<number, number>();

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
  language({ headers }: RestRequest) {
    return { language: headers['accept-language'] ?? null, items: data.size };
  }
  byFunction({ headers }: RestRequest) {
    return { language: headers['accept-language'] ?? null, items: data.size };
  }
  header(response: PlatformResponse) {
    if (data.size % 2 === 1) response.header('X-Revision', String(data.size));
    return { items: data.size };
  }
}

const { seed: stackSeed } = fuzzSettings();
/** Decorators that replace the methods of the cached twin, which must change nothing. */
const [{ above, between, below } = NO_STACKS] = fc.sample(arbitraryStacks, {
  seed: stackSeed,
  numRuns: 1,
});

@RestController('v1', '/cached')
class CachedTwin extends Base {
  @layers(above)
  @Cache({ ttl: '1h', staleWhileRevalidate: '1h', tags: (args) => [`item:${String(args['id'])}`] })
  @layers(between)
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  @layers(below)
  override one(@Param({ minimum: 1, maximum: 4 }) id: int) {
    return super.one(id);
  }
  @layers(above)
  @Cache({ ttl: '1h', tags: ['items'] })
  @layers(between)
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @layers(below)
  override list(@Param({ maximum: 3 }) page: int = 1) {
    return super.list(page);
  }
  @layers(above)
  @Cache({ ttl: '1h', tags: ['items'], vary: 'user' })
  @layers(between)
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  @layers(below)
  override mine(request: RestRequest) {
    return super.mine(request);
  }
  @layers(above)
  @Cache({ ttl: '1h', tags: ['items'], vary: { headers: ['Accept-Language'] } })
  @layers(between)
  @RestRoute('/language', HttpMethod.Get, new PublicAccess())
  @layers(below)
  override language(request: RestRequest) {
    return super.language(request);
  }
  @layers(above)
  @Cache({
    ttl: '1h',
    tags: ['items'],
    vary: ({ headers }) => String(headers['accept-language'] ?? 'none'),
  })
  @layers(between)
  @RestRoute('/function', HttpMethod.Get, new PublicAccess())
  @layers(below)
  override byFunction(request: RestRequest) {
    return super.byFunction(request);
  }
  @layers(above)
  @Cache({ ttl: '1h', tags: ['items'], vary: 'none' })
  @layers(between)
  @RestRoute('/header', HttpMethod.Get, new PublicAccess())
  @layers(below)
  override header(@Res({ passthrough: true }) response: PlatformResponse) {
    return super.header(response);
  }
}

@RestController('v1', '/plain')
class PlainTwin extends Base {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  override one(@Param({ minimum: 1, maximum: 4 }) id: int) {
    return super.one(id);
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  override list(@Param({ maximum: 3 }) page: int = 1) {
    return super.list(page);
  }
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  override mine(request: RestRequest) {
    return super.mine(request);
  }
  @RestRoute('/language', HttpMethod.Get, new PublicAccess())
  override language(request: RestRequest) {
    return super.language(request);
  }
  @RestRoute('/function', HttpMethod.Get, new PublicAccess())
  override byFunction(request: RestRequest) {
    return super.byFunction(request);
  }
  @RestRoute('/header', HttpMethod.Get, new PublicAccess())
  override header(@Res({ passthrough: true }) response: PlatformResponse) {
    return super.header(response);
  }
}

/** Links to both twins, which `_embed` reads. */
@RestController('v1', '/links')
class LinksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  links(path: string): RestResponse {
    return ['cached', 'plain'].reduce(
      (response, twin) => response.link(twin, `/acme/v1/${twin}${path}`, { embeddable: true }),
      new RestResponse({ path }),
    );
  }
}

interface Read {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly user: string | undefined;
  readonly language: string | undefined;
}

type Action =
  /** Concurrent reads. */
  | { readonly kind: 'read'; readonly reads: readonly Read[] }
  | { readonly kind: 'write'; readonly id: number; readonly purge: 'tags' | 'method' | 'all' };

/** The path of the list is empty. */
const PATHS =
  ' /1 /2 /3 /4 /5 /01 /1?_envelope /1?_fields=revision,none.at ?page=1 ?page=2 ?page=3 ?page=9 ?x=1 ?_fields=at /mine /mine?x=1 /language /function /header'.split(
    ' ',
  );

const read: fc.Arbitrary<Read> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
  path: fc.constantFrom(...PATHS),
  user: fc.constantFrom(undefined, 'ada', 'bob', 'noid'),
  language: fc.constantFrom(undefined, '', 'de', 'fr'),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      reads: fc.oneof(
        { weight: 4, arbitrary: fc.tuple(read) },
        { weight: 1, arbitrary: fc.array(read, { minLength: 2, maxLength: 5 }) },
      ),
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

/** Paths whose second response is always a hit: the first is a 200 that any caller may store. */
const ALWAYS_CACHED = PATHS.filter((path) => !/^\/\d|page=9|header/.test(path));

/** One user, or a caller without an id whose responses are never stored. */
function headersOf(name: string | undefined): Readonly<Record<string, string>> {
  const id = name === 'noid' ? {} : { id: name };
  return signedAs(name === undefined ? undefined : { ...id, name, capabilities: ['read'] });
}

describe.each(ADAPTERS)('a cached route and its uncached twin on %s', (adapter) => {
  const app = useRoutes([CachedTwin, PlainTwin, LinksController], {
    adapter,
    rest: { user: signedUser },
  });

  test('respond alike to every user after any reads, writes and purges', async () => {
    const { seed, repeatable } = fuzzSettings();
    await repeatable(
      fc.assert(
        fc.asyncProperty(
          fc.array(action, { minLength: 1, maxLength: 2 * PER_RUN, size: 'max' }),
          async (actions) => {
            // A smaller counterexample is one only if it needs nothing of what went before.
            data.clear();
            await app.nest.get(RestCache).purgeAll();
            for (const one of actions) await (one.kind === 'read' ? readAll(one) : write(one));
            await readEveryPathTwice();
          },
        ),
        { numRuns: Math.ceil(COMPARISONS / PER_RUN), seed },
      ),
    );
  });

  async function readAll({ reads: all }: Extract<Action, { kind: 'read' }>): Promise<void> {
    await Promise.all(all.map((one) => compare(one)));
  }

  /** Whatever the actions were, each path is compared once more, and then out of the cache. */
  async function readEveryPathTwice(): Promise<void> {
    const reader = { method: 'GET', user: 'ada', language: 'de' } as const;
    for (const path of PATHS) await compare({ ...reader, path });
    for (const path of PATHS) await compareEmbedded({ ...reader, path });
    const hits: string[] = [];
    for (const path of PATHS) if (await compare({ ...reader, path })) hits.push(path);
    expect(hits).toEqual(expect.arrayContaining(ALWAYS_CACHED));
  }

  /** What `_embed` reads from the cache of a route is what it reads from its twin. */
  async function compareEmbedded({ path, user, language }: Read): Promise<void> {
    const headers = {
      ...headersOf(user),
      ...(language === undefined ? {} : { 'accept-language': language }),
    };
    const query = `_embed&path=${encodeURIComponent(path)}`;
    const { status, body } = await app.fetch('GET', `/api/acme/v1/links?${query}`, { headers });
    expect(status).toBe(200);
    const { _embedded: embedded } = body as {
      readonly _embedded: {
        readonly cached: readonly unknown[];
        readonly plain: readonly unknown[];
      };
    };
    expect(embedded.cached[0]).toBeDefined();
    expect(embedded.cached).toEqual(embedded.plain);
  }

  /** Whether the response of the cached route was a hit. */
  async function compare({ method, path, user, language }: Read): Promise<boolean> {
    const headers = {
      ...headersOf(user),
      ...(language === undefined ? {} : { 'accept-language': language }),
    };
    const [cached, plain] = await Promise.all(
      ['cached', 'plain'].map((twin) =>
        app.fetch(method, `/api/acme/v1/${twin}${path}`, { headers }),
      ),
    );
    expect({
      status: cached?.status,
      body: withoutCacheHeaders(cached?.body),
      revision: cached?.headers['x-revision'],
    }).toEqual({
      status: plain?.status,
      body: withoutCacheHeaders(plain?.body),
      revision: plain?.headers['x-revision'],
    });
    return cached?.headers['cache-status']?.includes('hit') === true;
  }

  async function write({ id: itemId, purge }: Extract<Action, { kind: 'write' }>): Promise<void> {
    data.set(itemId, (data.get(itemId) ?? 0) + 1);
    const cache = app.nest.get(RestCache);
    if (purge === 'all') await cache.purgeAll();
    else if (purge === 'tags') await cache.purgeTags('items', `item:${itemId}`);
    else {
      await cache.purge(CachedTwin, 'one', { id: itemId });
      for (const method of METHODS) await cache.purge(CachedTwin, method);
    }
  }
});

const METHODS = ['list', 'mine', 'language', 'byFunction', 'header'] as const;

/** An envelope shows the headers, which say that one twin is cached. */
function withoutCacheHeaders(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('headers' in body)) return body;
  const { headers, ...rest } = body;
  return { ...rest, revision: (headers as Record<string, unknown>)['x-revision'] };
}
