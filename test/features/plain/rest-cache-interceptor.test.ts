import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import {
  Cache,
  PublicAccess,
  RequirePermission,
  RestCache,
  RestCacheInterceptor,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deferred } from '../../support/deferred.js';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

let released = deferred<void>();
const counts = new Map<string, number>();
const count = (name: string): number => {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
};

@Controller('cats')
@UseInterceptors(RestCacheInterceptor)
@RequirePermission(new PublicAccess())
class CatsController {
  @Get()
  @Cache({ ttl: '5m', tags: ['cats'] })
  list(@Query() query: Record<string, string>) {
    return [{ name: 'Tom', query: { ...query }, n: count('list') }];
  }

  @Get('slow')
  @Cache({ ttl: '5m' })
  async slow() {
    await released.promise;
    return { n: count('slow') };
  }

  @Get('short')
  @Cache({ ttl: '50ms', staleWhileRevalidate: '1h' })
  short() {
    return { n: count('short') };
  }

  @Get('headers')
  @HttpCode(203)
  @Header('X-Declared', 'yes')
  @Cache({ ttl: '5m' })
  headers(@Res({ passthrough: true }) response: Settable) {
    set(response, 'X-Own', String(count('headers')));
    return { n: counts.get('headers') };
  }

  @Get('status')
  @Cache({ ttl: '5m' })
  status(@Res({ passthrough: true }) response: Settable) {
    response.status(206 - 3);
    return { n: count('status') };
  }

  @Get('cookie')
  @Cache({ ttl: '5m' })
  cookie(@Res({ passthrough: true }) response: Settable) {
    set(response, 'Set-Cookie', `n=${count('cookie')}`);
    return { n: counts.get('cookie') };
  }

  @Get('text')
  @Cache({ ttl: '5m' })
  text() {
    return `Tom ${count('text')}`;
  }

  @Get('nothing')
  @Cache({ ttl: '5m' })
  nothing() {
    count('nothing');
  }

  @Get('number')
  @Cache({ ttl: '5m' })
  number() {
    return count('number');
  }

  @Get('stream')
  @Cache({ ttl: '5m' })
  stream() {
    return new StreamableFile(Buffer.from(`stream ${count('stream')}`));
  }

  @Get('error')
  @Cache({ ttl: '5m' })
  error(): never {
    throw new Error(`error ${count('error')}`);
  }

  @Post()
  @Cache({ ttl: '5m' })
  create() {
    return { n: count('create') };
  }

  @Get('plain')
  plain() {
    return { n: count('plain') };
  }

  @Get('by-id/:id')
  @Cache({ ttl: '5m', tags: ({ id }) => [`cat-${String(id)}`] })
  one(@Param('id') id: string, @Query('id') hidden?: string) {
    return { id, hidden: hidden ?? null, n: count('one') };
  }
}

interface Settable {
  status(code: number): unknown;
  header?(name: string, value: string): unknown;
  setHeader?: ServerResponse['setHeader'];
}

function set(response: Settable, name: string, value: string): void {
  if (response.setHeader === undefined) response.header?.(name, value);
  else response.setHeader(name, value);
}

