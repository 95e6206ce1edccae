import { VersioningType, type INestApplication, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import express, { type RequestHandler } from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdapterName } from '../../support/application.js';
import { selfSigned, sendTo, type AnyRequest, type AnyResponse } from './any-client.js';
import { note, watch, WaysModule } from './ways-application.js';

/** A running application, however it was started. */
export interface Started {
  send(request: AnyRequest): Promise<AnyResponse>;
  close(): Promise<void>;
}

/** A way in which users start an application. */
export interface Way {
  readonly title: string;
  readonly adapters: readonly AdapterName[];
  /** Whether something of the user sees each request before Nest. */
  readonly hasGate?: true;
  readonly hasCors?: true;
  readonly hasRawBody?: true;
  /** Whether `;` begins the query. */
  readonly hasSemicolon?: true;
  /** Whether requests do not come through the server of the adapter. */
  readonly isOutside?: true;
  /** Set before each path of the application. */
  readonly base?: string;
  start(adapter: AdapterName): Promise<Started>;
}

type Adapter = ExpressAdapter | FastifyAdapter;

const BOTH = ['express', 'fastify'] as const;
const QUIET = { logger: false, abortOnError: false } as const;

function adapterOf(name: AdapterName): Adapter {
  return name === 'express' ? new ExpressAdapter() : new FastifyAdapter();
}

function create(adapter: Adapter, options: NestApplicationOptions = {}): Promise<INestApplication> {
  return NestFactory.create(WaysModule, adapter, { ...QUIET, ...options });
}

/** Listens on 127.0.0.1 and a free port. */
async function listen(nest: INestApplication, scheme = 'http', isHttp2 = false): Promise<Started> {
  await nest.listen(0, '127.0.0.1');
  const { port } = nest.getHttpServer().address() as AddressInfo;
  return {
    send: (request) => sendTo(`${scheme}://127.0.0.1:${port}`, request, isHttp2),
    close: () => nest.close(),
  };
}

/** Serves an application that does not listen itself. */
async function listenWith(listener: RequestListener, nest: INestApplication): Promise<Started> {
  const server: HttpServer = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    send: (request) => sendTo(`http://127.0.0.1:${port}`, request),
    close: async () => {
      server.close();
      await nest.close();
    },
  };
}

function start(options: NestApplicationOptions, prepare?: (nest: INestApplication) => unknown) {
  return async (name: AdapterName): Promise<Started> => {
    const nest = await create(adapterOf(name), options);
    await prepare?.(nest);
    return listen(nest);
  };
}

/** A gate of the user on the application of Express or Fastify, registered before Nest gets it. */
function gated(name: AdapterName): Adapter {
  if (name === 'express') {
    const server = express();
    server.use(watch('gate') as unknown as RequestHandler);
    return new ExpressAdapter(server);
  }
  const instance = fastify();
  instance.addHook('onRequest', (request, reply, done) => {
    note('gate', request.raw);
    if (request.headers['x-deny'] === 'gate') void reply.code(403).send({ code: 'gate' });
    else done();
  });
  return new FastifyAdapter(instance as never);
}

class NoTransport extends Server implements CustomTransportStrategy {
  listen(callback: () => void): void {
    callback();
  }
  close(): void {
    // Nothing was opened.
  }
  override on(): never {
    throw new Error('This transport has no events.');
  }
  override unwrap(): never {
    throw new Error('This transport has no client.');
  }
}

