import {
  Module,
  type INestApplication,
  type ModuleMetadata,
  type NestApplicationOptions,
} from '@nestjs/common';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { RestModule, type RestModuleOptions } from 'nestjs-rest-routes';
import { request as send, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { REPOSITORY } from './repository.js';
import { addHelmetAndCors, USUAL_CACHE, UsualModule } from './usual-application.js';

export type AdapterName = 'express' | 'fastify';

declare module 'vitest' {
  /** What `vitest.config.ts` says to the tests of each project. */
  interface ProvidedContext {
    /** Those of `ADAPTERS`; both by default. */
    readonly adapters?: readonly AdapterName[];
    /** The files whose applications have the usual parts; none by default. */
    readonly usual?: readonly string[];
    /** How much of a recording and how many random requests are sent; the whole by default. */
    readonly extent?: 'part' | 'whole';
  }
}

/** For tests that state how the adapters differ, or compare them. */
export const BOTH_ADAPTERS: readonly AdapterName[] = ['express', 'fastify'];

/**
 * Where a test states once what both adapters do: `describe.each(ADAPTERS)`. `npm test` runs it on one of them, and
 * `npm run test:all` also on the other; `vitest.config.ts` says which.
 */
export const ADAPTERS: readonly AdapterName[] = inject('adapters') ?? BOTH_ADAPTERS;

export interface TestApplication {
  readonly nest: INestApplication;
  readonly url: string;
  /** Sends one request and reads the whole response; the target is sent as written. */
  fetch(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Keeps connections for a test of thousands of requests; without it, each has its own. */
  readonly agent?: Agent;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

export interface ApplicationOptions {
  /** A name, or an adapter with settings of its own. */
  readonly adapter: AdapterName | ExpressAdapter | FastifyAdapter;
  /** The limit of the application's body parsers, in bytes. */
  readonly bodyLimit?: number;
  /** Whether `X-Forwarded-*` are believed. */
  readonly trustsProxies?: boolean;
  /** Before the module is compiled: `overrideProvider` and the like. Then the testing module starts the application. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** For `NestFactory.create`. */
  readonly create?: NestApplicationOptions;
  /** Why the test needs an application without the usual parts. Without a reason, the project decides the variant. */
  readonly bare?: string;
  /** For `enableCors`, in both variants. Without it, the usual application has the defaults, and the bare one no CORS. */
  readonly cors?: CorsOptions;
  /** Before `init`: global enhancers, prefix. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
}

/** An application whose only REST routes are those of some controllers. */
export interface RoutesOptions extends ApplicationOptions {
  /** For `RestModule.forRoot`. The namespace is `acme` unless it names another. */
  readonly rest?: RestModuleOptions;
  /** What the module imports beside `RestModule`. */
  readonly imports?: ModuleMetadata['imports'];
  /** Plain controllers of Nest. */
  readonly controllers?: ModuleMetadata['controllers'];
}

/** Starts an application with the routes of the controllers among its providers. */
export function startRoutes(
  providers: NonNullable<ModuleMetadata['providers']>,
  { rest = {}, imports = [], controllers = [], ...options }: RoutesOptions,
): Promise<TestApplication> {
  const whole = isUsual(options) ? { ...rest, cache: { ...USUAL_CACHE, ...rest.cache } } : rest;
  const module = RestModule.forRoot({ namespace: 'acme', ...whole });
  return startApplication({ imports: [module, ...imports], controllers, providers }, options);
}

/** As `startRoutes`, before the tests of the block that calls it; closes the application after them. */
export function useRoutes(
  providers: NonNullable<ModuleMetadata['providers']>,
  options: RoutesOptions,
): TestApplication {
  return useApplication(() => startRoutes(providers, options));
}

/** Starts an application before the tests of the block that calls it and closes it after them. */
export function useApplication(start: () => Promise<TestApplication>): TestApplication {
  let started: TestApplication | undefined;
  const running = (): TestApplication => {
    if (started === undefined) throw new Error('The application runs only during the tests.');
    return started;
  };
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return {
    get nest() {
      return running().nest;
    },
    get url() {
      return running().url;
    },
    fetch: (...request) => running().fetch(...request),
    close: () => running().close(),
  };
}

/** A real Nest application on 127.0.0.1 and a free port. */
export async function startApplication(
  metadata: ModuleMetadata,
  options: ApplicationOptions,
): Promise<TestApplication> {
  const { adapter, bodyLimit, trustsProxies = false } = options;
  const { override, create = {}, cors, configure } = options;
  const hasUsualParts = isUsual(options);
  const { imports = [] } = metadata;
  const whole = hasUsualParts ? { ...metadata, imports: [UsualModule, ...imports] } : metadata;
  const settings =
    process.env['TEST_LOG'] === undefined ? { logger: false as const, ...create } : create;
  const nest = await createApplication(
    whole,
    adapterOf(adapter, trustsProxies, bodyLimit),
    settings,
    override,
  );
  try {
    if (hasUsualParts) await addHelmetAndCors(nest, cors);
    else if (cors !== undefined) nest.enableCors(cors);
    if (bodyLimit !== undefined) limitBodies(nest, bodyLimit);
    await configure?.(nest);
    await nest.listen(0, '127.0.0.1');
  } catch (error) {
    await nest.close();
    throw error;
  }
  const { port } = nest.getHttpServer().address() as AddressInfo;
  return {
    nest,
    url: `http://127.0.0.1:${port}`,
    fetch: (method, path, options) => sendRequest(port, method, path, options),
    close: () => nest.close(),
  };
}

/** Whether the project has the usual parts for the file of the running test. */
function isUsual({ bare }: ApplicationOptions): boolean {
  const { testPath = '' } = expect.getState();
  const file = relative(REPOSITORY, testPath).replaceAll('\\', '/');
  return bare === undefined && inject('usual')?.includes(file) === true;
}

/** As users create it; by the testing module if a test overrides something. */
async function createApplication(
  metadata: ModuleMetadata,
  adapter: ExpressAdapter | FastifyAdapter,
  settings: NestApplicationOptions,
  override: ApplicationOptions['override'],
): Promise<INestApplication> {
  if (override !== undefined) {
    const testing = await override(Test.createTestingModule(metadata)).compile();
    return testing.createNestApplication(adapter, settings);
  }
  class AppModule {}
  Module(metadata)(AppModule);
  return NestFactory.create(AppModule, adapter, { abortOnError: false, ...settings });
}

function adapterOf(
  name: ApplicationOptions['adapter'],
  trustsProxies: boolean,
  bodyLimit?: number,
): ExpressAdapter | FastifyAdapter {
  if (typeof name !== 'string') return name;
  if (name === 'fastify') {
    const limit = bodyLimit === undefined ? {} : { bodyLimit };
    return new FastifyAdapter({ trustProxy: trustsProxies, ...limit });
  }
  const adapter = new ExpressAdapter();
  if (trustsProxies) adapter.set('trust proxy', true);
  return adapter;
}

/** On Express, as `main.ts` does; on Fastify it is a setting of the adapter. */
function limitBodies(nest: INestApplication, limit: number): void {
  if (nest.getHttpAdapter().getType() !== 'express') return;
  const express = nest as NestExpressApplication;
  express.useBodyParser('json', { limit });
  express.useBodyParser('urlencoded', { limit, extended: true });
}

/** Sends one request to a port of 127.0.0.1 and reads the whole response. */
export function sendRequest(
  port: number,
  method: string,
  path: string,
  { headers = {}, body, agent }: RequestOptions = {},
): Promise<TestResponse> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = send(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...length, ...headers },
        agent: agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not every response is JSON; `text` has it as received
  }
}
