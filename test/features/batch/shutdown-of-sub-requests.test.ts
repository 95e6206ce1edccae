import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { request, type Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { until } from '../../support/until.js';

const updated: number[] = [];
let entered = deferred<void>();
let released = deferred<void>();

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { tool: true })
  async one(id: int): Promise<RestResponse<object>> {
    entered.resolve();
    await released.promise;
    return new RestResponse({ id }).link('author', '/acme/v1/authors/3', { embeddable: true });
  }

  @RestRoute('/{id}', HttpMethod.Post, new PublicAccess(), { batch: true })
  async update(id: int): Promise<{ id: number }> {
    entered.resolve();
    await released.promise;
    updated.push(id);
    return { id };
  }
}

/** Holds the request that has the header. */
class WaitingGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (!Object.hasOwn(headers, 'x-wait')) return true;
    entered.resolve();
    await released.promise;
    return true;
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
    const guard = { provide: APP_GUARD, useClass: WaitingGuard };
    return startRoutes([BooksController, AuthorsController, guard], {
      adapter,
      rest: { batch: true, shutdownTimeout },
      imports: [McpModule.forRoot({ name: 'books', version: '1.0.0' })],
    });
  }

  /** Requests something, and closes the application while the first method runs. */
  async function fetchAcrossClosing(
    method: string,
    path: string,
    body?: string,
    others: Readonly<Record<string, string>> = {},
  ) {
    const app = await start('10s');
    const headers = { 'content-type': 'application/json', ...others };
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

  test('a batch and a request with _embed are executed whole if a guard still holds them', async () => {
    const wait = { 'x-wait': '1' };
    const one = JSON.stringify({ requests: [{ method: 'POST', path: '/acme/v1/books/1' }] });
    const batch = await fetchAcrossClosing('POST', '/api/batch/v1', one, wait);
    expect(batch.body).toMatchObject({ responses: [{ status: 200, body: { id: 1 } }] });
    const path = '/api/acme/v1/books/1?_embed=1';
    const embedding = await fetchAcrossClosing('GET', path, undefined, wait);
    expect(embedding.body).toMatchObject({ _embedded: { author: [{ id: 3 }] } });
  });

  test('a call of a tool has its result', async () => {
    const call = { name: 'books_one', arguments: { id: 3 } };
    const tool = await fetchAcrossClosing(
      'POST',
      '/mcp',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      { accept: 'application/json, text/event-stream' },
    );
    expect(tool.text).toContain('"structuredContent":{"id":3');
  });

  test('a batch whose client leaves is executed whole', async () => {
    const app = await start('10s');
    const requests = [1, 2, 3].map((id) => ({ method: 'POST', path: `/acme/v1/books/${id}` }));
    const headers = { 'content-type': 'application/json' };
    const sent = request(`${app.url}/api/batch/v1`, { method: 'POST', headers });
    const left = new Promise((resolve) => sent.on('close', resolve));
    sent.on('error', () => undefined).end(JSON.stringify({ requests }));
    updated.length = 0;
    await entered.promise;
    sent.destroy();
    await left;
    const server = app.nest.getHttpServer() as Server;
    await until(
      () => new Promise((resolve) => server.getConnections((_error, open) => resolve(open === 0))),
    );
    const closed = app.close();
    await new Promise((resolve) => setImmediate(resolve));
    released.resolve();
    await closed;
    expect(updated).toEqual([1, 2, 3]);
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
