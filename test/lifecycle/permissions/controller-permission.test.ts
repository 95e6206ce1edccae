import {
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { LaxController } from '../../decorators/wrong-controllers.js';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const REQUEST = { inject: RestRequest };

@RestController('v1', '/notes', new Capability('edit_notes'))
class NotesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return 'list';
  }

  @RestRoute('', HttpMethod.Post)
  create() {
    return 'created';
  }

  @RestRoute('', HttpMethod.Put, { batch: true })
  replace() {
    return 'replaced';
  }

  @RestRoute('/hidden', HttpMethod.Get, { hidden: true })
  hidden() {
    return 'hidden';
  }
}

/** Has the routes of the class above, with its permission. */
class Inheriting extends NotesController {}

/** Has the routes of the class above, with a permission of its own. */
@RestController('v1', '/strict', new Callback(StrictController.isRoot))
class StrictController extends NotesController {
  static isRoot({ headers }: RestRequest): boolean {
    return headers['x-role'] === 'root';
  }
}

const EDITOR = { 'x-role': 'editor' };
const ROOT = { 'x-role': 'root' };

const rest = {
  roles: { editor: ['edit_notes'] },
  user: ({ headers }: RestRequest) =>
    headers['x-role'] === undefined ? undefined : { roles: [headers['x-role']] },
};

describe.each(ADAPTERS)('the permission of a controller on %s', (adapter) => {
  const app = useRoutes([NotesController, StrictController], { adapter, rest });

  const status = async (method: string, path: string, headers = {}): Promise<number> =>
    (await app.fetch(method, `/api/acme/v1/${path}`, { headers })).status;

  test('holds for a route that states none', async () => {
    for (const [method, path] of [
      ['POST', 'notes'],
      ['PUT', 'notes'],
      ['GET', 'notes/hidden'],
    ] as const) {
      expect(await status(method, path)).toBe(401);
      expect(await status(method, path, ROOT)).toBe(403);
      expect(await status(method, path, EDITOR)).toBe(200);
    }
  });

  test('is replaced by that of a route', async () => {
    expect(await status('GET', 'notes')).toBe(200);
  });

  test('is that of the class that extends another', async () => {
    expect(await status('POST', 'strict', EDITOR)).toBe(403);
    expect(await status('POST', 'strict', ROOT)).toBe(200);
    expect(await status('GET', 'strict')).toBe(200);
  });
});

describe('the permission of a controller at startup', () => {
  test('is inherited with @RestController', async () => {
    const app = await startRoutes([Inheriting], { adapter: 'fastify', rest });
    const { status } = await app.fetch('POST', '/api/acme/v1/notes');
    await app.close();
    expect(status).toBe(401);
  });

  test('is not inherited by a class with a @RestController of its own', async () => {
    await expect(startRoutes([LaxController], { adapter: 'fastify' })).rejects.toThrow(
      /RR1008[^]*LaxController\.create/,
    );
  });
});
