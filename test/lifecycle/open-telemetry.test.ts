import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  ROOT_CONTEXT,
  context,
  trace,
  type Context,
  type ContextManager,
} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { INestApplication } from '@nestjs/common';
import type { ResponseEvent, RouteEvent } from 'nestjs-rest-routes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';

/** What an application writes: the recipe of docs/recipes.md. */
function nameSpan(message: unknown): void {
  const { route, method } = message as RouteEvent;
  const span = trace.getActiveSpan();
  if (route === undefined || span === undefined) return;
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
}

function endSpan(message: unknown): void {
  const { status } = message as ResponseEvent;
  if (status !== undefined)
    trace.getActiveSpan()?.setAttribute('http.response.status_code', status);
}

/** The context manager of the SDK for Node, as far as a server needs it. */
class StorageContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active = (): Context => this.#storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager['with'] = (active, fn, self, ...args) =>
    this.#storage.run(active, () => Reflect.apply(fn, self, args) as never);
  bind = <T>(_active: Context, target: T): T => target;
  enable = (): this => this;
  disable = (): this => this;
}

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(exporter)],
});

/** The span of each request, as the instrumentation of HTTP makes it. */
function traceRequests(app: INestApplication): void {
  const tracer = provider.getTracer('http');
  const server = app.getHttpServer() as import('node:http').Server;
  const emit = server.emit.bind(server);
  server.emit = (name: string, ...args: unknown[]): boolean => {
    if (name !== 'request') return emit(name, ...args);
    const [{ method }, response] = args as [
      import('node:http').IncomingMessage,
      import('node:http').ServerResponse,
    ];
    return tracer.startActiveSpan(String(method), (span) => {
      response.on('close', () => span.end());
      return emit(name, ...args);
    });
  };
}

describe.each(ADAPTERS)('spans of OpenTelemetry on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    context.setGlobalContextManager(new StorageContextManager());
    trace.setGlobalTracerProvider(provider);
    subscribe('nestjs-rest-routes:matched', nameSpan);
    subscribe('nestjs-rest-routes:responded', endSpan);
    app = await startApplication(fixtureModule, { adapter, configure: traceRequests });
  });
  afterEach(() => exporter.reset());
  afterAll(async () => {
    unsubscribe('nestjs-rest-routes:matched', nameSpan);
    unsubscribe('nestjs-rest-routes:responded', endSpan);
    await app.close();
    context.disable();
    trace.disable();
  });

  test.each([
    ['GET', '/items/7', 'GET /api/acme/v1/items/{id}', 200],
    ['DELETE', '/items/8', 'DELETE /api/acme/v1/items/{id}', 401],
    ['GET', '/items/chair', 'GET /api/acme/v1/items/{slug}', 200],
    ['GET', '/gone', 'GET /api/acme/v1/gone', 410],
  ])('the span of %s %s has the name %s', async (method, path, name, status) => {
    await app.fetch(method, `/api/acme/v1${path}`);
    await expect.poll(() => exporter.getFinishedSpans().length).toBe(1);
    const [span] = exporter.getFinishedSpans();
    expect(span?.name).toBe(name);
    expect(span?.attributes).toEqual({
      'http.route': name.split(' ')[1],
      'http.response.status_code': status,
    });
  });
});
