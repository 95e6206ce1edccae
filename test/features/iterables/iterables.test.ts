import {
  Header,
  Injectable,
  Logger,
  Controller,
  Get,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { mergeMap } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { until } from '../../support/until.js';
import { deferred } from '../../support/deferred.js';

interface Row {
  id: int;
  /** @context edit */
  secret?: string;
}

/** What the generators of the tests have done. */
const seen = { made: 0, ended: [] as string[] };

const LARGE = 'x'.repeat(65_536);

async function* rows(name: string, count: number): AsyncGenerator<Row> {
  try {
    for (let id = 1; id <= count; id++) {
      seen.made = id;
      await setImmediate();
      yield { id, secret: 'x' };
    }
  } finally {
    seen.ended.push(name);
  }
}

@Injectable()
class FailingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      mergeMap(() => {
        throw new RestException('no_rows', 'There are none.', 409);
      }),
    );
  }
}

@RestController('v1', '/rows')
class RowsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(count: int = 3): AsyncIterable<Row> {
    return rows('list', count);
  }

  @RestRoute('/large', HttpMethod.Get, new PublicAccess())
  async *large(): AsyncGenerator<Row> {
    for await (const { id } of rows('large', 100_000)) yield { id, secret: LARGE };
  }

  @RestRoute('/promised', HttpMethod.Get, new PublicAccess())
  async promised(): Promise<RestResponse<AsyncGenerator<Row>, 202>> {
    return new RestResponse(rows('promised', 2), 202).header('X-Rows', '2');
  }

  /** Its type is not known. */
  @RestRoute('/any', HttpMethod.Get, new PublicAccess())
  unknown(): unknown {
    return rows('any', 1);
  }

  @RestRoute('/declared', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  declared(): AsyncIterable<{ id: int }> {
    return rows('declared', 2);
  }

  @RestRoute('/context', HttpMethod.Get, new PublicAccess())
  inContext(context: 'view' | 'edit' = 'view'): AsyncIterable<Row> {
    return rows('context', 2);
  }

  @RestRoute('/words', HttpMethod.Get, new PublicAccess())
  async *words(): AsyncGenerator<string> {
    yield 'one ';
    yield 'two';
  }

  @RestRoute('/readable', HttpMethod.Get, new PublicAccess())
  readable(): unknown {
    return Readable.from([Buffer.from('by'), Buffer.from('tes')]);
  }

  @RestRoute('/web', HttpMethod.Get, new PublicAccess())
  web(): unknown {
    return new Blob(['bytes']).stream();
  }

  @RestRoute('/json', HttpMethod.Get, new PublicAccess())
  @Header('Content-Type', 'application/vnd.api+json')
  json(): AsyncIterable<Row> {
    return rows('json', 2);
  }

  @RestRoute('/failing', HttpMethod.Get, new PublicAccess())
  async *failing(after: int): AsyncGenerator<Row> {
    for (let id = 1; id <= after; id++) yield { id };
    await setImmediate();
    throw new RestException('rows_lost', 'They are lost.', 409);
  }

  @RestRoute('/without-json', HttpMethod.Get, new PublicAccess())
  async *withoutJson(): AsyncGenerator<unknown> {
    yield () => 1;
  }

  @RestRoute('/intercepted', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(FailingInterceptor)
  intercepted(): AsyncIterable<Row> {
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: true, value: undefined }),
        return: () => {
          seen.ended.push('intercepted');
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  }

  @RestRoute('/silent', HttpMethod.Get, new PublicAccess())
  silent(items: int): AsyncIterable<Row> {
    const left = deferred<IteratorResult<Row>>();
    let id = 0;
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          id += 1;
          if (id <= items) return Promise.resolve({ done: false, value: { id } });
          seen.ended.push('silent waits');
          return left.promise;
        },
        return: () => {
          seen.ended.push('silent');
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  }
}

@Controller('plain')
class PlainController {
  @Get()
  list(): AsyncIterable<Row> {
    return rows('plain', 3);
  }

  @Get('words')
  async *words(): AsyncGenerator<string> {
    yield 'one ';
    yield 'two';
  }
}

