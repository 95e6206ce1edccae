import {
  Res,
  StreamableFile,
  UseFilters,
  UseInterceptors,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type ResponseEvent,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { concat, defer, delayWhen, from, tap } from 'rxjs';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  useRoutes,
  type RoutesOptions,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { until } from '../../support/until.js';

/** A call of a method that waits until the test or its signal ends it. */
class Call {
  readonly entered = deferred<void>();
  readonly released = deferred<unknown>();
  /** Once for each run. */
  runs = 0;
  signal: AbortSignal | undefined;

  enter(signal?: AbortSignal): void {
    this.runs += 1;
    this.signal = signal;
    this.entered.resolve();
  }

  /** The code of the reason; `undefined` while the signal is not aborted. */
  get reason(): string | undefined {
    return this.signal?.aborted === true ? (this.signal.reason as RestException).code : undefined;
  }
}

/** The calls by their names, which are of one test each. */
const calls = new Map<string, Call>();

function callOf(name: string): Call {
  const call = calls.get(name) ?? new Call();
  calls.set(name, call);
  return call;
}

const logged: string[] = [];
const note = (...texts: unknown[]): void => void logged.push(texts.map(String).join(' '));
const logger = { log: () => undefined, warn: note, error: note, fatal: note };
const events: ResponseEvent[] = [];
const filtered: unknown[] = [];

afterEach(() => {
  logged.length = 0;
  events.length = 0;
  filtered.length = 0;
});

/** Leaves the response to the library. */
class NotingFilter implements ExceptionFilter {
  catch(error: Error): never {
    filtered.push(error);
    throw error;
  }
}

/** Waits for the test after the method. */
class WaitingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { url } = context.switchToHttp().getRequest<{ readonly url: string }>();
    const name = new URL(url, 'http://a').searchParams.get('name') ?? '';
    return next.handle().pipe(delayWhen(() => from(callOf(name).released.promise)));
  }
}

/** Sets a header after the method. */
class MarkingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const response = context.switchToHttp().getResponse<{ raw?: ServerResponse }>();
    const node = response.raw ?? (response as ServerResponse);
    return next.handle().pipe(tap(() => node.setHeader('x-marked', 'yes')));
  }
}

@RestController('v1', '/work')
class WorkController {
  constructor(private readonly dispatcher: RestDispatcher) {}

  /** Ends with the error of its signal, as `fetch` does. */
  @RestRoute('/listening', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), {
    publicWrite: true,
    batch: true,
    tool: { name: 'listen' },
  })
  async listen(name: string, signal: AbortSignal): Promise<unknown> {
    callOf(name).enter(signal);
    const aborted = new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([aborted, callOf(name).released.promise]);
  }

  /** Ends with an error of Node. */
  @RestRoute('/node', HttpMethod.Get, new PublicAccess())
  async ofNode(name: string, signal: AbortSignal): Promise<void> {
    callOf(name).enter(signal);
    await delay(600_000, undefined, { signal });
  }

  @RestRoute('/failing', HttpMethod.Get, new PublicAccess())
  async fail(name: string, signal: AbortSignal): Promise<void> {
    callOf(name).enter(signal);
    await once(signal, 'abort');
    throw new TypeError('a mistake of the method');
  }

  @RestRoute('/limited', HttpMethod.Get, new PublicAccess(), { deadline: '40ms' })
  @UseFilters(NotingFilter)
  async limited(name: string, signal: AbortSignal): Promise<void> {
    callOf(name).enter(signal);
    await delay(600_000, undefined, { signal });
  }

  @RestRoute('/deaf', HttpMethod.Get, new PublicAccess(), { deadline: '40ms' })
  async deaf(name: string): Promise<unknown> {
    callOf(name).enter();
    return callOf(name).released.promise;
  }

  @RestRoute('/intercepted', HttpMethod.Get, new PublicAccess(), { deadline: '40ms' })
  @UseInterceptors(WaitingInterceptor)
  intercepted(name: string): RestResponse<string> {
    callOf(name).enter();
    return new RestResponse(name, 201, { 'x-late': 'yes' });
  }

  @RestRoute('/swift', HttpMethod.Get, new PublicAccess(), { deadline: '1h' })
  async swift(name: string, signal: AbortSignal): Promise<string> {
    callOf(name).enter(signal);
    return name;
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1h', vary: 'none' })
  async cached(name: string, signal: AbortSignal): Promise<unknown> {
    callOf(name).enter(signal);
    return callOf(name).released.promise;
  }

  @RestRoute('/cached-limited', HttpMethod.Get, new PublicAccess(), { deadline: '40ms' })
  @Cache({ ttl: '1h', vary: 'none' })
  async cachedLimited(name: string, signal: AbortSignal): Promise<void> {
    callOf(name).enter(signal);
    await delay(600_000, undefined, { signal });
  }

  @RestRoute('/once', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
    deadline: '40ms',
  })
  async once(name: string, signal: AbortSignal): Promise<unknown> {
    callOf(name).enter(signal);
    return callOf(name).released.promise;
  }

  @RestRoute('/once/marked', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
    deadline: '40ms',
  })
  @UseInterceptors(MarkingInterceptor)
  async onceMarked(name: string, signal: AbortSignal): Promise<unknown> {
    callOf(name).enter(signal);
    return callOf(name).released.promise;
  }

  @RestRoute('/stream', HttpMethod.Get, new PublicAccess(), { deadline: '1h' })
  stream(name: string, signal: AbortSignal): StreamableFile {
    callOf(name).enter(signal);
    async function* parts() {
      yield 'a part';
      await callOf(name).released.promise;
    }
    return new StreamableFile(Readable.from(parts(), { objectMode: false }));
  }

  /** Requests another route in process. */
  @RestRoute('/outer', HttpMethod.Get, new PublicAccess())
  async outer(name: string, request: RestRequest): Promise<unknown> {
    const path = '/acme/v1/work/listening';
    return (await this.dispatcher.request({ path, query: { name } }, { as: request })).status;
  }

  @RestRoute('/outer-cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1h', vary: 'none' })
  outerCached(name: string, request: RestRequest): Promise<unknown> {
    return this.outer(name, request);
  }

  @RestRoute('/outer-once', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  outerOnce(name: string, request: RestRequest): Promise<unknown> {
    return this.outer(name, request);
  }

  @RestRoute('/observed', HttpMethod.Get, new PublicAccess(), { deadline: '40ms' })
  observed(name: string, signal?: AbortSignal) {
    callOf(name).enter(signal);
    return concat(
      from(['first']),
      defer(() => from(callOf(name).released.promise)),
    );
  }
}

