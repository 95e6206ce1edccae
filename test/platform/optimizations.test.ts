import { IncomingMessage } from 'node:http';
import type { Server } from 'node:http';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { httpError } from '../../lib/diagnostics/http-error-catalogue.js';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(search: string | null = null, page: int = 1) {
    return new RestResponse([{ id: page, title: search }]).paged(1, { page, per_page: 1 });
  }

  @RestRoute('/{id}', [HttpMethod.Get, HttpMethod.Put], new PublicAccess())
  one(id: int, tag = 'none') {
    if (id === 404) throw new RestException('no_item', 'There is no such item.', 404);
    if (id === 500) throw new Error('broken');
    return { id, tag };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  remove(id: int): void {}
}

const ITEMS = '/api/acme/v1/items';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests of every kind: values, errors of each step, bodies, methods that the library serves itself. */
const REQUESTS: readonly [
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: string,
][] = [
  ['GET', ITEMS],
  ['GET', `${ITEMS}?search=caf%C3%A9&page=2`],
  ['GET', `${ITEMS}?page=two`],
  ['GET', `${ITEMS}?search=%zz`],
  ['HEAD', ITEMS],
  ['OPTIONS', ITEMS],
  ['PATCH', ITEMS],
  ['GET', `${ITEMS}/7?tag=a`],
  ['GET', `${ITEMS}/404`],
  ['GET', `${ITEMS}/500`],
  ['GET', `${ITEMS}/7/nothing`],
  ['GET', '/api/acme/v1/%'],
  ['PUT', `${ITEMS}/7`, JSON_TYPE, '{"tag":"a"}'],
  ['PUT', `${ITEMS}/7`, JSON_TYPE, '{'],
  ['PUT', `${ITEMS}/7`, { 'content-type': 'application/x-www-form-urlencoded' }, 'tag=a'],
  ['PUT', `${ITEMS}/7`, { 'content-type': 'text/csv' }, 'a,b'],
  ['POST', `${ITEMS}/7`, { 'x-http-method-override': 'DELETE' }],
  ['DELETE', `${ITEMS}/7`],
  ['GET', '/api'],
  ['GET', '/elsewhere'],
];

async function responsesOf(app: TestApplication): Promise<unknown[]> {
  const responses: unknown[] = [];
  for (const [method, path, headers = {}, body] of REQUESTS) {
    // One origin for all applications, as links and the entity tags of Express depend on it.
    const sent = { ...headers, host: 'api.example' };
    const options = { headers: sent, ...(body !== undefined && { body }) };
    const { status, headers: received, text } = await app.fetch(method, path, options);
    const { date: _date, ...rest } = received;
    responses.push([method, path, status, rest, text]);
  }
  return responses;
}

let running: TestApplication[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(running.map((app) => app.close()));
  running = [];
});

async function start(adapter: AdapterName): Promise<TestApplication> {
  const app = await startRoutes([ItemsController], { adapter });
  running.push(app);
  return app;
}

/** The prototype with which the server creates its requests. */
async function prototypeOf(app: TestApplication): Promise<unknown> {
  const server = app.nest.getHttpServer() as Server;
  const { emit } = server;
  const prototypes: unknown[] = [];
  vi.spyOn(server, 'emit').mockImplementation(function (this: unknown, ...args: unknown[]) {
    if (args[0] === 'request') prototypes.push(Object.getPrototypeOf(args[1]));
    return Reflect.apply(emit, server, args) as boolean;
  });
  await app.fetch('GET', ITEMS);
  return prototypes[0];
}

describe.each(ADAPTERS)('Optimisations on %s', (adapter) => {
  test('Responses are the same with and without the environment variable', async () => {
    const usual = await responsesOf(await start(adapter));
    vi.stubEnv('NESTJS_REST_ROUTES_OPTIMIZE', 'off');
    expect(await responsesOf(await start(adapter))).toEqual(usual);
    expect(usual.map((response) => (response as unknown[])[2])).toEqual([
      200, 200, 400, 400, 200, 200, 404, 200, 404, 500, 404, 400, 200, 400, 200, 415, 204, 204, 200,
      404,
    ]);
  });

  test('Requests are served where Error, Object and their prototypes are frozen', async () => {
    const { freezeAndFetch } = await import('./support/frozen-globals.js');
    const outcome = await freezeAndFetch(adapter);
    expect(outcome).toEqual([
      [200, '[{"id":1}]'],
      [404, 'rest_no_route'],
      [400, 'rest_invalid_param'],
    ]);
  });
});

test("Express's requests are created with Express's prototype, unless the environment variable is off", async () => {
  expect(await prototypeOf(await start('express'))).not.toBe(IncomingMessage.prototype);
  vi.stubEnv('NESTJS_REST_ROUTES_OPTIMIZE', 'off');
  expect(await prototypeOf(await start('express'))).toBe(IncomingMessage.prototype);
});

describe('Errors without a stack trace', () => {
  test('The limit of stack traces is as before once the error is created', () => {
    const { stackTraceLimit } = Error;
    expect(httpError('rest_no_route').stack).not.toMatch(/\n\s+at /);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test('An error has its stack trace if the limit is not a number', () => {
    const { stackTraceLimit } = Error;
    try {
      Reflect.deleteProperty(Error, 'stackTraceLimit');
      expect(httpError('rest_no_route').getStatus()).toBe(404);
      expect('stackTraceLimit' in Error).toBe(false);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  });
});
