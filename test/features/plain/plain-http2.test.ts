import { Controller, Get, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Cache,
  Capability,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestException,
  RestExceptionFilter,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { sendTo, type AnyResponse } from '../../security/support/any-client.js';
import { useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

@Controller('cats')
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
class CatsController {
  static calls = 0;

  @Get()
  @RequirePermission(new Capability('read'))
  list() {
    return { cats: ['Tom'] };
  }

  @Get('shared')
  @Cache({ ttl: '5m' })
  @RequirePermission(new PublicAccess())
  shared() {
    return { call: ++CatsController.calls };
  }

  @Get('gone')
  @RequirePermission(new PublicAccess())
  gone() {
    throw new RestException('cats_gone', 'The cats are gone.', 410);
  }
}

describe('a plain controller over HTTP/2', () => {
  const app = useRoutes([], {
    adapter: new FastifyAdapter({ http2: true } as object),
    rest: fixtureUser,
    controllers: [CatsController],
  });
  const get = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AnyResponse> =>
    sendTo(app.url, { method: 'GET', path, headers, body: undefined }, true);

  test('is under the guard', async () => {
    expect(await get('/cats')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { code: 'rest_forbidden' },
    });
    expect(await get('/cats', signedAsUser(3))).toMatchObject({ status: 403 });
    expect(await get('/cats', signedAsUser(2))).toMatchObject({
      status: 200,
      body: { cats: ['Tom'] },
    });
  });

  test('is inside of the cache', async () => {
    const first = await get('/cats/shared');
    expect(first).toMatchObject({ status: 200, body: { call: 1 } });
    const { etag = '' } = first.headers;
    expect(await get('/cats/shared')).toMatchObject({ body: { call: 1 }, headers: { etag } });
    expect(await get('/cats/shared', { 'if-none-match': etag })).toMatchObject({ status: 304 });
  });

  test('has errors of the one format', async () => {
    expect(await get('/cats/gone')).toMatchObject({ status: 410, body: { code: 'cats_gone' } });
  });
});
