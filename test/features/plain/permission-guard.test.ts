import { Controller, Delete, Get, Patch, Post, Put, UseGuards } from '@nestjs/common';
import {
  allOf,
  anyOf,
  Callback,
  Capability,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestRequest,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { DogsController } from '../../decorators/wrong-controllers.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

@Controller('cats')
@UseGuards(PermissionGuard)
@RequirePermission(new Capability('read'))
class CatsController {
  @Get()
  @RequirePermission(new PublicAccess())
  list() {
    return ['Tom'];
  }

  @Get(':id')
  one() {
    return 'Tom';
  }

  @Post()
  @RequirePermission(new Capability('edit_items'))
  create() {
    return 'created';
  }

  @Delete(':id')
  @RequirePermission(new Capability('delete_items'))
  remove() {
    return 'removed';
  }
}

@Controller('birds')
@UseGuards(PermissionGuard)
class BirdsController {
  @Get(':id')
  @RequirePermission(allOf(new Capability('read'), new Callback(BirdsController.isOdd)))
  one() {
    return 'Tweety';
  }

  @Put(':id')
  @RequirePermission(anyOf(new Capability('delete_items'), new Callback(BirdsController.isOdd)))
  replace() {
    return 'replaced';
  }

  static async isOdd({ params }: RestRequest): Promise<boolean> {
    await Promise.resolve();
    return Number(params['id']) % 2 === 1;
  }
}

class KittensController extends CatsController {}
Controller('kittens')(KittensController);

const forbidden = (status: number) => ({ code: 'rest_forbidden', data: { status } });
const ANONYMOUS = {};
const READER = { headers: signedAsUser(2) };
const STRANGER = { headers: signedAsUser(3) };

describe.each(ADAPTERS)('PermissionGuard on a plain controller on %s', (adapter) => {
  const app = useRoutes([], {
    adapter,
    rest: fixtureUser,
    controllers: [BirdsController, CatsController, KittensController, DogsController],
  });

  test('public access lets anyone call a handler', async () => {
    expect(await app.fetch('GET', '/cats')).toMatchObject({ status: 200, body: ['Tom'] });
  });

  test('an anonymous user without a capability gets 401 and a challenge', async () => {
    const response = await app.fetch('POST', '/cats', ANONYMOUS);
    expect(response).toMatchObject({ status: 401, body: forbidden(401) });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('an authenticated user without a capability gets 403', async () => {
    const response = await app.fetch('POST', '/cats', STRANGER);
    expect(response).toMatchObject({ status: 403, body: forbidden(403) });
    expect(response.headers['www-authenticate']).toBeUndefined();
  });

  test('a user with a capability calls the handler', async () => {
    expect(await app.fetch('POST', '/cats', READER)).toMatchObject({ status: 201 });
  });

  test('the permission of a class holds for its methods', async () => {
    expect(await app.fetch('GET', '/cats/1', READER)).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/cats/1', ANONYMOUS)).toMatchObject({ status: 401 });
  });

  test('the permission of a method takes precedence over that of its class', async () => {
    expect(await app.fetch('DELETE', '/cats/1', READER)).toMatchObject({ status: 403 });
  });

  test.each([
    ['GET', '1', READER, 200],
    ['GET', '2', READER, 403],
    ['GET', '1', STRANGER, 403],
    ['GET', '1', ANONYMOUS, 401],
    ['PUT', '1', STRANGER, 200],
    ['PUT', '2', STRANGER, 403],
    ['PUT', '1', ANONYMOUS, 200],
    ['PUT', '2', ANONYMOUS, 401],
  ])(
    'allOf and anyOf combine permissions: %s /birds/%s with %j is %s',
    async (method, id, user, status) => {
      expect((await app.fetch(method, `/birds/${id}`, user)).status).toBe(status);
    },
  );

  test('a subclass of a controller has its permissions', async () => {
    expect(await app.fetch('GET', '/kittens', ANONYMOUS)).toMatchObject({ status: 200 });
    expect(await app.fetch('POST', '/kittens', ANONYMOUS)).toMatchObject({ status: 401 });
  });

  test.each(['GET', 'PUT', 'PATCH'])(
    'a handler for %s without a valid permission denies everyone',
    async (method) => {
      const user = { headers: signedAsUser(1) };
      expect((await app.fetch(method, '/dogs', ANONYMOUS)).status).toBeGreaterThan(400);
      expect(await app.fetch(method, '/dogs', user)).toMatchObject({ body: forbidden(403) });
    },
  );
});
