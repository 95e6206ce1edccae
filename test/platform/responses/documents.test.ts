import {
  Controller,
  Get,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestResponse,
  RestRoute,
  withLinks,
} from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

let calls = 0;

/** As documents of Mongoose are: what is sent is made by `toJSON`, which reads private state. */
class Book {
  readonly #title: string;

  constructor(
    readonly id: number,
    title: string,
  ) {
    this.#title = title;
  }

  toJSON(): { id: number; title: string } {
    calls++;
    return { id: this.id, title: this.#title };
  }
}

const book = (): Book => new Book(7, 'Momo');

class Wrapping implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

class Passing implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

@Controller('plain')
class PlainBooks {
  @Get('one')
  one() {
    return book();
  }
  @Get('list')
  list() {
    return [book(), book(), book()];
  }
  @Get('nested')
  nested() {
    return { book: book() };
  }
  @Get('wrapped')
  @UseInterceptors(new Wrapping())
  wrapped() {
    return book();
  }
}

@RestController('v1')
class Books {
  @RestRoute('/one', HttpMethod.Get, new PublicAccess())
  one() {
    return book();
  }
  @RestRoute('/later', HttpMethod.Get, new PublicAccess())
  async later() {
    return Promise.resolve(book());
  }
  @RestRoute('/list', HttpMethod.Get, new PublicAccess())
  list() {
    return [book(), book(), book()];
  }
  @RestRoute('/nested', HttpMethod.Get, new PublicAccess())
  nested() {
    return { book: book() };
  }
  @RestRoute('/wrapped', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(new Wrapping())
  wrapped() {
    return book();
  }
  @RestRoute('/passed', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(new Passing())
  passed() {
    return new RestResponse(book());
  }
  @RestRoute('/response', HttpMethod.Get, new PublicAccess())
  response() {
    return new RestResponse(book(), 202).header('ETag', '"own"');
  }
  @RestRoute('/made', HttpMethod.Post, new PublicAccess(), { batch: true })
  made() {
    return RestResponse.created(book(), '/acme/v1/one');
  }
  @RestRoute('/linked', HttpMethod.Get, new PublicAccess())
  linked() {
    return new RestResponse(book()).link('self', '/acme/v1/one', { embeddable: true });
  }
  @RestRoute('/linked-list', HttpMethod.Get, new PublicAccess())
  linkedList() {
    return [withLinks(book(), { self: '/acme/v1/one' })];
  }
  @RestRoute('/declared', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  declared(): { id: number; title: string } {
    return book() as never;
  }
  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached() {
    return book();
  }
  @RestRoute('/failing', HttpMethod.Get, new PublicAccess())
  failing() {
    throw new RestException('taken', 'It is taken.', 409, { by: book() });
  }
}

const ROUTES = '/api/acme/v1';
const JSON_TYPE = { 'content-type': 'application/json' };
const MOMO = { id: 7, title: 'Momo' };

describe.each(ADAPTERS)('Results with a toJSON on %s', (adapter) => {
  const app = useRoutes([Books], { adapter, controllers: [PlainBooks], rest: { batch: true } });
  beforeEach(() => void (calls = 0));

  async function callsOf(method: string, path: string, options = {}) {
    calls = 0;
    const { status, body } = await app.fetch(method, path, options);
    return { status, body, calls };
  }

  test('are written once for each response, as those of a plain controller', async () => {
    for (const name of ['one', 'list', 'nested', 'wrapped']) {
      for (const method of ['GET', 'HEAD']) {
        const plain = await callsOf(method, `/plain/${name}`);
        expect([name, method, plain.calls]).toEqual([name, method, name === 'list' ? 3 : 1]);
        expect(await callsOf(method, `${ROUTES}/${name}`)).toEqual(plain);
      }
    }
  });

  test.each([
    ['GET', '/later', 200, MOMO],
    ['GET', '/passed', 200, MOMO],
    ['GET', '/response', 202, MOMO],
    ['POST', '/made', 201, MOMO],
    ['GET', '/one?_fields=id', 200, { id: 7 }],
    ['GET', '/response?_fields=id', 202, { id: 7 }],
    ['GET', '/one?_envelope', 200, { body: MOMO, status: 200 }],
    ['GET', '/one?_envelope&_fields=id', 200, { body: { id: 7 } }],
    ['GET', '/linked', 200, MOMO],
    ['GET', '/linked?_fields=id', 200, { id: 7 }],
    ['GET', '/linked-list', 200, [MOMO]],
    ['GET', '/declared', 200, MOMO],
    ['GET', '/failing', 409, { code: 'taken', data: { by: MOMO } }],
  ])('%s %s writes it once', async (method, path, status, body) => {
    expect(await callsOf(method, ROUTES + path)).toMatchObject({ status, body, calls: 1 });
  });

  test('a cached route writes it once for its entry, and not for a hit', async () => {
    expect(await callsOf('GET', `${ROUTES}/cached`)).toEqual({ status: 200, body: MOMO, calls: 1 });
    for (const path of ['', '?_fields=id', '?_envelope'])
      expect(await callsOf('GET', `${ROUTES}/cached${path}`)).toMatchObject({ calls: 0 });
  });

  test('a condition, a batch and _embed write it once; RestDispatcher returns the object itself', async () => {
    const headers = { 'if-none-match': '"own"' };
    expect(await callsOf('GET', `${ROUTES}/response`, { headers })).toMatchObject({ status: 304 });
    const batch = await callsOf('POST', '/api/batch/v1', {
      headers: JSON_TYPE,
      body: JSON.stringify({ requests: [{ path: '/acme/v1/made' }] }),
    });
    expect(batch).toMatchObject({ body: { responses: [{ body: MOMO }] }, calls: 1 });
    const embedded = await callsOf('GET', `${ROUTES}/linked?_embed`);
    expect(embedded).toMatchObject({ body: { _embedded: { self: [MOMO] } }, calls: 2 });
    calls = 0;
    const { data } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/acme/v1/one' });
    expect([data instanceof Book, calls]).toEqual([true, 0]);
  });
});
