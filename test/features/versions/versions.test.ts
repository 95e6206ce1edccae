import {
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestCache,
  RestController,
  RestDispatcher,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import compression from 'compression';
import fastifyCompress from '@fastify/compress';
import fastifyEtag from '@fastify/etag';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setImmediate } from 'node:timers/promises';
import { map } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type TestResponse } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

interface Item {
  id: int;
  title: string;
  version: int;
}

/** A row that its writers lock, as `SELECT … FOR UPDATE` does in a database. */
class Table {
  readonly #rows = new Map<number, Item>();
  #lock: Promise<unknown> = Promise.resolve();

  read(id: number): Item | undefined {
    return this.#rows.get(id);
  }

  write(item: Item): Item {
    this.#rows.set(item.id, item);
    return item;
  }

  remove(id: number): void {
    this.#rows.delete(id);
  }

  /** Changes a row that still has the version, as `UPDATE … WHERE version = …` does in a database. */
  async writeIf(item: Item, version: number): Promise<boolean> {
    await setImmediate();
    if (this.#rows.get(item.id)?.version !== version) return false;
    this.write(item);
    return true;
  }

  /** Runs after the transactions before it. */
  transaction<T>(run: () => T | Promise<T>): Promise<T> {
    const result = this.#lock.then(run);
    this.#lock = result.catch(() => undefined);
    return result;
  }
}

const items = new Table();

@RestController('v1', '/items')
class ItemsController {
  constructor(private readonly cache: RestCache) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { version: 'version' })
  one(id: int): Item {
    return found(id);
  }

  @RestRoute('/{id}/titled', HttpMethod.Get, new PublicAccess(), { version: 'version' })
  @Cache({ ttl: '5m', tags: ['items'], vary: 'none' })
  titled(id: int): RestResponse<Item> {
    return new RestResponse(found(id)).link('self', `/acme/v1/items/${id}`);
  }

  /** The version is not sent. */
  @RestRoute('/{id}/title', HttpMethod.Get, new PublicAccess(), {
    version: ItemsController.versionOf,
    responses: 'declared',
  })
  title(id: int): { title: string } {
    return found(id);
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true, version: 'version' })
  create(id: int, title: string): RestResponse<Item, 201> {
    const item = items.write({ id, title, version: 1 });
    return RestResponse.created(item, `/acme/v1/items/${id}`);
  }

  @RestRoute('/{id}', HttpMethod.Patch, new PublicAccess(), {
    publicWrite: true,
    batch: true,
    version: 'version',
  })
  update(id: int, title: string, request: RestRequest): Promise<Item> {
    return items.transaction(async () => {
      const item = items.read(id);
      // As a database, it takes its time.
      await Promise.resolve();
      request.expectVersion(item);
      const { version } = found(id);
      await this.cache.purgeTags('items');
      return items.write({ id, title, version: version + 1 });
    });
  }

  @RestRoute('/{id}/retried', HttpMethod.Patch, new PublicAccess(), {
    publicWrite: true,
    version: 'version',
  })
  async retry(id: int, title: string, request: RestRequest): Promise<Item> {
    for (;;) {
      const { version } = found(id);
      request.expectVersion(version);
      const item = { id, title, version: version + 1 };
      if (await items.writeIf(item, version)) return item;
    }
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess(), {
    publicWrite: true,
    version: 'version',
  })
  put(id: int, title: string, request: RestRequest): Promise<Item> {
    return items.transaction(() => {
      const item = items.read(id);
      request.expectVersion(item);
      return items.write({ id, title, version: (item?.version ?? 0) + 1 });
    });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('edit'), { version: 'version' })
  remove(id: int, request: RestRequest): void {
    request.expectVersion(found(id).version);
    items.remove(id);
  }

  @RestRoute('/{id}/hurried', HttpMethod.Put, new PublicAccess(), {
    publicWrite: true,
    version: 'version',
  })
  hurry(id: int, title: string, request: RestRequest): Item {
    return items.write({ id, title, version: 9 });
  }

  @RestRoute('/{id}/awaited', HttpMethod.Put, new PublicAccess(), {
    publicWrite: true,
    version: 'version',
  })
  forget(id: int, request: RestRequest): void {
    request.expectVersion(Promise.resolve(found(id)));
  }

  @RestRoute('/{id}/plain', HttpMethod.Put, new PublicAccess(), { publicWrite: true })
  plain(id: int, request: RestRequest): void {
    request.expectVersion(found(id));
  }

  @RestRoute('/{id}/idempotent', HttpMethod.Put, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
    version: 'version',
  })
  once(id: int, title: string, request: RestRequest): Promise<Item> {
    return this.put(id, title, request);
  }

  static versionOf(item: Item): number {
    return item.version;
  }
}

