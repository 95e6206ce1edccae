import { Controller, Get, NotFoundException, Param as PathParam } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  Cache,
  Callback,
  Capability,
  HttpMethod,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestException,
  RestExceptionFilter,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import {
  ADAPTERS,
  useRoutes,
  type RequestOptions,
  type TestResponse,
} from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

let calls: string[] = [];

beforeEach(() => {
  calls = [];
});

const READ = new Capability('read');

@Controller('notes')
class NotesController {
  @Get('forgotten')
  forgotten() {
    return 'secret';
  }

  @Get(':id')
  @RequirePermission(READ)
  @Cache({ ttl: '5m' })
  one(@PathParam('id') id: string) {
    if (id === 'none') throw new NotFoundException('There is no such note.');
    calls.push('note');
    return { id };
  }
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(ItemsController.mayRead))
  @Cache({ ttl: '5m' })
  one(id: int) {
    if (id === 404) throw new RestException('item_not_found', 'There is no item 404.', 404);
    if (id === 500) throw new Error('secret');
    calls.push('item');
    return { id };
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param({ minLength: 2 }) title: string) {
    return { title };
  }

  static mayRead(id: int): boolean {
    calls.push('permission');
    return id !== 13;
  }
}

const PARTS = [
  { provide: APP_GUARD, useClass: PermissionGuard },
  { provide: APP_INTERCEPTOR, useClass: RestCacheInterceptor },
  { provide: APP_FILTER, useClass: RestExceptionFilter },
];
const READER = { headers: signedAsUser(2) };
const ITEMS = '/api/acme/v1/items';

/** What clients see. The time, the port and the random part of a lifetime differ between two applications. */
const visible = ({ status, body, headers }: TestResponse) => {
  const { date: _date, link: _link, age: _age, ...rest } = headers;
  const cacheStatus = String(headers['cache-status']).replace(/ttl=\d+/, 'ttl');
  return { status, body, headers: { ...rest, 'cache-status': cacheStatus } };
};

const json = (value: object): RequestOptions => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

describe.each(ADAPTERS)('the three parts for the whole application on %s', (adapter) => {
  const options = { adapter, rest: fixtureUser, controllers: [NotesController] };
  const without = useRoutes([ItemsController], options);
  const app = useRoutes([ItemsController, ...PARTS], options);

  test.each<readonly [title: string, method: string, path: string, options: RequestOptions]>([
    ['a miss', 'GET', `${ITEMS}/1`, READER],
    ['a hit', 'GET', `${ITEMS}/1`, READER],
    ['HEAD', 'HEAD', `${ITEMS}/1`, READER],
    ['an envelope', 'POST', `${ITEMS}?_envelope`, json({ title: 'Lamp' })],
    ['an anonymous denial', 'GET', `${ITEMS}/13`, {}],
    ['a denial', 'GET', `${ITEMS}/13`, READER],
    ['an error of the method', 'GET', `${ITEMS}/404`, READER],
    ['an unexpected error', 'GET', `${ITEMS}/500`, READER],
    ['an unknown path', 'GET', `${ITEMS}/chair`, READER],
    ['an invalid argument', 'POST', ITEMS, json({ title: 'x' })],
    ['an invalid body', 'POST', ITEMS, { ...json({}), body: '{' }],
    ['a created item', 'POST', ITEMS, json({ title: 'Lamp' })],
    ['OPTIONS', 'OPTIONS', `${ITEMS}/1`, {}],
  ])('leave the response of a route as it is: %s', async (_title, method, path, request) => {
    const expected = visible(await without.fetch(method, path, request));
    const expectedCalls = calls;
    calls = [];
    expect(visible(await app.fetch(method, path, request))).toEqual(expected);
    expect(calls).toEqual(expectedCalls);
  });

  test('check, cache and shape the errors of plain controllers', async () => {
    expect((await app.fetch('GET', '/notes/1', READER)).headers['cache-status']).toContain('fwd=');
    expect((await app.fetch('GET', '/notes/1', READER)).headers['cache-status']).toContain('hit');
    expect(calls).toEqual(['note']);
    expect(await app.fetch('GET', '/notes/1')).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden', data: { status: 401 } },
    });
    expect(await app.fetch('GET', '/notes/forgotten', READER)).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden', data: { status: 403 } },
    });
    expect((await app.fetch('GET', '/notes/none', READER)).body).toEqual({
      code: 'rest_not_found',
      message: 'There is no such note.',
      data: { status: 404 },
    });
    expect(await app.fetch('GET', '/nowhere')).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route', data: { status: 404 } },
    });
  });
});
