import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestCache,
  RestController,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { map } from 'rxjs';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../support/deferred.js';
import {
  ADAPTERS,
  startRoutes,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

const open = new PublicAccess();
/** What the slow method waits for. */
let released = deferred<void>();
const counts = new Map<string, number>();
const count = (name: string): number => {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
};

@Injectable()
class Wrap implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ wrapped: data })));
  }
}

@RestController('v1', '/c')
class CachedController {
  static created = 0;
  constructor() {
    CachedController.created++;
  }

  @Cache({ ttl: '5m', staleWhileRevalidate: '1m', tags: ['items'] })
  @RestRoute('/list', HttpMethod.Get, open)
  list(page: int = 1, tags: string[] = []) {
    return new RestResponse({ page, tags, n: count('list') }, 203, { 'X-Total': '9' })
      .header('Location', '/here')
      .linkHeader('next', '/p2');
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  mine() {
    return { n: count('mine') };
  }

  @Cache({ ttl: '5m', vary: 'none' })
  @RestRoute('/shared', HttpMethod.Get, new Capability('read'))
  shared() {
    return { n: count('shared') };
  }

  @Cache({ ttl: '5m', vary: (request) => String(request.headers['accept-language']) })
  @RestRoute('/language', HttpMethod.Get, open)
  language(request: RestRequest) {
    return { language: request.headers['accept-language'], n: count('language') };
  }

  @Cache({ ttl: '5m', vary: 'user' })
  @RestRoute('/own', HttpMethod.Get, open)
  own(request: RestRequest) {
    return { user: request.user ?? null, n: count('own') };
  }

  @Cache({ ttl: '5m', tags: (args) => [`item:${String(args['id'])}`] })
  @RestRoute('/one/{id}', HttpMethod.Get, open)
  one(id: int, variant: 'full' | 'teaser' = 'full') {
    return { id, variant, n: count('one') };
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/slow', HttpMethod.Get, open)
  async slow() {
    await released.promise;
    return { n: count('slow') };
  }

  @Cache({ ttl: '50ms', staleWhileRevalidate: '1h' })
  @RestRoute('/short', HttpMethod.Get, open)
  short() {
    const n = count('short');
    if (n === 2) throw new Error('The renewal fails.');
    return { n };
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/error', HttpMethod.Get, open)
  error(): never {
    throw new RestException('nope', 'No.', 404, { n: count('error') });
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/cookie', HttpMethod.Get, open)
  cookie() {
    return new RestResponse({ n: count('cookie') }).header('Set-Cookie', `n=${count('cookies')}`);
  }

  @Cache({ ttl: '5m', vary: 'none' })
  @UseInterceptors(Wrap)
  @RestRoute('/wrapped', HttpMethod.Get, open)
  wrapped() {
    return { n: count('wrapped'), date: new Date(0) };
  }
}

const ADA = signedAs({ id: 'ada', capabilities: ['read'] });
const BOB = signedAs({ id: 'bob', capabilities: ['read'] });
const GHOST = signedAs({ capabilities: ['read'] });

describe.each(ADAPTERS)('cached routes on %s', (adapter) => {
  let app: TestApplication;
  beforeEach(async () => {
    counts.clear();
    CachedController.created = 0;
    app = await startRoutes([CachedController], {
      adapter,
      rest: {
        cache: {
          mayRefresh: (request) => request.headers['x-admin'] !== undefined,
          callerHeaders: ['authorization'],
        },
        user: signedUser,
      },
    });
  });
  afterEach(() => app.close());
  afterEach(() => vi.useRealTimers());
  const get = (path: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/c${path}`, { headers });
  const cache = () => app.nest.get(RestCache);

  test('a hit equals the fresh response in its bytes and its headers', async () => {
    const fresh = await get('/list');
    const hit = await get('/list');
    expect(fresh.headers['cache-status']).toBe('rest-cache; fwd=miss; stored');
    expect(hit.headers['cache-status']).toMatch(/^rest-cache; hit; ttl=\d+$/);
    expect(hit.headers.age).toBe('0');
    expect(comparable(hit)).toEqual(comparable(fresh));
    expect([hit.status, hit.headers['x-total'], hit.headers.location, hit.headers.link]).toEqual([
      203,
      '9',
      `${app.url}/api/here`,
      expect.stringMatching(/^<\/p2>; rel="next", <[^,]*>; rel="https:\/\/api\.w\.org\/"$/),
    ]);
    expect(hit.headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=60');
  });

  test('a hit creates no controller', async () => {
    await get('/list');
    expect(CachedController.created).toBe(1);
    await get('/list');
    expect(counts.get('list')).toBe(1);
  });

  test('the cache key is made of the typed arguments: undeclared arguments and explicit defaults share the entry', async () => {
    for (const query of ['', '?page=1', '?page=1.0', '?utm=x', '?page=1&other=2'])
      await get(`/list${query}`);
    expect(counts.get('list')).toBe(1);
    await get('/list?page=2');
    await get('/list?tags[]=a,b');
    await get('/list?tags[]=a&tags[]=b');
    expect(counts.get('list')).toBe(4);
  });

  test('each user has its own entries on a route that is not public', async () => {
    const ada = await get('/mine', ADA);
    const bob = await get('/mine', BOB);
    expect([ada.body, bob.body]).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await get('/mine', ADA)).body).toEqual({ n: 1 });
    expect(ada.headers['cache-control']).toBe('private, max-age=300');
  });

  test('permission is checked on every request, also on a hit', async () => {
    await get('/shared', ADA);
    expect((await get('/shared', BOB)).body).toEqual({ n: 1 });
    expect((await get('/shared')).status).toBe(401);
  });

  test('the response to a user without an id is not cached', async () => {
    const answers = [await get('/mine', GHOST), await get('/mine', GHOST)];
    expect(answers.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(answers[0]?.headers['cache-status']).toBe('rest-cache; fwd=bypass');
    await get('/own');
    await get('/own');
    expect(counts.get('own')).toBe(2);
  });

  test('a route with a vary function has an entry for each of its values, and other caches must revalidate', async () => {
    const german = await get('/language', { 'accept-language': 'de' });
    expect(german.headers['cache-control']).toBe('private, no-cache');
    expect((await get('/language', { 'accept-language': 'fr' })).body).toEqual({
      language: 'fr',
      n: 2,
    });
    expect((await get('/language', { 'accept-language': 'de' })).body).toEqual({
      language: 'de',
      n: 1,
    });
  });

  test('200 concurrent misses run the method once', async () => {
    released = deferred();
    let arrived = 0;
    const server = app.nest.getHttpServer() as Server;
    server.prependListener('request', () => {
      if (++arrived === 200) released.resolve();
    });
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/slow')));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"n":1}']));
  });

  test('a stale response is served while one request renews it, and stays when the renewal fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect((await get('/short')).body).toEqual({ n: 1 });
    vi.setSystemTime(Date.now() + 80);
    const stale = await get('/short');
    expect([stale.body, stale.headers['cache-status']]).toEqual([
      { n: 1 },
      expect.stringMatching(/^rest-cache; hit; ttl=-/),
    ]);
    // The renewal has failed; the next request begins another, which the one after it sees.
    let latest = stale;
    for (let attempt = 0; attempt < 50 && latest.text === stale.text; attempt++) {
      vi.setSystemTime(Date.now() + 20);
      latest = await get('/short');
      expect(latest.status).toBe(200);
    }
    expect((latest.body as { n: number }).n).toBeGreaterThanOrEqual(3);
  });

  test('errors and responses that set cookies are not stored', async () => {
    expect((await get('/error')).body).toMatchObject({ data: { n: 1 } });
    expect((await get('/error')).body).toMatchObject({ data: { n: 2 } });
    expect((await get('/cookie')).headers['set-cookie']).toEqual(['n=1']);
    expect((await get('/cookie')).headers['set-cookie']).toEqual(['n=2']);
  });

  test('the stored response is the one that interceptors returned', async () => {
    const fresh = await get('/wrapped');
    expect(fresh.text).toBe('{"wrapped":{"n":1,"date":"1970-01-01T00:00:00.000Z"}}');
    expect((await get('/wrapped')).text).toBe(fresh.text);
  });

  test('If-None-Match results in 304 on fresh responses and hits, also for HEAD', async () => {
    const { etag = '' } = (await get('/list')).headers;
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    for (const method of ['GET', 'HEAD']) {
      const answer = await app.fetch(method, '/api/acme/v1/c/list', {
        headers: { 'if-none-match': `W/"x", ${etag}` },
      });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
      expect(answer.headers['content-type']).toBeUndefined();
    }
    await cache().purgeAll();
    counts.clear();
    const fresh = await get('/list', { 'if-none-match': etag });
    expect([fresh.status, fresh.headers['cache-status']]).toEqual([
      304,
      'rest-cache; fwd=miss; stored',
    ]);
  });

  test('_fields selects from the shared entry and has its own entity tag', async () => {
    const whole = await get('/list');
    const cut = await get('/list?_fields=n');
    expect(cut.body).toEqual({ n: 1 });
    expect(cut.headers.etag).not.toBe(whole.headers.etag);
    expect((await get('/list?_fields=n', { 'if-none-match': cut.headers.etag })).status).toBe(304);
  });

  test('only callers that mayRefresh accepts can bypass entries', async () => {
    await get('/list');
    await get('/list', { 'cache-control': 'no-cache' });
    expect(counts.get('list')).toBe(1);
    await get('/list', { 'cache-control': 'no-cache', 'x-admin': '1' });
    expect(counts.get('list')).toBe(2);
    expect((await get('/list')).body).toMatchObject({ n: 2 });
  });

  test('entries can be purged by method, by arguments, by tag and all at once', async () => {
    const visit = async () => {
      for (const path of ['/one/1', '/one/2', '/list']) await get(path);
    };
    await visit();
    await visit();
    expect(Object.fromEntries(counts)).toEqual({ one: 2, list: 1 });
    await cache().purge(CachedController, 'one', { id: 1 });
    await visit();
    expect(counts.get('one')).toBeGreaterThanOrEqual(3);
    counts.clear();
    await cache().purgeTags('item:2');
    await visit();
    expect(Object.fromEntries(counts)).toEqual({ one: 1 });
    counts.clear();
    await cache().purge(CachedController, 'one');
    await visit();
    expect(Object.fromEntries(counts)).toEqual({ one: 2 });
    counts.clear();
    await cache().purgeTags('items', 'no such tag');
    await visit();
    expect(Object.fromEntries(counts)).toEqual({ list: 1 });
    counts.clear();
    expect(await cache().purgeAll()).toBe(true);
    await visit();
    expect(Object.fromEntries(counts)).toEqual({ one: 2, list: 1 });
  });

  test('purging a method that is not cached is an error', async () => {
    await expect(cache().purge(CachedController, 'constructor' as 'one')).rejects.toThrow(
      'CachedController.constructor is not a cached route',
    );
  });
});

/** All that a hit must have in common with the fresh answer. */
function comparable({ status, headers, text }: TestResponse): unknown {
  const { age: _age, 'cache-status': _status, date: _date, ...rest } = headers;
  return { status, headers: rest, text };
}
