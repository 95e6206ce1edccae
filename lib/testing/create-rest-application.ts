import type { AddressInfo, Server } from 'node:net';
import { Module, type INestApplication, type ModuleMetadata, type Type } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { REST_RECORDER } from '../nest/module/recorder.js';
import { RestModule } from '../nest/module/rest.module.js';
import type { RestModuleOptions } from '../nest/options/rest-options.js';
import { RestRecorder } from './recording.js';
import { testApplication, type RestTestApplication } from './rest-test-application.js';
import { TestUsers } from './test-users.js';

/** What `createRestApplication` takes. */
export interface RestApplicationOptions {
  /** The controllers under test. */
  readonly controllers: readonly Type[];
  /** What they need; late services, guards (`APP_GUARD`) and doubles too. */
  readonly providers?: ModuleMetadata['providers'];
  readonly imports?: ModuleMetadata['imports'];
  /** As for `RestModule.forRoot`; the namespace is `test` and the prefix `api` by default. */
  readonly options?: RestModuleOptions;
  /** `express` by default. */
  readonly adapter?: 'express' | 'fastify';
  /** Replaces providers: `(builder) => builder.overrideProvider(Mailer).useValue(double)`. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** What `main.ts` does: middleware, global enhancers, CORS. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
}

/**
 * Serves controllers alone, in a real Nest application. Needs `@nestjs/testing`, as every application of
 * `nest new` has it.
 *
 * @example
 * const app = await createRestApplication({ controllers: [ItemsController], providers: [ItemsService] });
 * const answer = await app.as({ capabilities: ['edit_items'] }).post('/v1/items', { title: 'Chair' });
 * expect(answer.status).toBe(201);
 * await app.close();
 *
 * @throws DeclarationException where a declaration is wrong, as the boot of the application would.
 */
export async function createRestApplication(
  setup: RestApplicationOptions,
): Promise<RestTestApplication> {
  const users = new TestUsers();
  const recording = new RestRecorder();
  const { prefix = 'api', namespace = 'test' } = setup.options ?? {};
  const options = users.options({ ...setup.options, prefix, namespace });
  const nest = await createApplication(setup, options, recording);
  try {
    users.expose(nest);
    await setup.configure?.(nest);
    await nest.listen(0, '127.0.0.1');
  } catch (error) {
    await nest.close();
    throw error;
  }
  const { port } = (nest.getHttpServer() as Server).address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const below = prefix.replace(/^\/+|\/+$/g, '');
  const base = `${below === '' ? '' : `/${below}`}/${namespace}`;
  return testApplication({ nest, url, base, recording, users });
}

async function createApplication(
  { controllers, providers = [], imports = [], adapter, override }: RestApplicationOptions,
  options: RestModuleOptions,
  { recorder }: RestRecorder,
): Promise<INestApplication> {
  const { Test } = await import('@nestjs/testing');
  class RecorderModule {}
  const recorderModule = {
    module: RecorderModule,
    global: true,
    providers: [{ provide: REST_RECORDER, useValue: recorder }],
    exports: [REST_RECORDER],
  };
  Module({})(RecorderModule);
  const builder = Test.createTestingModule({
    imports: [recorderModule, RestModule.forRoot(options), ...imports],
    providers: [...controllers, ...providers],
  });
  const testing = await (override?.(builder) ?? builder).compile();
  return testing.createNestApplication(await adapterOf(adapter), { logger: false });
}

async function adapterOf(name: RestApplicationOptions['adapter']): Promise<AbstractHttpAdapter> {
  if (name === 'fastify') {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    return new FastifyAdapter();
  }
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  return new ExpressAdapter();
}