function found(id: number): Item {
  const item = items.read(id);
  if (item === undefined) throw new RestException('item_missing', 'There is no such item.', 404);
  return item;
}

/** Wraps data, as many applications do. */
@Injectable()
class WrapInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

const rest = { user: signedUser, can: () => true, batch: true };

const editor = signedAs({ id: 7, name: 'editor' });

describe.each(ADAPTERS)('A versioned route on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter, rest });

  const get = (path: string, headers = {}): Promise<TestResponse> =>
    app.fetch('GET', `/api/acme/v1/items${path}`, { headers });

  function send(
    method: string,
    path: string,
    data: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestResponse> {
    return app.fetch(method, `/api/acme/v1/items${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(data),
    });
  }

  const patch = (id: number, title: string, match?: string) =>
    send('PATCH', `/${id}`, { title }, match === undefined ? {} : { 'if-match': match });

  test('sends the version as a strong entity tag, and 304 to a client that has it', async () => {
    items.write({ id: 1, title: 'Lamp', version: 3 });
    const first = await get('/1');
    expect(first).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    const second = await get('/1', { 'if-none-match': '"3"' });
    expect(second).toMatchObject({ status: 304, text: '', headers: { etag: '"3"' } });
    const head = await app.fetch('HEAD', '/api/acme/v1/items/1');
    expect(head).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    expect(await get('/1', { 'if-match': '"2"' })).toMatchObject({
      status: 412,
      body: { code: 'rest_precondition_failed' },
    });
  });

  test('changes the version that the client has read, and responds with the next one', async () => {
    items.write({ id: 2, title: 'Lamp', version: 3 });
    const changed = await patch(2, 'Desk lamp', '"3"');
    expect(changed).toMatchObject({
      status: 200,
      headers: { etag: '"4"' },
      body: { title: 'Desk lamp', version: 4 },
    });
    const other = await patch(2, 'Floor lamp', '"3"');
    expect(other).toMatchObject({
      status: 412,
      body: { code: 'rest_version_mismatch', data: { status: 412 } },
    });
    expect(items.read(2)).toMatchObject({ title: 'Desk lamp', version: 4 });
  });

  test('does not execute a request that states no version', async () => {
    items.write({ id: 3, title: 'Lamp', version: 3 });
    for (const method of ['PATCH', 'PUT']) {
      const response = await send(method, '/3', { title: 'Other' });
      expect(response).toMatchObject({ status: 428, body: { code: 'rest_version_required' } });
    }
    const removed = await app.fetch('DELETE', '/api/acme/v1/items/3', { headers: editor });
    expect(removed.status).toBe(428);
    // A condition that another version fulfils too is none.
    const unless = await send('PUT', '/3', { title: 'Other' }, { 'if-none-match': '"2"' });
    expect(unless.status).toBe(428);
    expect(items.read(3)).toMatchObject({ title: 'Lamp', version: 3 });
  });

  test('reads lists of tags, no tag as a mistake, and never a weak tag', async () => {
    items.write({ id: 4, title: 'Lamp', version: 3 });
    expect((await patch(4, 'A', 'W/"3"')).status).toBe(412);
    expect((await patch(4, 'A', 'W/"3", "2"')).status).toBe(412);
    expect(await patch(4, 'A', '3')).toMatchObject({
      status: 400,
      body: { code: 'rest_version_invalid' },
    });
    expect(await patch(4, 'A', '"2", "3"')).toMatchObject({ status: 200, body: { version: 4 } });
    expect(await patch(4, 'B', '*')).toMatchObject({ status: 200, body: { version: 5 } });
  });

  test('If-Match matches no resource that does not exist, not even by *', async () => {
    items.remove(5);
    for (const match of ['*', '"1"']) {
      const response = await send('PUT', '/5', { title: 'New' }, { 'if-match': match });
      expect(response).toMatchObject({ status: 412, body: { code: 'rest_version_mismatch' } });
    }
    expect(items.read(5)).toBeUndefined();
  });

  test('creates a resource by PUT with If-None-Match: *, once', async () => {
    items.remove(6);
    const created = await send('PUT', '/6', { title: 'New' }, { 'if-none-match': '*' });
    expect(created).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    const again = await send('PUT', '/6', { title: 'Other' }, { 'if-none-match': '*' });
    expect(again).toMatchObject({ status: 412, body: { code: 'rest_resource_exists' } });
    // A PATCH changes what exists.
    const other = await send('PATCH', '/6', { title: 'Other' }, { 'if-none-match': '*' });
    expect(other.status).toBe(428);
    expect(items.read(6)).toMatchObject({ title: 'New' });
  });

  test.each(['/7', '/7/retried'])(
    'lets one of many writers of the same version change it, by PATCH %s',
    async (path) => {
      items.write({ id: 7, title: 'Lamp', version: 1 });
      const write = async (title: string, match: string) =>
        (await send('PATCH', path, { title }, { 'if-match': match })).status;
      const writers = Array.from({ length: 50 }, (_, at) => write(`Writer ${at}`, '"1"'));
      const statuses = await Promise.all(writers);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(49);
      expect(items.read(7)?.version).toBe(2);
      const others = Array.from({ length: 10 }, (_, at) => write(`Any ${at}`, '*'));
      expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
      expect(items.read(7)?.version).toBe(12);
    },
  );

  test('a POST needs no version, and its response has one', async () => {
    const created = await send('POST', '', { id: 8, title: 'Lamp' });
    expect(created).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(created.headers['location']).toMatch(/\/acme\/v1\/items\/8$/);
  });

  test('checks the version after the permission, and compares it by a value too', async () => {
    items.write({ id: 9, title: 'Lamp', version: 2 });
    const path = '/api/acme/v1/items/9';
    const anonymous = await app.fetch('DELETE', path, { headers: { 'if-match': '"2"' } });
    expect(anonymous.status).toBe(401);
    const wrong = { headers: { ...editor, 'if-match': '"1"' } };
    expect((await app.fetch('DELETE', path, wrong)).status).toBe(412);
    const right = { headers: { ...editor, 'if-match': '"2"' } };
    const removed = await app.fetch('DELETE', path, right);
    expect(removed).toMatchObject({ status: 204, text: '' });
    expect(items.read(9)).toBeUndefined();
  });

  test('the version need not be among the data that are sent', async () => {
    items.write({ id: 10, title: 'Lamp', version: 4 });
    const response = await get('/10/title');
    expect(response).toMatchObject({ headers: { etag: '"4"' }, body: { title: 'Lamp' } });
    expect(response.body).not.toHaveProperty('version');
  });

  test('a cached response has the version as its tag, on a miss and on a hit, also with links', async () => {
    items.write({ id: 11, title: 'Lamp', version: 5 });
    const miss = await get('/11/titled');
    const hit = await get('/11/titled');
    expect(miss.headers['cache-status']).toContain('stored');
    expect(hit.headers['cache-status']).toContain('hit');
    for (const { headers, body } of [miss, hit]) {
      expect(headers['etag']).toBe('"5"');
      expect(body).toHaveProperty('_links.self');
    }
    expect((await get('/11/titled', { 'if-none-match': '"5"' })).status).toBe(304);
    expect((await patch(11, 'Other', String(hit.headers['etag']))).status).toBe(200);
    expect((await get('/11/titled')).headers['etag']).toBe('"6"');
  });

  test('selected fields have the tag of the resource', async () => {
    items.write({ id: 12, title: 'Lamp', version: 5 });
    const picked = await get('/12?_fields=title');
    expect(picked).toMatchObject({ headers: { etag: '"5"' }, body: { title: 'Lamp' } });
    const same = await get('/12?_fields=title', { 'if-none-match': '"5"' });
    expect(same.status).toBe(304);
  });

  test('a method that changes something without a comparison is an error outside of production', async () => {
    items.write({ id: 13, title: 'Lamp', version: 1 });
    const response = await send('PUT', '/13/hurried', { title: 'A' }, { 'if-match': '"1"' });
    expect(response).toMatchObject({ status: 500, body: { code: 'framework_internal_error' } });
  });

  test('a promise is not a version', async () => {
    items.write({ id: 14, title: 'Lamp', version: 1 });
    const response = await send('PUT', '/14/awaited', {}, { 'if-match': '"1"' });
    expect(response.status).toBe(500);
  });

  test('a method of a route without the option cannot compare', async () => {
    items.write({ id: 15, title: 'Lamp', version: 1 });
    const response = await send('PUT', '/15/plain', {}, { 'if-match': '"1"' });
    expect(response.status).toBe(500);
  });

  test('a repetition with a key gets the response of the first request, and no 412', async () => {
    items.write({ id: 16, title: 'Lamp', version: 1 });
    const headers = { 'if-match': '"1"', 'idempotency-key': `sixteen-${adapter}` };
    const first = await send('PUT', '/16/idempotent', { title: 'A' }, headers);
    const second = await send('PUT', '/16/idempotent', { title: 'A' }, headers);
    expect(first).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(second).toMatchObject({
      status: 200,
      headers: { etag: '"2"', 'idempotency-replayed': 'true' },
    });
    expect(items.read(16)?.version).toBe(2);
    // A request without a version does not use its key.
    const key = { 'idempotency-key': `seventeen-${adapter}` };
    expect((await send('PUT', '/16/idempotent', { title: 'B' }, key)).status).toBe(428);
    const complete = { ...key, 'if-match': '"2"' };
    expect((await send('PUT', '/16/idempotent', { title: 'B' }, complete)).status).toBe(200);
  });

  test('each request of a batch has a version of its own, and all are checked before one runs', async () => {
    items.write({ id: 17, title: 'Lamp', version: 1 });
    const one = (headers: object) => ({
      method: 'PATCH',
      path: '/acme/v1/items/17',
      body: { title: 'Batch' },
      headers,
    });
    const batch = (requests: readonly object[]) =>
      app.fetch('POST', '/api/batch/v1', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ validation: 'require-all-validate', requests }),
      });
    const invalid = await batch([one({ 'If-Match': '"1"' }), one({})]);
    expect(JSON.stringify(invalid.body)).toContain('rest_version_required');
    expect(items.read(17)?.version).toBe(1);
    const valid = await batch([one({ 'If-Match': '"1"' }), one({ 'If-Match': '"1"' })]);
    expect(valid.body).toMatchObject({
      responses: [{ status: 200, headers: { ETag: '"2"' } }, { status: 412 }],
    });
  });

  test('a request in process states its version', async () => {
    items.write({ id: 18, title: 'Lamp', version: 1 });
    const dispatcher = app.nest.get(RestDispatcher);
    const request = { method: 'PATCH', path: '/acme/v1/items/18', body: { title: 'A' } } as const;
    expect((await dispatcher.request(request)).status).toBe(428);
    const changed = await dispatcher.request({ ...request, headers: { 'if-match': '"1"' } });
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  });

  test('an OpenAPI document has the headers, 412 and 428', async () => {
    const document = openApiDocument(await app.nest.get(RestRoutes).list());
    const path = document.paths['/api/acme/v1/items/{id}'];
    expect(path?.get?.responses['200']).toHaveProperty('headers.ETag');
    expect(path?.get?.responses).not.toHaveProperty('428');
    expect(path?.patch?.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: true }),
    );
    expect(path?.patch?.responses['200']).toHaveProperty('headers.ETag');
    expect(JSON.stringify(path?.patch?.responses['412'])).toContain('rest_version_mismatch');
    expect(path?.patch?.responses).toHaveProperty('428');
    const create = document.paths['/api/acme/v1/items']?.post;
    expect(create).not.toHaveProperty('parameters');
    expect(create?.responses).not.toHaveProperty('428');
  });
});

describe.each(ADAPTERS)(
  'Versioned routes behind an interceptor that wraps data, on %s',
  (adapter) => {
    const app = useRoutes([ItemsController], {
      adapter,
      rest: { ...rest, errors: 'nest' },
      configure: (nest: INestApplication) => void nest.useGlobalInterceptors(new WrapInterceptor()),
    });

    test('have the version of what the method has returned', async () => {
      items.write({ id: 30, title: 'Lamp', version: 3 });
      const response = await app.fetch('GET', '/api/acme/v1/items/30');
      expect(response).toMatchObject({ headers: { etag: '"3"' }, body: { data: { version: 3 } } });
    });

    test('have the errors of Nest', async () => {
      items.write({ id: 31, title: 'Lamp', version: 3 });
      const request = (headers: object) =>
        app.fetch('PATCH', '/api/acme/v1/items/31', {
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ title: 'A' }),
        });
      expect(await request({})).toMatchObject({
        status: 428,
        body: { statusCode: 428, error: 'Precondition Required' },
      });
      expect(await request({ 'if-match': '"2"' })).toMatchObject({
        status: 412,
        body: { statusCode: 412, error: 'Precondition Failed' },
      });
    });
  },
);

const versions = {
  date: new Date('2026-03-01T12:00:00.5Z'),
  never: null,
  text: 'ä "b", 100%\\ \ud800',
  big: 9_007_199_254_740_993n,
  bytes: new Uint8Array([0, 255]),
  number: 1.5,
} as const;

@RestController('v1', '/kinds')
class KindsController {
  @RestRoute('/{kind}', HttpMethod.Get, new PublicAccess(), {
    version: ({ kind }: { kind: keyof typeof versions }) => versions[kind],
  })
  one(kind: 'date' | 'never' | 'text' | 'big' | 'bytes' | 'number') {
    return { kind };
  }

  @RestRoute('/{kind}', HttpMethod.Put, new PublicAccess(), {
    publicWrite: true,
    version: 'unused',
  })
  put(kind: 'date' | 'never' | 'text' | 'big' | 'bytes' | 'number', request: RestRequest) {
    // One that was never changed is not one that does not exist.
    request.expectVersion(kind === 'never' ? { unused: versions[kind] } : versions[kind]);
    return { kind };
  }

  @RestRoute('/missing', HttpMethod.Delete, new PublicAccess(), {
    publicWrite: true,
    version: 'version',
  })
  missing(request: RestRequest): RestResponse<{ reason: string; version: number }, 404> {
    return new RestResponse({ reason: 'gone', version: 1 }, 404);
  }

  @RestRoute('/own', HttpMethod.Get, new PublicAccess(), { version: 'version' })
  own(): RestResponse<{ version: number }> {
    return new RestResponse({ version: 1 }).header('ETag', 'W/"own"');
  }

  @RestRoute('/none', HttpMethod.Get, new PublicAccess(), { version: 'version' })
  none(): { version?: number } {
    return {};
  }
}

const rejected = { code: 'rest_version_mismatch' };

describe.each(ADAPTERS)('The tag of a version on %s', (adapter) => {
  const app = useRoutes([KindsController], { adapter, rest });

  test.each([
    ['date', '"2026-03-01T12:00:00.500Z"'],
    ['never', '""'],
    ['text', '"%C3%A4%20%22b%22%2C%20100%25%5C%20%EF%BF%BD"'],
    ['big', '"9007199254740993"'],
    ['bytes', '"AP8"'],
    ['number', '"1.5"'],
  ])('is made of a %s, and is compared with it', async (kind, etag) => {
    const path = `/api/acme/v1/kinds/${kind}`;
    const read = await app.fetch('GET', path);
    expect(read).toMatchObject({ status: 200, headers: { etag } });
    const same = await app.fetch('GET', path, { headers: { 'if-none-match': `"a", ${etag}` } });
    expect(same.status).toBe(304);
    const written = await app.fetch('PUT', path, { headers: { 'if-match': `"a", ${etag}` } });
    expect(written.status).toBe(200);
    const other = await app.fetch('PUT', path, { headers: { 'if-match': '"a"' } });
    expect(other).toMatchObject({ status: 412, body: rejected });
  });

  test('is not that of an error that a method returns, and does not replace that of the method', async () => {
    const headers = { 'if-match': '*' };
    const missing = await app.fetch('DELETE', '/api/acme/v1/kinds/missing', { headers });
    expect(missing.status).toBe(404);
    expect(missing.headers['etag']).not.toBe('"1"');
    const own = await app.fetch('GET', '/api/acme/v1/kinds/own');
    expect(own.headers['etag']).toBe('W/"own"');
  });

  test('outside of production, a result without a version is an error', async () => {
    expect((await app.fetch('GET', '/api/acme/v1/kinds/none')).status).toBe(500);
  });
});

describe.each(ADAPTERS)('In production on %s', (adapter) => {
  test('a route that does not compare versions is logged once, and responds', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const app = await startRoutes([ItemsController], { adapter, rest });
    const hurry = () =>
      app.fetch('PUT', '/api/acme/v1/items/40/hurried', {
        headers: { 'content-type': 'application/json', 'if-match': '*' },
        body: JSON.stringify({ title: 'A' }),
      });
    try {
      expect(await hurry()).toMatchObject({ status: 200, headers: { etag: '"9"' } });
      expect((await hurry()).status).toBe(200);
      const texts = warn.mock.calls.map(([text]) => String(text));
      expect(texts.filter((text) => text.includes('request.expectVersion'))).toEqual([
        expect.stringContaining('ItemsController.hurry'),
      ]);
    } finally {
      await app.close();
      warn.mockRestore();
      vi.unstubAllEnvs();
    }
  });
});

const tags: { [adapter: string]: (nest: INestApplication) => unknown } = {
  express: (nest) => {
    (nest as NestExpressApplication).set('etag', 'strong').use(compression({ threshold: 0 }));
  },
  fastify: async (nest) => {
    await (nest as NestFastifyApplication).register(fastifyCompress, { threshold: 0 });
    await (nest as NestFastifyApplication).register(fastifyEtag);
  },
};

describe.each(ADAPTERS)(
  'With the entity tags and the compression of the application on %s',
  (adapter) => {
    const app = useRoutes([ItemsController], {
      adapter,
      rest,
      configure: async (nest) => void (await tags[adapter]?.(nest)),
    });

    test('a versioned response has the tag of its version, also if it is compressed', async () => {
      items.write({ id: 50, title: 'Lamp', version: 3 });
      const response = await app.fetch('GET', '/api/acme/v1/items/50', {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(response).toMatchObject({
        status: 200,
        headers: { etag: '"3"', 'content-encoding': 'gzip' },
      });
      const same = await app.fetch('GET', '/api/acme/v1/items/50', {
        headers: { 'if-none-match': '"3"' },
      });
      expect(same).toMatchObject({ status: 304, headers: { etag: '"3"' } });
      const changed = await app.fetch('PATCH', '/api/acme/v1/items/50', {
        headers: { 'content-type': 'application/json', 'if-match': '"3"' },
        body: JSON.stringify({ title: 'A' }),
      });
      expect(changed).toMatchObject({ status: 200, headers: { etag: '"4"' } });
    });
  },
);