describe.each(ADAPTERS)('RestCacheInterceptor on a plain controller on %s', (adapter) => {
  let app: TestApplication;
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.fetch('GET', path, { headers });
  beforeEach(async () => {
    counts.clear();
    released = deferred();
    app = await startRoutes([], { adapter, controllers: [CatsController] });
  });
  afterEach(() => app.close());

  test('a second request gets the stored response', async () => {
    const miss = await get('/cats?b=2&a=1');
    const hit = await get('/cats?a=1&b=2');
    expect(miss.headers['cache-status']).toBe('rest-cache; fwd=miss; stored');
    expect(hit.headers['cache-status']).toMatch(/^rest-cache; hit; ttl=\d+$/);
    expect(hit.headers['age']).toBe('0');
    expect(hit.text).toBe(miss.text);
    expect(hit.body).toEqual([{ name: 'Tom', query: { b: '2', a: '1' }, n: 1 }]);
    for (const name of ['content-type', 'etag', 'cache-control', 'content-length'])
      expect([name, hit.headers[name]]).toEqual([name, miss.headers[name]]);
    expect(hit.headers['cache-control']).toBe('public, max-age=300');
  });

  test('requests with other parameters have responses of their own', async () => {
    await get('/cats?a=1');
    for (const query of ['?a=2', '?a=1&a=2', '?a=1&a=1', '', '?b=1', '?a=', '?a[]=1'])
      expect((await get(`/cats${query}`)).headers['cache-status']).toContain('fwd=miss');
  });

  test('a parameter of the query that has the name of one of the path is part of the key', async () => {
    expect((await get('/cats/by-id/7?id=1')).body).toEqual({ id: '7', hidden: '1', n: 1 });
    expect((await get('/cats/by-id/7?id=2')).body).toEqual({ id: '7', hidden: '2', n: 2 });
    expect((await get('/cats/by-id/7?id=1')).body).toEqual({ id: '7', hidden: '1', n: 1 });
  });

  test('200 concurrent requests call the method once', async () => {
    const requests = Array.from({ length: 200 }, () => get('/cats/slow'));
    await expect.poll(() => app.nest.getHttpServer().listening).toBe(true);
    released.resolve();
    const responses = await Promise.all(requests);
    expect(responses.every(({ body }) => (body as { n: number }).n === 1)).toBe(true);
    expect(counts.get('slow')).toBe(1);
  });

  test('a client with the entity tag gets 304', async () => {
    const { headers } = await get('/cats');
    const known = await get('/cats', { 'if-none-match': String(headers['etag']) });
    expect(known).toMatchObject({ status: 304, text: '' });
    expect(known.headers['etag']).toBe(headers['etag']);
    expect(known.headers['content-type']).toBeUndefined();
    expect(counts.get('list')).toBe(1);
  });

  test('HEAD gets the headers of the stored GET response', async () => {
    const { headers } = await get('/cats');
    const head = await app.fetch('HEAD', '/cats');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(headers['content-length']);
    expect(head.headers['cache-status']).toContain('hit');
  });

  test('a stale response is sent while it is renewed', async () => {
    await get('/cats/short');
    const statuses = new Set<string>();
    const renewed = async () => {
      const { headers, body } = await get('/cats/short');
      statuses.add(String(headers['cache-status']).replace(/ttl.*/, ''));
      return (body as { n: number }).n;
    };
    await expect.poll(renewed, { interval: 20 }).toBeGreaterThan(1);
    expect([...statuses]).toEqual(['rest-cache; hit; ']);
  });

  test('status and headers that the handler sets are stored', async () => {
    const miss = await get('/cats/headers');
    const hit = await get('/cats/headers');
    for (const response of [miss, hit]) {
      expect(response).toMatchObject({ status: 203, body: { n: 1 } });
      expect(response.headers).toMatchObject({ 'x-own': '1', 'x-declared': 'yes' });
    }
    expect(hit.headers['cache-status']).toContain('hit');
  });

  test('a status that the handler sets on the response is stored', async () => {
    expect((await get('/cats/status')).status).toBe(203);
    expect(await get('/cats/status')).toMatchObject({ status: 203, body: { n: 1 } });
  });

  test.each(['text', 'nothing', 'number'])(
    'a hit of %s equals the fresh response',
    async (name) => {
      const miss = await get(`/cats/${name}`);
      const hit = await get(`/cats/${name}`);
      expect(hit.headers['cache-status']).toContain('hit');
      expect([
        hit.status,
        hit.text,
        hit.headers['content-type'],
        hit.headers['content-length'],
      ]).toEqual([
        miss.status,
        miss.text,
        miss.headers['content-type'],
        miss.headers['content-length'],
      ]);
      expect(counts.get(name)).toBe(1);
    },
  );

  test.each(['cookie', 'stream', 'error'])('a response with %s is never stored', async (name) => {
    await get(`/cats/${name}`);
    await get(`/cats/${name}`);
    expect(counts.get(name)).toBe(2);
  });

  test('a response with a cookie has one cookie', async () => {
    const { headers } = await get('/cats/cookie');
    expect(headers['set-cookie']).toEqual(['n=1']);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  test('handlers without @Cache and other methods are called for each request', async () => {
    await get('/cats/plain');
    expect((await get('/cats/plain')).headers['cache-status']).toBeUndefined();
    await app.fetch('POST', '/cats');
    expect((await app.fetch('POST', '/cats')).headers['cache-status']).toBeUndefined();
    expect(counts.get('plain')).toBe(2);
    expect(counts.get('create')).toBe(2);
  });

  test('responses are purged by handler, arguments, tags and all', async () => {
    const cache = app.nest.get(RestCache);
    const calls = async () => {
      const { body } = await get('/cats/by-id/7');
      return (body as { n: number }).n;
    };
    expect([await calls(), await calls()]).toEqual([1, 1]);
    await cache.purge(CatsController, 'one', { id: 7 });
    expect(await calls()).toBe(2);
    await cache.purge(CatsController, 'one');
    expect(await calls()).toBe(3);
    await cache.purgeTags('cat-7');
    expect(await calls()).toBe(4);
    await cache.purge(CatsController, 'list');
    await cache.purgeTags('cats');
    expect(await calls()).toBe(4);
    await cache.purgeAll();
    expect(await calls()).toBe(5);
  });
});
