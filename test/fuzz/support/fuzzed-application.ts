import type { CallHandler, INestApplication } from '@nestjs/common';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { FuzzedController } from './fuzzed-controller.js';

export const ALONE = 'alone';

export const SETUPS = [ALONE, 'behind middleware, CORS, a guard, a pipe and an interceptor'];

/** The same application on both adapters. */
export function startBoth(setup: string): Promise<readonly TestApplication[]> {
  return Promise.all(ADAPTERS.map((adapter) => start(adapter, setup === ALONE)));
}

function start(adapter: AdapterName, isAlone: boolean): Promise<TestApplication> {
  return startRoutes([FuzzedController], {
    adapter,
    rest: { user, can, bodyLimit: 10_000 },
    ...(isAlone ? {} : { trustsProxies: true, configure: surround }),
  });
}

/** Takes the ways that an application without any of it does not take. */
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
