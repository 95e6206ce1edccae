import { JwtService } from '@nestjs/jwt';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import { ItemsController } from './items.controller.js';
import { JwtAppModule, SECRET } from './jwt.module.js';

// Without the usual parts: the recipe states how users are found.

const json = { 'content-type': 'application/json' };

describe.each(ADAPTERS)('Passport JWT on %s', (adapter) => {
  const app = useApplication(() => startApplication({ imports: [JwtAppModule] }, { adapter }));
  beforeEach(() => {
    ItemsController.created = 0;
  });

  const tokenOf = (roles: readonly string[], secret = SECRET, expiresIn = 60): string =>
    app.nest.get(JwtService, { strict: false }).sign({ sub: 'ada', roles }, { secret, expiresIn });
  const get = (path: string, token?: string) =>
    app.fetch('GET', `/api/acme/v1${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const create = (token: string) =>
    app.fetch('POST', '/api/acme/v1/items', {
      headers: { ...json, authorization: `Bearer ${token}` },
      body: '{"title":"Chair"}',
    });

  test('an anonymous user reads only public routes', async () => {
    expect((await get('/items/mine')).body).toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
    expect(ItemsController.created).toBe(0);
    const open = await get('/items');
    expect([open.status, open.headers.allow]).toEqual([200, 'GET']);
  });

  test('a role grants its capabilities', async () => {
    const mine = await get('/items/mine', tokenOf(['reader']));
    expect(mine.body).toEqual({ user: { id: 'ada', roles: ['reader'] } });
    expect((await create(tokenOf(['reader']))).status).toBe(403);
    const created = await create(tokenOf(['editor']));
    expect([created.status, created.headers.allow]).toEqual([200, 'GET, POST']);
  });

  test.each([
    ['of another secret', () => tokenOf(['editor'], 'another')],
    ['that has expired', () => tokenOf(['editor'], SECRET, -1)],
    ['that is none', () => 'none'],
  ])('a token %s is rejected, also on a public route', async (_title, token) => {
    expect((await get('/items', token())).body).toMatchObject({
      code: 'rest_unauthorized',
      data: { status: 401 },
    });
  });
});
