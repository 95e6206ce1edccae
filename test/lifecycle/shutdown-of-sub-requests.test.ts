import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';
import { deferred } from '../support/deferred.js';

let entered = deferred<void>();
let released = deferred<void>();

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  async one(id: int): Promise<RestResponse<object>> {
    entered.resolve();
    await released.promise;
    return new RestResponse({ id }).link('author', '/acme/v1/authors/3', { embeddable: true });
  }

  @RestRoute('/{id}', HttpMethod.Post, new PublicAccess(), { batch: true })
  async update(id: int): Promise<{ id: number }> {
    entered.resolve();
    await released.promise;
    return { id };
  }
}

@RestController('v1', '/authors')
class AuthorsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): { id: number } {
    return { id };
  }
}

describe.each(ADAPTERS)('While an application on %s closes', (adapter) => {
  async function start(shutdownTimeout: `${number}s` | `${number}ms`) {
    entered = deferred();
    released = deferred();
    return startRoutes([BooksController, AuthorsController], {
      adapter,
      rest: { batch: true, shutdownTimeout },
    });
  }

  /** Requests something, and closes the application while the first method runs. */
  async function fetchAcrossClosing(method: string, path: string, body?: string) {
    const app = await start('10s');
    const headers = { 'content-type': 'application/json' };
    const responded = app.fetch(method, path, { headers, ...(body === undefined ? {} : { body }) });
    await entered.promise;
    const closed = app.close();
    // The shutdown has begun when this comes: Nest calls its hooks one after the other.
    await new Promise((resolve) => setImmediate(resolve));
    released.resolve();
    const response = await responded;
    await closed;
    return response;
  }

  test('a batch under way is executed whole', async () => {
    const requests = [1, 2, 3].map((id) => ({ method: 'POST', path: `/acme/v1/books/${id}` }));
    const { status, body } = await fetchAcrossClosing(
      'POST',
      '/api/batch/v1',
      JSON.stringify({ requests }),
    );
    expect(status).toBe(207);
    expect(body).toMatchObject({
      responses: [1, 2, 3].map((id) => ({ status: 200, body: { id } })),
    });
  });

  test('a request under way with _embed has its resources', async () => {
    const { status, body } = await fetchAcrossClosing('GET', '/api/acme/v1/books/1?_embed=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, _embedded: { author: [{ id: 3 }] } });
  });

  test('a batch that does not end keeps the process no longer than shutdownTimeout', async () => {
    const app = await start('50ms');
    const requests = [{ method: 'POST', path: '/acme/v1/books/1' }];
    const headers = { 'content-type': 'application/json' };
    const responded = app
      .fetch('POST', '/api/batch/v1', { headers, body: JSON.stringify({ requests }) })
      .catch(() => 'lost');
    await entered.promise;
    await app.close();
    expect(await responded).toBe('lost');
    released.resolve();
  });
});
