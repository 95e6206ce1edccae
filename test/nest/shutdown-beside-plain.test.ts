import { Controller, Get, Res, Sse, StreamableFile, type MessageEvent } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { EventStream, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { createConnection } from 'node:net';
import { Readable } from 'node:stream';
import { NEVER, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';
import { until } from '../support/until.js';

const open = new PublicAccess();

let live = new Subject<MessageEvent>();
let reached: string[] = [];

/** A stream that sends one byte and never ends. */
function endless(): Readable {
  const stream = new Readable({ read() {} });
  stream.push('a');
  return stream;
}

@Controller('plain')
class PlainController {
  @Sse('changes')
  changes() {
    return live;
  }

  @Get()
  one() {
    return { id: 1 };
  }
}

@RestController('v1', '/routes')
class RoutesController {
  @RestRoute('', 'GET', open)
  one() {
    return { id: 1 };
  }

  @RestRoute('/stream', 'GET', open)
  stream() {
    reached.push('stream');
    return new StreamableFile(endless());
  }

  @RestRoute('/waiting', 'GET', open)
  waiting() {
    reached.push('waiting');
    return new Promise<object>(() => undefined);
  }

  @RestRoute('/own', 'GET', open)
  own(@Res() _response: object) {
    reached.push('own');
  }

  /** More than the buffers of a connection take. */
  @RestRoute('/large', 'GET', open)
  large() {
    reached.push('large');
    return { text: 'x'.repeat(50_000_000) };
  }

  @RestRoute('/events', 'GET', open)
  events() {
    reached.push('events');
    return new EventStream(NEVER);
  }
}

const SILENT = ['stream', 'waiting', 'own'];

beforeEach(() => {
  live = new Subject();
  reached = [];
});

/** Both adapters wait for the request of a plain controller, as they do without the library. */
describe.each(ADAPTERS)('a shutdown on %s', (adapter) => {
  let agent: Agent;
  beforeEach(() => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(() => agent.destroy());

  const start = (): Promise<TestApplication> =>
    startRoutes([RoutesController], {
      adapter,
      controllers: [PlainController],
      rest: { shutdownTimeout: '50ms' },
    });

  /** Resolves once the connection is gone; not for a client that does not read. */
  function begin(app: TestApplication, path: string): Promise<unknown> {
    const request = send(`${app.url}${path}`, { agent: false });
    request.on('error', () => undefined);
    request.on('response', (response) => {
      response.on('error', () => undefined);
      if (!path.endsWith('large')) response.resume();
    });
    request.end();
    return once(request, 'close').catch(() => undefined);
  }

  test('closes the connections of routes after shutdownTimeout, and waits for plain controllers', async () => {
    const app = await start();
    void begin(app, '/api/acme/v1/routes/large');
    const routes = SILENT.map((name) => begin(app, `/api/acme/v1/routes/${name}`));
    const plain = send(`${app.url}/plain/changes`, { agent: false }).end();
    const responded = once(plain, 'response') as Promise<[IncomingMessage]>;
    await until(() => live.observed && reached.length === routes.length + 1);
    live.next({ data: 'before' });
    const [response] = await responded;
    const chunks: string[] = [];
    response.on('error', () => undefined);
    response.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    const closing = app.close();
    await Promise.all(routes);
    live.next({ data: 'after' });
    await until(() => response.closed || chunks.join('').includes('data: after'));
    expect(response.closed).toBe(false);
    live.complete();
    await closing;
    // The client may read the end after the server has closed.
    await until(() => response.closed);
    expect(response.complete).toBe(true);
  });

  test('waits for a plain controller on a connection that a route has used before', async () => {
    const app = await start();
    const route = send(`${app.url}/api/acme/v1/routes`, { agent }).end();
    const [first] = (await once(route, 'response')) as [IncomingMessage];
    await once(first.resume(), 'end');
    const other = begin(app, '/api/acme/v1/routes/stream');
    const plain = send(`${app.url}/plain/changes`, { agent }).end();
    const responded = once(plain, 'response') as Promise<[IncomingMessage]>;
    await until(() => live.observed);
    live.next({ data: 'before' });
    const [response] = await responded;
    expect(plain.reusedSocket).toBe(true);
    response.on('error', () => undefined);
    const closing = app.close();
    await other;
    live.next({ data: 'after' });
    live.complete();
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    expect(text).toContain('data: after');
    await closing;
  });
});

describe('a shutdown of a server of HTTP/2', () => {
  let session: ClientHttp2Session;
  afterEach(() => session.destroy());

  async function start(): Promise<TestApplication> {
    const app = await startRoutes([RoutesController], {
      adapter: new FastifyAdapter({ http2: true } as object),
      controllers: [PlainController],
      rest: { shutdownTimeout: '50ms' },
    });
    session = connect(app.url);
    session.on('error', () => undefined);
    return app;
  }

  async function open(path: string): Promise<ClientHttp2Stream> {
    const stream = session.request({ ':path': path });
    stream.on('error', () => undefined);
    return Promise.resolve(stream);
  }

  test.each(['/api/acme/v1/routes', '/plain'])(
    'does not wait for a session whose request to %s has ended',
    async (path) => {
      const app = await start();
      const stream = await open(path);
      expect(JSON.parse((await stream.toArray()).join(''))).toEqual({ id: 1 });
      const closed = once(session, 'close');
      await app.close();
      await closed;
    },
  );

  test.each([...SILENT, 'large'])(
    'closes the response of a route after shutdownTimeout: %s',
    async (name) => {
      const app = await start();
      const stream = await open(`/api/acme/v1/routes/${name}`);
      await until(() => reached.length > 0);
      const failed = once(stream, 'error');
      await app.close();
      await failed;
      // It must not look like the whole response.
      expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    },
  );

  test('closes the connection of a client that does not close it itself', async () => {
    const app = await start();
    const { port } = new URL(app.url);
    const socket = createConnection({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    // A session without a request.
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    await once(socket, 'data');
    await app.close();
    socket.destroy();
  });

  test('ends an EventStream', async () => {
    const app = await start();
    const stream = await open('/api/acme/v1/routes/events');
    await until(() => reached.length > 0);
    const [text] = await Promise.all([stream.toArray(), app.close()]);
    expect(text.join('')).toBe(':\n\n');
  });

  test('waits for a plain controller of a session whose other requests are closed', async () => {
    const app = await start();
    const route = await open('/api/acme/v1/routes/waiting');
    const plain = await open('/plain/changes');
    await until(() => live.observed && reached.length > 0);
    const failed = once(route, 'error');
    const closing = app.close();
    await failed;
    live.next({ data: 'after' });
    live.complete();
    expect((await plain.toArray()).join('')).toContain('data: after');
    await closing;
  });
});
