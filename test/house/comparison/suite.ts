import type { INestApplication, Type } from '@nestjs/common';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';

interface RawRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: unknown;
}

/** Who is calling, for both: what a guard for tokens would leave in `request.user`. */
function authenticate(app: INestApplication): void {
  const set = (request: RawRequest): void => {
    const role = request.headers['x-role'];
    if (role !== undefined) request.user = { roles: [role] };
  };
  const adapter = app.getHttpAdapter();
  if (adapter.getType() === 'fastify') {
    const instance = adapter.getInstance() as {
      addHook(
        name: string,
        hook: (request: RawRequest, reply: unknown, done: () => void) => void,
      ): void;
    };
    instance.addHook('onRequest', (request, _reply, done) => {
      set(request);
      done();
    });
    return;
  }
  app.use((request: RawRequest, _response: unknown, next: () => void) => {
    set(request);
    next();
  });
}

/** One resource, whichever way it is written. Of errors the statuses are compared: the formats differ. */
export function testItems(title: string, module: Type): void {
  describe.each(ADAPTERS)(`${title} on %s`, (adapter) => {
    const app = useApplication(() =>
      startApplication({ imports: [module] }, { adapter, configure: authenticate }),
    );

    const send = (method: string, path: string, role?: string, body?: unknown) =>
      app.fetch(method, `/api/acme/v1/items${path}`, {
        headers: {
          ...(role === undefined ? {} : { 'x-role': role }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const chair = { title: 'Chair', kind: 'book', parts: [{ sku: 'leg', count: 4 }] };

    test('an item can be created, listed, found, renamed and removed', async () => {
      const created = await send('POST', '', 'editor', chair);
      expect([created.status, created.body]).toEqual([201, { id: 1, ...chair }]);
      await send('POST', '', 'editor', { title: 'Table', kind: 'film' });
      const list = await send('GET', '?page=2&per_page=1');
      expect([list.status, list.headers['x-wp-total'], list.headers['x-wp-totalpages']]).toEqual([
        200,
        '2',
        '2',
      ]);
      expect(list.body).toEqual([{ id: 2, title: 'Table', kind: 'film', parts: [] }]);
      expect((await send('GET', '?kind=book')).body).toEqual([{ id: 1, ...chair }]);
      expect((await send('GET', '?search=Tab')).body).toMatchObject([{ id: 2 }]);
      const renamed = await send('PUT', '/1', 'editor', { title: 'Stool' });
      expect([renamed.status, renamed.body]).toEqual([200, { id: 1, ...chair, title: 'Stool' }]);
      // The list was cached, and a write purges it.
      expect((await send('GET', '?kind=book')).body).toMatchObject([{ title: 'Stool' }]);
      expect((await send('DELETE', '/1', 'admin')).status).toBe(204);
      expect((await send('GET', '/1')).status).toBe(404);
    });

    test.each([
      ['POST', '', undefined, chair, 401],
      ['POST', '', 'reader', chair, 403],
      ['DELETE', '/2', 'editor', undefined, 403],
      ['DELETE', '/9', 'admin', undefined, 404],
      ['PUT', '/9', 'editor', { title: 'Any' }, 404],
      ['POST', '', 'editor', { ...chair, title: 'x' }, 400],
      ['POST', '', 'editor', { ...chair, kind: 'chair' }, 400],
      ['POST', '', 'editor', { ...chair, parts: [{ sku: '', count: 1 }] }, 400],
      ['POST', '', 'editor', { ...chair, parts: [{ sku: 'a', count: 100 }] }, 400],
      ['GET', '?page=0', undefined, undefined, 400],
      ['GET', '?per_page=101', undefined, undefined, 400],
      ['GET', '?kind=chair', undefined, undefined, 400],
    ])('%s %s as %s with %j is %i', async (method, path, role, body, status) => {
      expect((await send(method, path, role, body)).status).toBe(status);
    });
  });
}
