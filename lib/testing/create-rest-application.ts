import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { dirname } from 'node:path';
import {
  Module,
  type DynamicModule,
  type INestApplication,
  type InjectionToken,
  type ModuleMetadata,
  type NestApplicationOptions,
  type Provider,
  type Type,
} from '@nestjs/common';
import { ApplicationConfig, type AbstractHttpAdapter } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { RestModule, type RestModuleOptions } from '../index.js';
import {
  DESCRIBE_API,
  REST_OPTIONS,
  TOOLS_PATH,
  type DescribeApi,
} from '../routes/api-description.js';
import { REST_RECORDER } from '../routes/recorder.js';
import { explainNestUpdate, isNestSupported } from '../diagnostics/nest-version.js';
import { isNotInstalled } from '../shared/is-not-installed.js';
import { findTool, manifestOf } from '../shared/package-manager.js';
import { withoutUndefined } from '../shared/records.js';
import { RestRecorder, type Recording } from './recording.js';
import { TestUsers } from './test-users.js';
import { testClient, type RestTestClient, type TestAddresses } from './rest-test-client.js';

const TESTING = '@nestjs/testing';

/** Only a process or a connection of its own has them, or `Test.createTestingModule` decides. */
type NotOfTests =
  | 'abortOnError'
  | 'autoFlushLogs'
  | 'bufferLogs'
  | 'forceConsole'
  | 'httpsOptions'
  | 'instrument'
  | 'logger'
  | 'moduleIdGeneratorAlgorithm'
  | 'preview'
  | 'snapshot';

/**
 * The options of `createRestApplication`, with those of `NestFactory.create` that say how requests are read and served:
 * `rawBody`, `bodyParser`, `cors`, and others of the installed version of Nest. None of these is set by default.
 *
 * @example
 * const setup: RestApplicationOptions = { controllers: [WebhooksController], rawBody: true };
 */
