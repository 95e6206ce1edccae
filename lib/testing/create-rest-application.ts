import type { AddressInfo, Server } from 'node:net';
import {
  Module,
  type DynamicModule,
  type INestApplication,
  type ModuleMetadata,
  type NestApplicationOptions,
  type Type,
} from '@nestjs/common';
import { ApplicationConfig, type AbstractHttpAdapter } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { REST_RECORDER } from '../nest/module/reports.js';
import { RestModule } from '../nest/module/rest.module.js';
import type { RestModuleOptions } from '../nest/options/rest-options.js';
import { mountPrefix } from '../nest/options/settings.js';
import { RestRecorder } from './recording.js';
import { testApplication, type RestTestApplication } from './rest-test-application.js';
import { TestUsers } from './test-users.js';

/**
 * The options of `createRestApplication`.
 *
 * @example
 * const setup: RestApplicationOptions = { controllers: [ItemsController], adapter: 'fastify' };
 */
export interface RestApplicationOptions {
  /** The controllers under test; those of `imports` where absent. */
  readonly controllers?: readonly Type[];
  /** The providers that they need, such as lazy services, guards (`APP_GUARD`) and test doubles. */
  readonly providers?: ModuleMetadata['providers'];
  /** The modules of the application; `[ShopModule]` serves the controllers of that module. */
  readonly imports?: ModuleMetadata['imports'];
  /** The options of `RestModule.forRoot`. The namespace is `test` and the prefix `api` by default. */
  readonly options?: RestModuleOptions;
  /** The HTTP adapter. `express` by default. */
  readonly adapter?: 'express' | 'fastify';
  /**
   * What Nest logs: `['error', 'fatal']` by default, so that a test shows the error behind a 500; `false` for
   * nothing.
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
 * @throws DeclarationException where a declaration is wrong, as the startup of the application would.
 */
export async function createRestApplication(
  setup: RestApplicationOptions,
): Promise<RestTestApplication> {
  const users = new TestUsers();
  const recording = new RestRecorder();
  const { prefix = 'api', namespace = 'test' } = setup.options ?? {};
  const options = users.options({ ...setup.options, prefix, namespace });
  const nest = await createApplication(setup, options, recording);
  await listen(nest, setup, users);
  const { port } = (nest.getHttpServer() as Server).address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const base = `${mountPrefix({ prefix }, nest.get(ApplicationConfig))}/${namespace}`;
  return testApplication(nest, url, base, recording, users);
}

async function createApplication(
  {
    controllers = [],
    providers = [],
    imports = [],
    adapter,
    override,
    logger,
  }: RestApplicationOptions,
  options: RestModuleOptions,
  recording: RestRecorder,
): Promise<INestApplication> {
  const { Test } = await import('@nestjs/testing');
  const builder = Test.createTestingModule({
    imports: [recorderModule(recording), RestModule.forRoot(options), ...imports],
    providers: [...controllers, ...providers],
  });
  const testing = await (override?.(builder) ?? builder).compile();
  return testing.createNestApplication(await adapterOf(adapter), {
    logger: logger ?? ['error', 'fatal'],
  });
}

/** Provides the recorder to `RestModule`, in a class of its own for each application. */
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
  if (name === 'fastify') {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    return new FastifyAdapter();
  }
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  return new ExpressAdapter();
}

/** Starts an application on a free port, and closes it where that fails. */
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