const CONTROLLERS = [WorkController, NotingFilter, WaitingInterceptor];

const rest: RoutesOptions['rest'] = {
  batch: true,
  shutdownTimeout: '200ms',
  hooks: { onResponse: (event) => void events.push(event) },
};

const options = (adapter: RoutesOptions['adapter']): RoutesOptions => ({
  adapter,
  rest,
  create: { logger },
  imports: [McpModule.forRoot({ name: 'work', version: '1.0.0' })],
});

/** Sends a request, and returns its connection. */
async function send(
  url: string,
  method: string,
  target: string,
  body = '',
  headers: readonly string[] = [],
): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const type = body === '' ? '' : `content-type: application/json\r\n`;
  const length = body === '' ? '' : `content-length: ${body.length}\r\n`;
  const more = headers.map((line) => `${line}\r\n`).join('');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: a\r\n${type}${length}${more}accept: application/json, text/event-stream\r\n\r\n${body}`,
  );
  await once(socket, 'connect');
  return socket;
}

describe.each(ADAPTERS)('The AbortSignal of a method on %s', (adapter) => {
  const app = useRoutes(CONTROLLERS, options(adapter));
  const at = (path: string, name: string) => `/api/acme/v1/work/${path}?name=${name}`;

  /** Sends a request whose client leaves as soon as its method runs. */
  async function leave(path: string, name: string, by: 'end' | 'destroy' = 'destroy') {
    const socket = await send(app.url, 'GET', at(path, name));
    await callOf(name).entered.promise;
    expect(callOf(name).signal?.aborted).toBe(false);
    socket[by]();
    return socket;
  }

  test.each(['destroy', 'end'] as const)(
    'is aborted when the client leaves (%s), and nothing is logged',
    async (by) => {
      const name = `${adapter}-leaves-${by}`;
      const socket = await leave('listening', name, by);
      const received: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      await until(() => callOf(name).reason !== undefined);
      expect(callOf(name).reason).toBe('rest_client_closed');
      expect(callOf(name).signal?.reason).toMatchObject({ name: 'AbortError' });
      await until(() => events.length > 0);
      expect(events).toMatchObject([{ status: 499, code: 'rest_client_closed' }]);
      expect(logged).toEqual([]);
      expect(received).toEqual([]);
    },
  );

  test('may end a function of Node, and nothing is logged', async () => {
    const name = `${adapter}-node`;
    await leave('node', name);
    await until(() => events.length > 0);
    expect(events).toMatchObject([{ status: 499 }]);
    expect(logged).toEqual([]);
  });

  test('does not hide the unexpected error of a method whose client has left', async () => {
    const name = `${adapter}-failing`;
    await leave('failing', name);
    await until(() => events.length > 0);
    expect(events).toMatchObject([{ status: 500 }]);
    expect(logged.join('\n')).toContain('a mistake of the method');
  });

  test('is not aborted by the end of the response', async () => {
    const name = `${adapter}-swift`;
    const response = await app.fetch('GET', at('swift', name));
    expect(response).toMatchObject({ status: 200, body: name });
    expect(callOf(name).signal?.aborted).toBe(false);
  });

  test('is that of the request, also for HEAD', async () => {
    const name = `${adapter}-head`;
    expect(await app.fetch('HEAD', at('swift', name))).toMatchObject({ status: 200, text: '' });
    expect(callOf(name).signal).toBeInstanceOf(AbortSignal);
  });

  test('lives as long as the stream that the method returns', async () => {
    const name = `${adapter}-stream`;
    const socket = await send(app.url, 'GET', at('stream', name));
    await once(socket, 'data');
    expect(callOf(name).signal?.aborted).toBe(false);
    socket.destroy();
    await until(() => callOf(name).reason !== undefined);
    expect(callOf(name).reason).toBe('rest_client_closed');
    callOf(name).released.resolve(undefined);
    const whole = `${adapter}-whole`;
    callOf(whole).released.resolve(undefined);
    expect(await app.fetch('GET', at('stream', whole))).toMatchObject({ text: 'a part' });
    expect(callOf(whole).signal?.aborted).toBe(false);
    expect((await app.fetch('HEAD', at('stream', whole))).status).toBe(200);
    expect(callOf(whole).signal?.aborted).toBe(false);
    expect(logged).toEqual([]);
  });

  test('is aborted for each request that waits on a connection that closes', async () => {
    const [one, two] = [`${adapter}-first`, `${adapter}-second`];
    const socket = await send(app.url, 'GET', at('listening', one));
    socket.write(`GET ${at('listening', two)} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await callOf(one).entered.promise;
    await callOf(two).entered.promise;
    socket.destroy();
    await until(() => callOf(one).reason !== undefined && callOf(two).reason !== undefined);
  });

  test('is not aborted when the client of a batch leaves: the batch goes on', async () => {
    const [one, two] = [`${adapter}-batched`, `${adapter}-batched-next`];
    const requests = [one, two].map((name) => ({
      method: 'POST',
      path: `/acme/v1/work/listening?name=${name}`,
    }));
    const socket = await send(app.url, 'POST', '/api/batch/v1', JSON.stringify({ requests }));
    await callOf(one).entered.promise;
    socket.destroy();
    await until(async () => (await connectionsOf(app)) === 0);
    for (const name of [one, two]) callOf(name).released.resolve('done');
    await until(() => events.some(({ status }) => status === 207));
    expect(events.map(({ status }) => status)).toEqual([200, 200, 207]);
    expect(callOf(two).signal?.aborted).toBe(false);
    expect(logged).toEqual([]);
  });

  test('is aborted when the client of a tool leaves', async () => {
    const name = `${adapter}-tool`;
    const params = { name: 'listen', arguments: { name } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const socket = await send(app.url, 'POST', '/mcp', body);
    await callOf(name).entered.promise;
    socket.destroy();
    await until(() => callOf(name).reason !== undefined);
    expect(callOf(name).reason).toBe('rest_client_closed');
  });

  test('of a request in process is aborted when the client of the outer one leaves', async () => {
    const name = `${adapter}-outer`;
    const socket = await send(app.url, 'GET', at('outer', name));
    await callOf(name).entered.promise;
    socket.destroy();
    await until(() => callOf(name).reason !== undefined);
    expect(callOf(name).reason).toBe('rest_client_closed');
    expect(logged).toEqual([]);
  });

  test('of a request in process is not aborted if the response of the outer one is kept', async () => {
    for (const [method, path] of [
      ['GET', 'outer-cached'],
      ['POST', 'outer-once'],
    ] as const) {
      const name = `${adapter}-${path}`;
      const target = at(path, name);
      const key = `idempotency-key: ${name}`;
      const socket = await send(app.url, method, target, '', [key]);
      await callOf(name).entered.promise;
      socket.destroy();
      await until(async () => (await connectionsOf(app)) === 0);
      callOf(name).released.resolve('done');
      const again = () => app.fetch(method, target, { headers: { 'idempotency-key': name } });
      await until(async () => (await again()).status === 200);
      expect(await again()).toMatchObject({ body: 200 });
      expect(callOf(name)).toMatchObject({ runs: 1, signal: { aborted: false } });
    }
  });

  test('of a cached route is not aborted by a client that leaves: others get the response', async () => {
    const name = `${adapter}-cached`;
    await leave('cached', name);
    const others = [1, 2].map(() => app.fetch('GET', at('cached', name)));
    await until(async () => (await connectionsOf(app)) === 2);
    expect(callOf(name).signal?.aborted).toBe(false);
    callOf(name).released.resolve('made once');
    for (const other of others) expect(await other).toMatchObject({ body: 'made once' });
    expect(callOf(name).runs).toBe(1);
    expect(callOf(name).signal?.aborted).toBe(false);
  });
});

