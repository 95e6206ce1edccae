import {
  Controller,
  Get,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { concat, map, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

type Intercept = (next: CallHandler) => unknown;

/** What an interceptor can return. */
const KINDS: Readonly<Record<string, Intercept>> = {
  idle: (next) => next.handle(),
  'idle and async': async (next) => next.handle(),
  map: (next) => next.handle().pipe(map((data) => ({ data }))),
  'map and async': async (next) => next.handle().pipe(map((data) => ({ data }))),
  twice: (next) => concat(next.handle(), next.handle()),
  replaced: () => of({ replaced: true }),
  'a value': () => ({ bare: true }),
  'a promise of a value': async () => ({ bare: true }),
  'ignored, then replaced': (next) => {
    next.handle();
    return of({ replaced: true });
  },
};

const NAMES = Object.keys(KINDS);
const CHAINS = [
  ...NAMES.map((name) => [name]),
  ...NAMES.flatMap((outer) => NAMES.map((inner) => [outer, inner])),
  ...NAMES.map((name) => ['map', 'idle', name]),
  ...NAMES.map((name) => ['idle', 'map', name]),
  ...NAMES.map((name) => ['idle', 'idle', name]),
];

function interceptorsOf(chain: readonly string[]): readonly NestInterceptor[] {
  return chain.map((name) => ({
    intercept: (_context: ExecutionContext, next: CallHandler) => KINDS[name]?.(next) as never,
  }));
}

/** What a method can return. */
const RESULTS: Readonly<Record<string, () => unknown>> = {
  object: () => ({ title: 'Dune' }),
  promise: async () => ({ title: 'Dune' }),
  list: () => ['Dune'],
};

/** Where a chain is tried with a result. */
type Combination = readonly [chain: readonly string[], at: number, result: string];

function routesOf([chain, at, result]: Combination): Type {
  @RestController('v1', `/chains/${at}/${result}` as '')
  class ChainController {
    @UseInterceptors(...interceptorsOf(chain))
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    one(): unknown {
      return RESULTS[result]?.();
    }
  }
  return ChainController;
}

function plainOf([chain, at, result]: Combination): Type {
  @Controller(`plain/${at}/${result}`)
  class PlainController {
    @UseInterceptors(...interceptorsOf(chain))
    @Get()
    one(): unknown {
      return RESULTS[result]?.();
    }
  }
  return PlainController;
}

const RESULT_NAMES = Object.keys(RESULTS);

describe.each(ADAPTERS)('chains of interceptors on %s', (adapter) => {
  const combinations = CHAINS.flatMap((chain, at) =>
    RESULT_NAMES.map((result): Combination => [chain, at, result]),
  );
  const app = useRoutes(combinations.map(routesOf), {
    adapter,
    controllers: combinations.map(plainOf),
  });

  test.each(CHAINS.map((chain, at) => [chain.join(' > '), at] as const))(
    '%s: a route responds as a plain controller does',
    async (_chain, at) => {
      for (const name of RESULT_NAMES) {
        const route = await app.fetch('GET', `/api/acme/v1/chains/${at}/${name}`);
        const plain = await app.fetch('GET', `/plain/${at}/${name}`);
        expect(route.status).toBe(plain.status);
        // The body of an error is that of each one's filter.
        if (plain.status === 200) expect(route.body).toEqual(plain.body);
      }
    },
  );
});
