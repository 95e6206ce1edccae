import { Injectable } from '@nestjs/common';
import {
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

const asked: string[] = [];

@Injectable()
class Owners {
  owns(user: string | undefined, id: number): boolean {
    return user === 'ada' && id === 1;
  }
}

class Policies {
  static onSunday(): boolean {
    return true;
  }
}

@RestController('v1', '/docs')
class DocsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return id;
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(DocsController.owns))
  update(id: int) {
    return id;
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_docs'))
  remove(id: int) {}

  @RestRoute('/{id}', HttpMethod.Post, new Capability('delete_docs'))
  restore(id: int) {
    return id;
  }

  @RestRoute('/sunday', HttpMethod.Get, new Callback(Policies.onSunday))
  sunday() {
    return 'open';
  }

  @RestRoute('/truthy', HttpMethod.Get, new Callback(DocsController.truthy))
  truthy() {
    return 'open';
  }

  @RestRoute('/explains', HttpMethod.Get, new Callback(DocsController.explains))
  explains() {
    return 'open';
  }

  @RestRoute('/throws', HttpMethod.Get, new Callback(DocsController.throws))
  throws() {
    return 'open';
  }

  @RestRoute('/throws', HttpMethod.Post, new PublicAccess())
  beside() {
    return 'beside';
  }

  static async owns(id: int, owners: Owners, request: RestRequest): Promise<boolean> {
    asked.push(`owns ${id}`);
    await Promise.resolve();
    return owners.owns((request.user as { name?: string } | undefined)?.name, id);
  }

  static truthy(): boolean {
    return 'yes' as unknown as boolean;
  }

  static explains(): boolean {
    throw new RestException('docs_closed', 'Closed on Mondays.', 403, { until: 'Tuesday' });
  }

  static throws(): boolean {
    throw new Error('broken policy');
  }
}

describe.each(ADAPTERS)('permissions on %s', (adapter) => {
  const app = useRoutes([DocsController, Owners], {
    adapter,
    rest: {
      roles: { editor: ['edit_docs'], admin: ['edit_docs', 'delete_docs'] },
      user: async (request) => {
        await Promise.resolve();
        asked.push('user');
        return signedUser(request);
      },
    },
  });

  beforeEach(() => {
    asked.length = 0;
  });

  const send = (method: string, path: string, headers = {}) =>
    app.fetch(method, `/api/acme/v1/docs${path}`, { headers });

  test('a callback receives arguments, services and the request and may be asynchronous', async () => {
    expect((await send('PUT', '/1', signedAs({ name: 'ada' }))).status).toBe(200);
    expect((await send('PUT', '/2', signedAs({ name: 'ada' }))).status).toBe(403);
    expect((await send('PUT', '/1')).status).toBe(401);
  });

  test('each permission is checked at most once in a request, including for Allow', async () => {
    await send('PUT', '/1', signedAs({ name: 'ada' }));
    expect(asked).toEqual(['user', 'owns 1']);
  });

  test('Allow lists the methods that this user may use', async () => {
    expect((await send('GET', '/1')).headers.allow).toBe('GET');
    expect((await send('GET', '/1', signedAs({ name: 'ada' }))).headers.allow).toBe(
      'GET, PUT, PATCH',
    );
    expect(
      (await send('GET', '/1', signedAs({ name: 'ada', roles: ['admin'] }))).headers.allow,
    ).toBe('GET, POST, PUT, PATCH, DELETE');
  });

  test('a caller who may use no method of a path gets a response without Allow', async () => {
    for (const headers of [{}, signedAs({ name: 'ada' })]) {
      const denied = await send('GET', '/truthy', headers);
      expect([401, 403]).toContain(denied.status);
      expect(denied.headers).not.toHaveProperty('allow');
      const described = await send('OPTIONS', '/truthy', headers);
      expect(described.status).toBe(200);
      expect(described.headers).not.toHaveProperty('allow');
      const { body } = await send('GET', '/truthy?_envelope', headers);
      expect(body).toMatchObject({ status: denied.status, body: { code: 'rest_forbidden' } });
      expect(
        Object.keys((body as { headers: object }).headers)
          .join()
          .toLowerCase(),
      ).not.toContain('allow');
    }
  });

  test('a role has the capabilities of the options', async () => {
    expect((await send('DELETE', '/1', signedAs({ name: 'ada', roles: ['editor'] }))).status).toBe(
      403,
    );
    expect((await send('DELETE', '/1', signedAs({ name: 'ada', roles: ['admin'] }))).status).toBe(
      204,
    );
    expect(
      (await send('DELETE', '/1', signedAs({ name: 'ada', roles: ['constructor'] }))).status,
    ).toBe(403);
  });

  test('a static method of another class may be a callback', async () => {
    expect((await send('GET', '/sunday')).body).toBe('open');
  });

  test('only the value true grants a permission', async () => {
    expect((await send('GET', '/truthy')).status).toBe(401);
  });

  test('a callback that throws a RestException decides the error', async () => {
    expect((await send('GET', '/explains')).body).toEqual({
      code: 'docs_closed',
      message: 'Closed on Mondays.',
      data: { status: 403, until: 'Tuesday' },
    });
  });

  test('a callback that throws another error is a 500, and denies the method in Allow of other requests', async () => {
    expect((await send('GET', '/throws')).status).toBe(500);
    const beside = await send('POST', '/throws');
    expect([beside.status, beside.headers.allow]).toEqual([200, 'POST']);
  });
});