function connectionsOf({ nest }: TestApplication): Promise<number> {
  const server = nest.getHttpServer() as Server;
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

describe.each(ADAPTERS)('A deadline on %s', (adapter) => {
  const app = useRoutes(CONTROLLERS, options(adapter));
  const at = (path: string, name: string) => `/api/acme/v1/work/${path}?name=${name}`;
  const timedOut = { status: 504, body: { code: 'rest_deadline_exceeded', data: { status: 504 } } };

  test('aborts the signal, and the response is a 504, which filters see', async () => {
    const name = `${adapter}-limited`;
    expect(await app.fetch('GET', at('limited', name))).toMatchObject(timedOut);
    expect(callOf(name).reason).toBe('rest_deadline_exceeded');
    expect(callOf(name).signal?.reason).toMatchObject({ name: 'TimeoutError' });
    expect(filtered).toMatchObject([{ code: 'rest_deadline_exceeded' }]);
    expect(logged).toEqual([]);
    expect(events).toMatchObject([{ status: 504, code: 'rest_deadline_exceeded' }]);
  });

  test('is also for methods without a signal, whose late result is dropped', async () => {
    const name = `${adapter}-deaf`;
    expect(await app.fetch('GET', at('deaf', name))).toMatchObject(timedOut);
    callOf(name).released.resolve('late');
    const failing = `${adapter}-deaf-failing`;
    expect(await app.fetch('GET', at('deaf', failing))).toMatchObject(timedOut);
    callOf(failing).released.reject(new TypeError('a late mistake'));
    await until(() => logged.length > 0);
    expect(logged.join('\n')).toContain('a late mistake');
    const rejecting = `${adapter}-deaf-rejecting`;
    expect(await app.fetch('GET', at('deaf', rejecting))).toMatchObject(timedOut);
    callOf(rejecting).released.reject(new RestException('none', 'None.', 404));
    expect(logged).toHaveLength(1);
  });

  test('counts interceptors, and what they do later does not change the response', async () => {
    const name = `${adapter}-intercepted`;
    const response = await app.fetch('GET', at('intercepted', name));
    expect(response).toMatchObject(timedOut);
    expect(response.headers).not.toHaveProperty('x-late');
    callOf(name).released.resolve(undefined);
    expect(logged).toEqual([]);
  });

  test('is over before an observable completes', async () => {
    const name = `${adapter}-observed`;
    expect(await app.fetch('GET', at('observed', name))).toMatchObject(timedOut);
    expect(callOf(name).reason).toBe('rest_deadline_exceeded');
    callOf(name).released.resolve('last');
  });

  test('has the form of all errors, and HEAD has its status', async () => {
    const name = `${adapter}-head-limited`;
    const head = await app.fetch('HEAD', at('limited', name));
    expect(head).toMatchObject({ status: 504, text: '' });
    const problems = await startRoutes(CONTROLLERS, {
      ...options(adapter),
      rest: { ...rest, errors: 'problem' },
    });
    onTestFinished(() => problems.close());
    const problem = await problems.fetch('GET', at('deaf', `${adapter}-problem`));
    expect(problem).toMatchObject({ status: 504, body: { status: 504 } });
    expect(problem.headers['content-type']).toContain('application/problem+json');
    const nest = await startRoutes(CONTROLLERS, {
      ...options(adapter),
      rest: { ...rest, errors: 'nest' },
    });
    onTestFinished(() => nest.close());
    expect(await nest.fetch('GET', at('deaf', `${adapter}-nest`))).toMatchObject({
      status: 504,
      body: { statusCode: 504, error: 'Gateway Timeout' },
    });
  });

  test('ends the run of a cached route for all who wait, and the response is not stored', async () => {
    const name = `${adapter}-cached-limited`;
    const all = [1, 2].map(() => app.fetch('GET', at('cached-limited', name)));
    for (const one of all) expect(await one).toMatchObject(timedOut);
    expect(callOf(name).reason).toBe('rest_deadline_exceeded');
    const runs = callOf(name).runs;
    await app.fetch('GET', at('cached-limited', name));
    expect(callOf(name).runs).toBe(runs + 1);
    expect(logged).toEqual([]);
  });

  test('leaves the key of an idempotent request in use while its method goes on', async () => {
    const name = `${adapter}-once`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': name };
    const post = () =>
      app.fetch('POST', '/api/acme/v1/work/once', { headers, body: JSON.stringify({ name }) });
    expect(await post()).toMatchObject(timedOut);
    expect(await post()).toMatchObject({ status: 409 });
    callOf(name).released.resolve('done');
    await until(async () => (await post()).status !== 409);
    expect(await post()).toMatchObject({ status: 200, body: 'done' });
    expect(callOf(name).runs).toBe(1);
  });

  test('is over before a header is set: the key of an idempotent request is not free, and nothing is logged', async () => {
    const name = `${adapter}-once-marked`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': name };
    const post = () =>
      app.fetch('POST', '/api/acme/v1/work/once/marked', {
        headers,
        body: JSON.stringify({ name }),
      });
    expect(await post()).toMatchObject(timedOut);
    callOf(name).released.resolve('done');
    const isRunning = ({ body }: TestResponse) =>
      JSON.stringify(body).includes('rest_idempotency_key_in_use');
    await until(async () => !isRunning(await post()));
    expect(await post()).toMatchObject({
      status: 409,
      body: { code: 'rest_idempotency_response_lost' },
    });
    expect(callOf(name).runs).toBe(1);
    expect(logged).toEqual([]);
  });

  test('leaves no timer behind', async () => {
    const before = process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    for (let count = 0; count < 20; count++)
      await app.fetch('GET', at('swift', `${adapter}-timers`));
    const after = process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    expect(after - before).toBeLessThan(20);
  });

  test('is described, and documents have the 504', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const { paths } = openApiDocument(routes);
    const responses = (path: string) =>
      Object.keys(paths[`/api/acme/v1/work/${path}`]?.get?.responses ?? {});
    expect(responses('limited')).toContain('504');
    expect(responses('listening')).not.toContain('504');
    const described = routes.find(({ path }) => path.endsWith('/deaf'));
    expect(described).toMatchObject({ deadline: 40 });
    const parameters = paths['/api/acme/v1/work/limited']?.get?.parameters ?? [];
    expect(parameters).toMatchObject([{ name: 'name' }]);
  });
});