export interface RestApplicationOptions extends Omit<NestApplicationOptions, NotOfTests> {
  /** The controllers under test; by default, those of `imports`. */
  readonly controllers?: readonly Type[];
  /** The providers that they need, such as lazy services, guards (`APP_GUARD`) and test doubles. */
  readonly providers?: ModuleMetadata['providers'];
  /** The modules of the application; `[ShopModule]` serves the controllers of that module. */
  readonly imports?: ModuleMetadata['imports'];
  /**
   * The options of `RestModule.forRoot`. The namespace is `test` and the prefix `api` by default; if a module of
   * `imports` imports `RestModule`, its options are the defaults.
   */
  readonly options?: RestModuleOptions;
  /** The HTTP adapter: `express` by default, or one with options, such as `new FastifyAdapter({ bodyLimit: 1e6 })`. */
  readonly adapter?: 'express' | 'fastify' | AbstractHttpAdapter;
  /**
   * The log levels of Nest: `['error', 'fatal']` by default, so that a test shows the error behind a 500; `false` for
   * none.
   */
  readonly logger?: NestApplicationOptions['logger'];
  /** Replaces providers: `(builder) => builder.overrideProvider(Mailer).useValue(double)`. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** Configures the application as `main.ts` does: middleware, global enhancers, CORS. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
}

/**
 * Serves only the controllers under test, in a real Nest application. Needs `@nestjs/testing`, which every
 * application of `nest new` has.
 *
 * @example
 * const app = await createRestApplication({ controllers: [ItemsController], providers: [ItemsService] });
 * const response = await app.as({ capabilities: ['edit_items'] }).post('/v1/items', { title: 'Chair' });
 * expect(response.status).toBe(201);
 * await app.close();
 *
 * @throws DeclarationException if a declaration is wrong, as the startup of the application would.
 */
export async function createRestApplication(
  setup: RestApplicationOptions,
): Promise<RestTestApplication> {
  const users = new TestUsers();
  const recording = new RestRecorder();
  const nest = await createApplication(setup, users, recording);
  await listen(nest, setup, users);
  const { port } = (nest.getHttpServer() as Server).address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const api = nest.get<DescribeApi<INestApplication>>(DESCRIBE_API)(nest);
  const namespace = await api.namespace();
  const base = namespace === '' ? api.prefix : `${api.prefix}/${namespace}`;
  const addresses = { api: `${url}${base}`, tools: toolAddresses(nest, url) };
  return testApplication(nest, url, addresses, recording, users);
}

async function createApplication(
  {
    controllers = [],
    providers = [],
    imports = [],
    adapter,
    override,
    logger,
    options,
    configure: _ofTheApplication,
    ...create
  }: RestApplicationOptions,
  users: TestUsers,
  recording: RestRecorder,
): Promise<INestApplication> {
  const { Test } = await importTesting();
  const own = await findOptions(imports, new Set());
  const builder = Test.createTestingModule({
    imports: [
      recorderModule(recording),
      ...(own === undefined ? [RestModule.forRoot()] : []),
      ...imports,
    ],
    providers: [...controllers, ...providers],
  });
  const complete = (made: RestModuleOptions): RestModuleOptions =>
    users.options({ ...made, ...withoutUndefined(options ?? {}) });
  const overridden = builder.overrideProvider(REST_OPTIONS);
  const source = own ?? { value: DEFAULTS };
  // Nest 11 keeps the value of a provider that a factory replaces.
  if ('value' in source) overridden.useValue(complete(source.value));
  else {
    const { inject, make } = source;
    overridden.useFactory({
      inject: [...inject],
      factory: async (...args: unknown[]) => complete(await make(...args)),
    });
  }
  const testing = await (override?.(builder) ?? builder).compile();
  return testing.createNestApplication(await adapterOf(adapter), {
    ...create,
    logger: logger ?? ['error', 'fatal'],
  });
}

async function importTesting(): Promise<typeof import('@nestjs/testing')> {
  const path = findTool(TESTING);
  if (path === undefined) {
    throw new Error(`createRestApplication needs ${TESTING}: npm i -D ${TESTING}`);
  }
  const { version } = manifestOf(dirname(path));
  if (version !== undefined && !isNestSupported(TESTING, version)) {
    throw new Error(explainNestUpdate(TESTING, version, [TESTING]));
  }
  try {
    return await import('@nestjs/testing');
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    // The project has it, and this package cannot see it: with Plug'n'Play, or in a workspace of pnpm.
    return createRequire(path)(path) as typeof import('@nestjs/testing');
  }
}

/** The options of an application whose modules do not import `RestModule`. */
const DEFAULTS: RestModuleOptions = { prefix: 'api', namespace: 'test' };

type OptionsSource =
  | { readonly value: RestModuleOptions }
  | {
      readonly inject: readonly InjectionToken[];
      readonly make: (...args: unknown[]) => RestModuleOptions | Promise<RestModuleOptions>;
    };

type Import = NonNullable<ModuleMetadata['imports']>[number];

async function findOptions(
  imports: readonly Import[],
  seen: Set<unknown>,
): Promise<OptionsSource | undefined> {
  for (const entry of imports) {
    const imported = await entry;
    const one = 'forwardRef' in imported ? (imported.forwardRef() as Import) : imported;
    const { module, imports: more = [], providers = [] } = asDynamic(await one);
    const source = module === RestModule ? readSource(providers) : undefined;
    if (source !== undefined) return source;
    const listed = seen.has(module)
      ? []
      : ((Reflect.getMetadata('imports', module) as Import[] | undefined) ?? []);
    seen.add(module);
    const found = await findOptions([...more, ...listed], seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function asDynamic(imported: Awaited<Import>): DynamicModule {
  return 'module' in imported ? imported : { module: imported as Type };
}

function readSource(providers: readonly Provider[]): OptionsSource | undefined {
  for (const provider of providers) {
    if (!('provide' in provider) || provider.provide !== REST_OPTIONS) continue;
    if ('useValue' in provider) return { value: provider.useValue as RestModuleOptions };
    if ('useFactory' in provider) {
      return {
        inject: (provider.inject ?? []) as InjectionToken[],
        make: provider.useFactory as () => RestModuleOptions | Promise<RestModuleOptions>,
      };
    }
  }
  return undefined;
}

/** A separate class for each application. */
function recorderModule({ recorder }: RestRecorder): DynamicModule {
  class RecorderModule {}
  Module({})(RecorderModule);
  return {
    module: RecorderModule,
    global: true,
    providers: [{ provide: REST_RECORDER, useValue: recorder }],
    exports: [REST_RECORDER],
  };
}

async function adapterOf(name: RestApplicationOptions['adapter']): Promise<AbstractHttpAdapter> {
  if (typeof name === 'object') return name;
  if (name === 'fastify') {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    return new FastifyAdapter();
  }
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  return new ExpressAdapter();
}

/** Closes the application if that fails. */
async function listen(
  nest: INestApplication,
  { configure }: RestApplicationOptions,
  users: TestUsers,
): Promise<void> {
  try {
    users.expose(nest);
    await configure?.(nest);
    await nest.listen(0, '127.0.0.1');
  } catch (error) {
    await nest.close();
    throw error;
  }
}

/** An application that is served for a test, on 127.0.0.1 and a free port. */
export interface RestTestApplication extends RestTestClient {
  readonly nest: INestApplication;
  /** The address at which it listens, such as `http://127.0.0.1:43127`: for `fetch` and other clients. */
  readonly url: string;
  /** The permissions that were checked, the classes that were created, and the unexpected errors. */
  readonly recording: Recording;
  /**
   * A client whose requests come from a user, whatever `user` of `RestModule` does in production.
   *
   * @example
   * await app.as({ id: 1, capabilities: ['edit_items'] }).post('/v1/items', { title: 'Chair' });
   */
  as(user: unknown): RestTestClient;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The global prefix may exclude the endpoint. */
function toolAddresses(nest: INestApplication, url: string): readonly string[] {
  const path = pathOfTools(nest);
  if (path === undefined) return [];
  const prefix = nest.get(ApplicationConfig).getGlobalPrefix();
  const paths = prefix === '' ? [path] : [`${prefix}/${path}`, path];
  return paths.map((one) => `${url}/${one.replace(/^\/+/, '')}`);
}

function pathOfTools(nest: INestApplication): string | undefined {
  try {
    return nest.get<string>(TOOLS_PATH, { strict: false });
  } catch {
    return undefined; // the application has no McpModule
  }
}

function testApplication(
  nest: INestApplication,
  url: string,
  addresses: TestAddresses,
  recording: RestRecorder,
  users: TestUsers,
): RestTestApplication {
  return {
    ...testClient(addresses, {}, recording),
    nest,
    url,
    recording,
    as: (user) => testClient(addresses, users.headersOf(user), recording),
    close: () => nest.close(),
    [Symbol.asyncDispose]: () => nest.close(),
  };
}
