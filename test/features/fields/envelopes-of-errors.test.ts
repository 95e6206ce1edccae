import { UseGuards, type CanActivate } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

class DenyingGuard implements CanActivate {
  canActivate() {
    return false;
  }
}

@RestController('v1', '/errors')
class ErrorsController {
  @RestRoute('/{id}', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  one(id: int, page: int = 1) {
    return { id, page };
  }

  @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
  @UseGuards(DenyingGuard)
  guarded() {
    return 'never';
  }
}

const BASE = '/api/acme/v1/errors';
const json = { 'content-type': 'application/json' };

const ERRORS: readonly (readonly [string, string, string, number, string])[] = [
  ['a path without a route', 'GET', '/none/at/all?_envelope', 404, 'rest_no_route'],
  ['a method that a path does not have', 'DELETE', '/7?_envelope=1', 404, 'rest_no_route'],
  [
    'a query that names an argument twice',
    'GET',
    '/7?_envelope&a=1&a[]=2',
    400,
    'rest_invalid_url',
  ],
  ['a query with malformed encoding', 'GET', '/7?a=%ff&_envelope', 400, 'rest_invalid_url'],
  ['a body that is not JSON', 'POST', '/7?_envelope', 400, 'rest_invalid_json'],
  ['an argument', 'GET', '/7?page=x&_envelope', 400, 'rest_invalid_param'],
  ['a guard', 'GET', '/guarded?_envelope', 403, 'rest_forbidden'],
];

describe.each(ADAPTERS)('the envelope of an error, on %s', (adapter) => {
  const app = useRoutes([ErrorsController], { adapter });

  test.each(ERRORS)('%s', async (_title, method, path, status, code) => {
    const sent = method === 'POST' ? { headers: json, body: '{' } : {};
    const response = await app.fetch(method, BASE + path, sent);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status, body: { code, data: { status } } });
    expect(Object.keys(response.body as object)).toEqual(['body', 'status', 'headers']);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test('a path that cannot be decoded has none, because Fastify itself responds to it', async () => {
    expect((await app.fetch('GET', `${BASE}/%?_envelope`)).status).toBe(400);
  });

  test.each(ERRORS)('%s has none without the parameter', async (_title, method, path, status) => {
    const sent = method === 'POST' ? { headers: json, body: '{' } : {};
    const plain = path.replace(/(?:_|%5F)envelope/, 'x_envelope');
    expect((await app.fetch(method, BASE + plain, sent)).status).toBe(status);
  });
});

describe.each(ADAPTERS)('an application without envelopes, on %s', (adapter) => {
  const app = useRoutes([ErrorsController], { adapter, rest: { style: 'nest' } });

  test('has none for errors either', async () => {
    expect((await app.fetch('GET', `${BASE}/none/at/all?_envelope`)).status).toBe(404);
  });
});