describe.each(ADAPTERS)('When an application on %s closes', (adapter) => {
  const at = (path: string, name: string) => `/api/acme/v1/work/${path}?name=${name}`;

  test('a method that ends in time has its response', async () => {
    const name = `${adapter}-graceful`;
    const app = await startRoutes(CONTROLLERS, {
      ...options(adapter),
      rest: { ...rest, shutdownTimeout: '1h' },
    });
    const responded = app.fetch('GET', at('listening', name));
    await callOf(name).entered.promise;
    const closed = app.close();
    callOf(name).released.resolve('ended');
    expect(await responded).toMatchObject({ status: 200, body: 'ended' });
    expect(callOf(name).signal?.aborted).toBe(false);
    await closed;
  });

  test('the signals of other methods are aborted, and their responses are a 503', async () => {
    const [name, cached] = [`${adapter}-closing`, `${adapter}-cached-closing`];
    const app = await startRoutes(CONTROLLERS, {
      ...options(adapter),
      rest: { ...rest, shutdownTimeout: '2s' },
    });
    const responded = app.fetch('GET', at('listening', name));
    const shared = app.fetch('GET', at('cached', cached)).catch(() => undefined);
    await callOf(name).entered.promise;
    await callOf(cached).entered.promise;
    const closed = app.close();
    expect(await responded).toMatchObject({ status: 503, body: { code: 'rest_shutting_down' } });
    expect(callOf(name).reason).toBe('rest_shutting_down');
    expect(callOf(cached).reason).toBe('rest_shutting_down');
    callOf(cached).released.resolve('ended');
    await shared;
    await closed;
    expect(logged).toEqual([]);
  });
});

test('a deadline on a method that sends its response itself stops the start', async () => {
  @RestController('v1', '/own')
  class OwnController {
    @RestRoute('', HttpMethod.Get, new PublicAccess(), { deadline: '5s' })
    own(@Res() response: { end: () => void }): void {
      response.end();
    }
  }
  await expect(startRoutes([OwnController], { adapter: 'fastify' })).rejects.toThrow('RR1083');
});
