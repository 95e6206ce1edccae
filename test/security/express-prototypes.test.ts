import express from 'express';
import { once } from 'node:events';
import { IncomingMessage, request, ServerResponse, type RequestListener } from 'node:http';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getJson, ITEMS, startExpress, startPlainServer } from '../support/express-server.js';

/** Every name that Express adds to requests or responses. */
function addedBy(prototype: object, base: object): string[] {
  const names = new Set<string>();
  for (let at = prototype; at !== base; at = Object.getPrototypeOf(at) as object) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names];
}

const REQUEST_NAMES = addedBy(express.request, IncomingMessage.prototype);
const RESPONSE_NAMES = addedBy(express.response, ServerResponse.prototype);
const ACCESSORS = REQUEST_NAMES.filter(
  (name) => Object.getOwnPropertyDescriptor(express.request, name)?.get !== undefined,
);

/** Assigns in strict mode, as every module does; returns the names that became no plain own property. */
function notAssigned(target: object, names: readonly string[]): string[] {
  return names.filter((name) => !isAssigned(target, name));
}

function isAssigned(target: object, name: string): boolean {
  if (Reflect.get(target, name) !== undefined) return false;
  try {
    (target as Record<string, unknown>)[name] = 'mine';
  } catch {
    return false; // as Express's accessors throw
  }
  const own = Object.getOwnPropertyDescriptor(target, name);
  Reflect.deleteProperty(target, name);
  return own?.value === 'mine' && own.writable === true;
}

afterEach(() => vi.restoreAllMocks());

describe('Requests that Express has not taken yet', () => {
  test('A listener in front of Express assigns any property to requests and responses as on a plain server', async () => {
    const { server, url } = await startExpress();
    await getJson(url + ITEMS);
    const failed: string[] = [];
    server.prependListener('request', (incoming, outgoing) => {
      failed.push(...notAssigned(incoming, REQUEST_NAMES));
      failed.push(...notAssigned(outgoing, RESPONSE_NAMES));
    });
    for (let turn = 0; turn < 3; turn++) {
      expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
      expect(await getJson(`${url}/plain/query?a=1`)).toEqual([200, { a: '1' }]);
    }
    expect(failed).toEqual([]);
    expect(REQUEST_NAMES).toEqual(
      expect.arrayContaining(['query', 'path', 'ip', 'host', 'fresh', 'xhr', 'get']),
    );
  });

  test('If a server library takes over all request listeners and assigns a query, the route still runs', async () => {
    const { server, url } = await startExpress(express(), (own) => {
      const previous = own.listeners('request') as RequestListener[];
      own.removeAllListeners('request');
      own.on('request', (incoming, outgoing) => {
        Object.assign(incoming, { query: { transport: 'polling' }, originalUrl: incoming.url });
        for (const listener of previous) Reflect.apply(listener, own, [incoming, outgoing]);
      });
    });
    expect(server.listenerCount('request')).toBe(1);
    expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
    // As without the library: a property of the request's own goes before Express's accessor.
    expect(await getJson(`${url}/plain/query?a=1`)).toEqual([200, { transport: 'polling' }]);
  });

  test('Listeners of upgrade and connect get plain requests of Node', async () => {
    const { server, url, port } = await startExpress();
    await getJson(url + ITEMS);
    for (const event of ['upgrade', 'connect'] as const) {
      const seen: unknown[] = [];
      server.on(event, (incoming: IncomingMessage, socket) => {
        seen.push(Object.getPrototypeOf(incoming) === IncomingMessage.prototype);
        seen.push(notAssigned(incoming, REQUEST_NAMES));
        socket.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: mine\r\n\r\n');
      });
      const sent = request({
        port,
        host: '127.0.0.1',
        path: event === 'upgrade' ? '/socket' : 'elsewhere:443',
        method: event === 'upgrade' ? 'GET' : 'CONNECT',
        headers: event === 'upgrade' ? { connection: 'upgrade', upgrade: 'mine' } : {},
      });
      sent.end();
      await once(sent, event);
      expect([event, ...seen]).toEqual([event, true, []]);
      expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
    }
  });

  test('A listener of `checkContinue` gets a plain request and may hand it on to Express', async () => {
    const { server, url, port } = await startExpress();
    await getJson(url + ITEMS);
    const failed: string[] = [];
    server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      failed.push(...notAssigned(incoming, REQUEST_NAMES));
      failed.push(...notAssigned(outgoing, RESPONSE_NAMES));
      outgoing.writeContinue();
      server.emit('request', incoming, outgoing);
    });
    const headers = { expect: '100-continue' };
    const sent = request({ port, host: '127.0.0.1', path: ITEMS, headers });
    sent.end();
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    expect([statusCode, failed]).toEqual([200, []]);
  });
});

describe('Requests that Express has taken', () => {
  /** A script is sloppy, as a CommonJS module without 'use strict' is. */
  const sloppy = runInThisContext(
    '(function assign(target, name) { target[name] = "mine"; return target[name]; })',
  ) as (target: object, name: string) => unknown;

  /** The results of assignments in a middleware, in strict and sloppy mode. */
  function outcomes(incoming: object): unknown[] {
    return ACCESSORS.map((name) => {
      try {
        (incoming as Record<string, unknown>)[name] = 'mine';
        return [name, 'assigned'];
      } catch (error) {
        return [name, String(error), sloppy(incoming, name) === 'mine'];
      }
    });
  }

  test('An assignment in Express middleware behaves as on an Express server without the library', async () => {
    const results: unknown[][] = [];
    const middleware: RequestListener = (incoming) => void results.push(outcomes(incoming));
    const instance = express();
    instance.use((incoming, outgoing, next) => (middleware(incoming, outgoing), next()));
    const { url } = await startExpress(instance);
    await getJson(url + ITEMS);
    await getJson((await startPlainServer(instance)) + ITEMS);
    expect(results).toHaveLength(2);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toContainEqual(['query', expect.stringContaining('only a getter'), false]);
  });

  test('No prototype changes where Express is the first listener, also after another one has left', async () => {
    const { server, url } = await startExpress();
    await getJson(url + ITEMS);
    const visitor: RequestListener = () => undefined;
    server.prependListener('request', visitor);
    await getJson(url + ITEMS);
    server.off('request', visitor);
    await getJson(url + ITEMS);
    const set = Object.setPrototypeOf;
    const changed: unknown[] = [];
    vi.spyOn(Object, 'setPrototypeOf').mockImplementation((target: object, prototype) => {
      const isRequest = target instanceof IncomingMessage || target instanceof ServerResponse;
      if (isRequest) changed.push(Object.getPrototypeOf(target) !== prototype);
      return set(target, prototype) as object;
    });
    // With a slash at its end, a path takes the way through Express.
    await getJson(`${url}${ITEMS}/`);
    expect(changed).toEqual([false, false]);
  });
});

describe('A hardened environment', () => {
  test('An application whose Express prototypes are frozen starts and serves', async () => {
    const instance = express();
    Object.freeze(instance.request);
    Object.freeze(instance.response);
    const { url } = await startExpress(instance);
    expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
  });

  test('A server whose `emit` cannot be replaced serves plain requests', async () => {
    const { url, server } = await startExpress(express(), (own) => {
      Object.defineProperty(own, 'emit', { value: own.emit.bind(own), writable: false });
    });
    const prototypes: unknown[] = [];
    server.prependListener('request', (incoming) =>
      prototypes.push(Object.getPrototypeOf(incoming)),
    );
    expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
    expect(prototypes).toEqual([IncomingMessage.prototype]);
  });
});