const rowsOf = (...ids: readonly number[]) => ids.map((id) => ({ id, secret: 'x' }));
const linesOf = (body: string) =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe.each(ADAPTERS)('An asynchronous iterable as a result on %s', (adapter) => {
  const app = useRoutes([RowsController], { adapter, controllers: [PlainController] });
  const get = (path: string, accept?: string) =>
    app.fetch('GET', path.startsWith('/plain') ? path : `/api/acme/v1/rows${path}`, {
      headers: accept === undefined ? {} : { accept },
    });

  /** A response whose body the test reads itself. */
  function open(path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      httpRequest(`${app.url}/api/acme/v1/rows${path}`, { agent: false }, resolve)
        .on('error', reject)
        .end();
    });
  }

  test('is sent as lines of JSON, as from a plain controller', async () => {
    const response = await get('');
    const plain = await get('/plain');
    expect(response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' },
    });
    expect(response.headers['vary']).toContain('Accept');
    expect(response.text).toBe(plain.text);
    expect(response.headers['content-type']).toBe(plain.headers['content-type']);
    expect(linesOf(response.text)).toEqual(rowsOf(1, 2, 3));
  });

  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
    ['application/x-ndjson;q=0.5, application/json', 'application/json; charset=utf-8'],
    ['application/x-ndjson, application/json', 'application/x-ndjson'],
    ['application/jsonl', 'application/jsonl'],
    ['application/json;q=0, */*', 'application/x-ndjson'],
    ['*/*', 'application/x-ndjson'],
    ['text/html', 'application/x-ndjson'],
  ])('is what the client accepts: %s', async (accept, type) => {
    const response = await get('?count=2', accept);
    expect(response.headers['content-type']).toBe(type);
    const items = type.startsWith('application/json;')
      ? (JSON.parse(response.text) as unknown)
      : linesOf(response.text);
    expect(items).toEqual(rowsOf(1, 2));
  });

  test('without items it is an empty list, or no line', async () => {
    expect(await get('?count=0', 'application/json')).toMatchObject({ status: 200, text: '[]' });
    expect(await get('?count=0')).toMatchObject({ status: 200, text: '' });
  });

  test('has the status and the headers of a RestResponse, and need not be declared', async () => {
    const promised = await get('/promised', 'application/json');
    expect(promised).toMatchObject({ status: 202, headers: { 'x-rows': '2' }, body: rowsOf(1, 2) });
    expect((await get('/any', 'application/json')).body).toEqual(rowsOf(1));
  });

  test('has the declared properties, and those of the context, in each item', async () => {
    expect((await get('/declared', 'application/json')).body).toEqual([{ id: 1 }, { id: 2 }]);
    expect(linesOf((await get('/declared')).text)).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await get('/context', 'application/json')).body).toEqual([{ id: 1 }, { id: 2 }]);
    const edit = await get('/context?context=edit', 'application/json');
    expect(edit.body).toEqual(rowsOf(1, 2));
  });

  test('a stated media type of JSON is a list', async () => {
    const response = await get('/json');
    expect(response.headers['content-type']).toMatch(/^application\/vnd\.api\+json/);
    expect(JSON.parse(response.text)).toEqual(rowsOf(1, 2));
  });

  test('texts and bytes are sent as they are, as from a plain controller', async () => {
    const words = await get('/words', 'application/json');
    const plain = await get('/plain/words');
    expect(words.text).toBe('one two');
    expect(words.headers['content-type']).toBe(plain.headers['content-type']);
    for (const path of ['/readable', '/web']) {
      const bytes = await get(path);
      expect(bytes).toMatchObject({
        text: 'bytes',
        headers: { 'content-type': 'application/octet-stream' },
      });
    }
  });

  test('an error before the first item is an error of the route', async () => {
    const response = await get('/failing?after=0');
    expect(response).toMatchObject({ status: 409, body: { code: 'rows_lost' } });
    const other = await get('/without-json');
    expect(other.status).toBe(500);
  });

  test('an error after the first item ends the connection, and is logged', async () => {
    const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const response = await open('/failing?after=1');
    await expect(text(response)).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    await until(() => error.mock.calls.flat().map(String).join().includes('They are lost.'));
    error.mockRestore();
    expect((await get('?count=1', 'application/json')).body).toEqual(rowsOf(1));
  });

  test('is read no faster than the client reads, and ends when the client leaves', async () => {
    seen.ended = [];
    const response = await open('/large');
    response.pause();
    await until(async () => {
      const before = seen.made;
      for (let turn = 0; turn < 100; turn++) await setImmediate();
      return before > 0 && seen.made === before;
    });
    // Buffers of the system have room for some.
    expect(seen.made).toBeLessThan(2000);
    response.destroy();
    await until(() => seen.ended.includes('large'));
  });

  test.each([0, 1])('ends also while item %i is awaited', async (items) => {
    seen.ended = [];
    const request = httpRequest(`${app.url}/api/acme/v1/rows/silent?items=${items}`);
    request.on('error', () => undefined).end();
    await until(() => seen.ended.includes('silent waits'));
    request.destroy();
    await until(() => seen.ended.includes('silent'));
    expect(seen.ended).toEqual(['silent waits', 'silent']);
  });

  test('a HEAD does not start it', async () => {
    seen.ended = [];
    seen.made = 0;
    const head = await app.fetch('HEAD', '/api/acme/v1/rows');
    expect(head).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(seen).toEqual({ made: 0, ended: [] });
  });

  test('ends if an interceptor fails after the method', async () => {
    seen.ended = [];
    expect((await get('/intercepted')).status).toBe(409);
    await until(() => seen.ended.includes('intercepted'));
  });

  test('an OpenAPI document describes the list, and each line', async () => {
    const { paths } = openApiDocument(await app.nest.get(RestRoutes).list());
    const content = (path: string) => {
      const operation = paths[`/api/acme/v1/rows${path}`]?.get;
      return Object.values(operation?.responses ?? {})[0];
    };
    const row = { $ref: '#/components/schemas/Row' };
    expect(paths['/api/acme/v1/rows']?.get?.responses['200']).toMatchObject({
      content: {
        'application/json': { schema: { type: 'array', items: row } },
        'application/x-ndjson': { schema: row },
      },
    });
    expect(paths['/api/acme/v1/rows/promised']?.get?.responses['202']).toMatchObject({
      content: { 'application/x-ndjson': { schema: row } },
    });
    expect(paths['/api/acme/v1/rows/words']?.get?.responses['200']).toMatchObject({
      content: { 'text/plain': { schema: { type: 'string' } } },
    });
    expect(content('/json')).toBeDefined();
  });
});
