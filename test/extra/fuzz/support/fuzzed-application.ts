import type { CallHandler, INestApplication, Type } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../../support/application.js';
import { arbitraryStacks } from '../../../support/wrapped-behaviour.js';
import { NO_STACKS } from '../../../support/wrapping-decorators.js';
import { fuzzedController } from './fuzzed-controller.js';

/** In bytes. */
export const BODY_LIMIT = 10_000;

export const ALONE = 'alone';

export const SETUPS = [ALONE, 'behind middleware, CORS, a guard, a pipe and an interceptor'];

/** The names of the routes, and of their twins whose classes and methods other decorators replace. */
export const NAME = 'fuzz';
export const TWINS = ['twi1', 'twi2', 'twi3', 'twi4'] as const;

/** The same application on both adapters; the seed chooses the decorators of the twins. */
export function startBoth(setup: string, seed: number): Promise<readonly TestApplication[]> {
  const stacks = fc.sample(arbitraryStacks, { seed, numRuns: TWINS.length });
  const controllers = stacks.map((own, at) => fuzzedController(`/${TWINS[at]}`, own));
  const all = [fuzzedController(`/${NAME}`, NO_STACKS), ...controllers];
  return Promise.all(ADAPTERS.map((adapter) => start(adapter, setup === ALONE, all)));
}

function start(
  adapter: AdapterName,
  isAlone: boolean,
  controllers: readonly Type[],
): Promise<TestApplication> {
  return startRoutes([...controllers], {
    adapter: adapterOf(adapter, !isAlone),
    rest: { user, can, batch: true },
    configure: (app) => {
      alikeOnExpress(app);
      if (!isAlone) surround(app);
    },
  });
}

/** The parsers of both adapters read the same JSON, up to the same limit. */
function adapterOf(name: AdapterName, trustsProxies: boolean): ExpressAdapter | FastifyAdapter {
  if (name === 'fastify') {
    return new FastifyAdapter({
      bodyLimit: BODY_LIMIT,
      trustProxy: trustsProxies,
      onProtoPoisoning: 'ignore',
      onConstructorPoisoning: 'ignore',
    });
  }
  const adapter = new ExpressAdapter();
  // Express makes a tag of every response, and Fastify of none.
  adapter.set('etag', false);
  if (trustsProxies) adapter.set('trust proxy', true);
  return adapter;
}

function alikeOnExpress(app: INestApplication): void {
  if (app.getHttpAdapter().getType() !== 'express') return;
  const express = app as NestExpressApplication;
  express.useBodyParser('json', { limit: BODY_LIMIT, strict: false });
  express.useBodyParser('urlencoded', { limit: BODY_LIMIT, extended: true });
}

/** Adds what the usual application has around its routes. */
function surround(app: INestApplication): void {
  app.enableCors({ origin: true, credentials: true });
  app.use((_request: unknown, _response: unknown, next: () => void) => next());
  app.useGlobalGuards({ canActivate: () => true });
  app.useGlobalInterceptors({ intercept: (_context: unknown, next: CallHandler) => next.handle() });
  app.useGlobalPipes({ transform: (value: unknown) => value });
}

function user({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) {
  const id = headers['x-test-user'];
  return id === undefined || id === '' ? undefined : { id: Number(id) };
}

function can({ id }: { readonly id: number }, capability: string): boolean {
  return id === 1 || (id === 2 && capability === 'edit');
}