async function inject(nest: NestFastifyApplication): Promise<Started> {
  await nest.init();
  const instance = nest.getHttpAdapter().getInstance() as FastifyInstance;
  await instance.ready();
  return {
    send: async ({ method, path, headers, body }) => {
      const response = await nest.inject({
        method: method as 'GET',
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      });
      const text = response.payload;
      return {
        status: response.statusCode,
        headers: response.headers as AnyResponse['headers'],
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    },
    close: () => nest.close(),
  };
}

const tls = selfSigned();

export const WAYS: readonly Way[] = [
  { title: 'NestFactory.create', adapters: BOTH, start: start({}) },
  { title: 'cors: true', adapters: BOTH, hasCors: true, start: start({ cors: true }) },
  {
    title: 'enableCors()',
    adapters: BOTH,
    hasCors: true,
    start: start({}, (nest) => nest.enableCors()),
  },
  { title: 'rawBody: true', adapters: BOTH, hasRawBody: true, start: start({ rawBody: true }) },
  {
    title: 'bodyParser: false and parsers of the application',
    adapters: ['express'],
    start: start(
      { bodyParser: false },
      (nest) => void nest.use(express.json(), express.urlencoded()),
    ),
  },
  {
    title: 'versions in URLs',
    adapters: BOTH,
    start: start({}, (nest) => nest.enableVersioning({ type: VersioningType.URI })),
  },
  {
    title: 'a connected microservice',
    adapters: BOTH,
    start: start({}, async (nest) => {
      nest.connectMicroservice({ strategy: new NoTransport() });
      await nest.startAllMicroservices();
    }),
  },
  {
    title: 'a second application in the process',
    adapters: BOTH,
    start: async (name) => {
      const first = await start({})(name);
      const second = await start({})(name);
      const close = async (): Promise<void> => {
        await first.close();
        await second.close();
      };
      return { send: (request) => second.send(request), close };
    },
  },
  {
    title: 'init() and a server of the user',
    adapters: BOTH,
    isOutside: true,
    start: async (name) => {
      const nest = await create(adapterOf(name));
      await nest.init();
      const instance: unknown = nest.getHttpAdapter().getInstance();
      if (name === 'express') return listenWith(instance as RequestListener, nest);
      const fastifyInstance = instance as FastifyInstance;
      await fastifyInstance.ready();
      const { routing } = fastifyInstance as unknown as { readonly routing: RequestListener };
      return listenWith((request, response) => routing(request, response), nest);
    },
  },
  {
    title: 'inject()',
    adapters: ['fastify'],
    isOutside: true,
    start: async (name) => inject((await create(adapterOf(name))) as NestFastifyApplication),
  },
  {
    title: 'an instance of the user with a gate before Nest',
    adapters: BOTH,
    hasGate: true,
    start: async (name) => listen(await create(gated(name))),
  },
  {
    title: 'a gate on the server',
    adapters: BOTH,
    hasGate: true,
    start: start({}, (nest) => {
      const gate = watch('gate');
      const server = nest.getHttpServer() as HttpServer;
      const [own] = server.listeners('request') as RequestListener[];
      server.removeAllListeners('request');
      server.on('request', (request, response) =>
        gate(request, response, () => own?.call(server, request, response)),
      );
    }),
  },
  {
    title: 'HTTPS',
    adapters: BOTH,
    start: async (name) =>
      name === 'express'
        ? listen(await create(adapterOf(name), { httpsOptions: tls }), 'https')
        : listen(await create(new FastifyAdapter({ https: tls } as object)), 'https'),
  },
  {
    title: 'HTTP/2',
    adapters: ['fastify'],
    start: async () =>
      listen(await create(new FastifyAdapter({ http2: true } as object)), 'http', true),
  },
  {
    title: 'skipMiddie',
    adapters: ['fastify'],
    start: async () => {
      const adapter = new FastifyAdapter({ skipMiddie: true } as object);
      await adapter.register((await import('@fastify/middie')).default as never);
      return listen(await create(adapter));
    },
  },
  {
    title: 'useSemicolonDelimiter',
    adapters: ['fastify'],
    hasSemicolon: true,
    start: async () =>
      listen(
        await create(
          new FastifyAdapter({ routerOptions: { useSemicolonDelimiter: true } } as object),
        ),
      ),
  },
  {
    title: 'another application of Express around it',
    adapters: ['express'],
    isOutside: true,
    base: '/outer',
    hasGate: true,
    start: async (name) => {
      const nest = await create(adapterOf(name));
      await nest.init();
      const outer = express();
      outer.use(watch('gate') as unknown as RequestHandler);
      outer.use('/outer', nest.getHttpAdapter().getInstance() as RequestHandler);
      return listenWith(outer as RequestListener, nest);
    },
  },
  {
    title: 'the testing module',
    adapters: BOTH,
    start: async (name) => {
      const module = await Test.createTestingModule({ imports: [WaysModule] }).compile();
      return listen(module.createNestApplication(adapterOf(name) as ExpressAdapter, QUIET));
    },
  },
  {
    title: 'a testing module that has made another application',
    adapters: BOTH,
    start: async (name) => {
      const module = await Test.createTestingModule({ imports: [WaysModule] }).compile();
      const make = () => listen(module.createNestApplication(adapterOf(name) as never, QUIET));
      await (await make()).close();
      return make();
    },
  },
  {
    title: 'a testing module whose first application runs too',
    adapters: BOTH,
    start: async (name) => {
      const module = await Test.createTestingModule({ imports: [WaysModule] }).compile();
      return together(() => listen(module.createNestApplication(adapterOf(name) as never, QUIET)));
    },
  },
  {
    title: 'a testing builder that was compiled before',
    adapters: BOTH,
    start: async (name) => {
      const builder = Test.createTestingModule({ imports: [WaysModule] });
      return together(async () =>
        listen((await builder.compile()).createNestApplication(adapterOf(name) as never, QUIET)),
      );
    },
  },
];

/** Starts two applications, and sends each request to both: their responses must be equal. */
async function together(make: () => Promise<Started>): Promise<Started> {
  const both = [await make(), await make()] as const;
  return {
    send: async (request) => {
      const { 'x-id': _id, ...headers } = request.headers;
      const first = await both[0].send({ ...request, headers });
      const second = await both[1].send(request);
      if (first.status !== second.status) {
        throw new Error(
          `The first application sends ${first.status}, the second ${second.status}.`,
        );
      }
      return second;
    },
    close: async () => {
      for (const one of both) await one.close();
    },
  };
}
