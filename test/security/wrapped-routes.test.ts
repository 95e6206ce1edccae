import fc from 'fast-check';
import {
  Arguments,
  Cache,
  Callback,
  Capability,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';
import { arbitraryStacks, differences } from '../support/wrapped-behaviour.js';
import { classLayers, layers, NO_STACKS, type Stacks } from '../support/wrapping-decorators.js';

const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  additionalProperties: false,
} as const;

function wrappedController({ aboveClass, belowClass, above, between, below }: Stacks) {
  @classLayers(aboveClass)
  @RestController('v1', '/wrapped')
  @classLayers(belowClass)
  class WrappedController {
    @layers(above)
    @RestRoute('/max', HttpMethod.Get, new PublicAccess())
    @layers(below)
    max(@Param({ maximum: 10 }) n: int) {
      return n;
    }

    @layers(above)
    @RestRoute('/any', HttpMethod.Post, new PublicAccess())
    @layers(below)
    any(@Param({ schema: SCHEMA }) value: unknown) {
      return value;
    }

    @layers(above)
    @RestRoute('/list', HttpMethod.Post, new PublicAccess())
    @layers(below)
    list(@ListOf('string', { maxItems: 1 }) tags: string[]) {
      return tags;
    }

    @layers(above)
    @RestRoute('/spread', HttpMethod.Get, new PublicAccess())
    @layers(below)
    spread(@Arguments() paging: { /** @minimum 1 */ page: int }) {
      return paging;
    }

    @layers(above)
    @RestRoute('/slug/{slug}', HttpMethod.Get, new PublicAccess())
    @layers(below)
    slug(@Param({ match: '[a-z-]+' }) slug: string) {
      return slug;
    }

    @layers(above)
    @RestRoute('/admin', HttpMethod.Delete, new Capability('admin'))
    @layers(below)
    admin() {
      return 'gone';
    }

    @layers(above)
    @RestRoute('/own', HttpMethod.Get, new Callback(WrappedController.isEven))
    @layers(below)
    own(@Param({ maximum: 100 }) id: int) {
      return id;
    }

    @layers(above)
    @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
    @layers(between)
    @Cache({ ttl: '1h' })
    @layers(below)
    cached() {
      return Math.random();
    }

    @layers(above)
    static isEven(id: int) {
      return id % 2 === 0;
    }
  }
  return WrappedController;
}

const rest = {
  user: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => headers['x-user'],
  can: (user: unknown, capability: string) => user === capability,
};

async function differencesWith(stacks: Stacks, adapter: (typeof ADAPTERS)[number]) {
  const app = await startRoutes([wrappedController(stacks)], { adapter, rest });
  try {
    return await differences(app, '/api/acme/v1/wrapped');
  } finally {
    await app.close();
  }
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  test('the routes behave as declared without decorators that wrap', async () => {
    expect(await differencesWith(NO_STACKS, adapter)).toEqual([]);
  });

  test('If a decorator replaces the method of a route, the route keeps its limits, schemas, permission and cache', async () => {
    const property = fc.asyncProperty(arbitraryStacks, async (stacks) => {
      expect(await differencesWith(stacks, adapter)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
