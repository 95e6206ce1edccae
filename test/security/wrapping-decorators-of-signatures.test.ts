import { UseGuards } from '@nestjs/common';
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
import { signatureOf } from '../support/signature-of.js';
import { ADAPTERS, startRoutes } from '../support/application.js';
import { arbitraryStacks, differences } from '../support/wrapped-behaviour.js';
import { classLayers, layers, NO_STACKS, type Stacks } from '../support/wrapping-decorators.js';
import { overriding } from '../support/unsigned-classes.js';

const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  additionalProperties: false,
} as const;

interface Paging {
  /** @minimum 1 */
  page: int;
}

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
    spread(@Arguments() paging: Paging) {
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

/** What the start of an application with one controller reports. */
async function startError(controller: new (...args: never[]) => object): Promise<string> {
  try {
    const app = await startRoutes([controller], { adapter: 'express', rest });
    await app.close();
    return 'started';
  } catch (error) {
    return String(error);
  }
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  test('If a decorator replaces the method of a route, the route keeps its limits, schemas, permission and cache', async () => {
    const property = fc.asyncProperty(arbitraryStacks, async (stacks) => {
      expect(await differencesWith(stacks, adapter)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 20, examples: [[NO_STACKS]] });
  });
});

@RestController('v1', '/signed')
class SignedController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  list(@Param({ maximum: 9 }) n: int = 1, @ListOf('string') tags: string[] = [], plain = 2) {
    return { n, tags, plain };
  }
}

test('A signature has the decorators of the source', () => {
  const { signature } = signatureOf(SignedController);
  expect(signature.decorators).toEqual({
    methods: {
      list: { own: ['RestRoute', 'Cache'], parameters: { 0: ['Param'], 1: ['ListOf'] } },
    },
  });
});

/** A decorator that takes the metadata of a key away, as a class decorator that rebuilds a class may. */
function loses(key: string): ClassDecorator {
  return ({ prototype }) => {
    const symbol = Symbol.for(`nestjs-rest-routes.${key}`);
    const target = prototype as object;
    for (const name of Object.getOwnPropertyNames(target)) {
      const method: unknown = Reflect.get(target, name);
      Reflect.deleteMetadata(symbol, target, name);
      if (name !== 'constructor') Reflect.deleteMetadata(symbol, method as object);
    }
  };
}

function losing(key: string) {
  @loses(key)
  @RestController('v1', '/losing')
  class LosingController {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    @Cache({ ttl: '1m' })
    list(@Param({ maximum: 9 }) n: int) {
      return n;
    }
  }
  return LosingController;
}

test.each([
  ['parameters', '@Param', 'list, parameter 1'],
  ['routes', '@RestRoute', 'list'],
  ['cache', '@Cache', 'list'],
])('%s that are lost are RR1046, and name %s', async (key, name, place) => {
  const text = await startError(losing(key));
  expect(text).toContain(`RR1046`);
  expect(text).toContain(`(LosingController.${place})`);
  expect(text).toContain(`Expected ${name}; received no ${name}`);
});

test('A limit that only run time knows is RR1047', async () => {
  @RestController('v1', '/late')
  class LateController {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    list(n: int) {
      return n;
    }
  }
  Param({ maximum: 9 })(LateController.prototype, 'list', 0);
  expect(await startError(LateController)).toMatch(/RR1047.*LateController\.list.*received @Param/);
});

test('A guard of Nest that a decorator above it loses is RR1056', async () => {
  class Denies {
    canActivate() {
      return false;
    }
  }
  @RestController('v1', '/guarded')
  class GuardedController {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    @layers(['assigned'])
    @UseGuards(Denies)
    list() {
      return [];
    }
  }
  expect(await startError(GuardedController)).toMatch(
    /RR1056.*GuardedController\.list.*@UseGuards/,
  );
});

const extendsIt: ClassDecorator = (type) =>
  class extends (type as unknown as new (...args: unknown[]) => object) {} as never;
const replacesIt: ClassDecorator = () => class Replacement {} as never;
const wrapsIt: ClassDecorator = (type) => new Proxy(type, {});

describe.each(ADAPTERS)('on %s, a class decorator that returns another class', (adapter) => {
  const NONE: ClassDecorator = () => undefined;

  function controllerWith(above: ClassDecorator, below: ClassDecorator) {
    @above
    @RestController('v1', '/returned')
    @below
    class ReturnedController {
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      list(@Param({ maximum: 9 }) n: int) {
        return n;
      }
    }
    return ReturnedController;
  }

  async function outcome(above: ClassDecorator, below: ClassDecorator): Promise<unknown> {
    try {
      const app = await startRoutes([controllerWith(above, below)], { adapter, rest });
      const path = '/api/acme/v1/returned?n=';
      const statuses = [await app.fetch('GET', `${path}9`), await app.fetch('GET', `${path}10`)];
      await app.close();
      return statuses.map(({ status }) => status);
    } catch (error) {
      return String(error);
    }
  }

  test.each([
    ['a subclass above @RestController', extendsIt, NONE],
    ['a subclass below @RestController', NONE, extendsIt],
    ['subclasses above and below it', extendsIt, extendsIt],
    ['a proxy below @RestController', NONE, wrapsIt],
  ])('keeps the routes and their limits: %s', async (_title, above, below) => {
    expect(await outcome(above, below)).toEqual([200, 400]);
  });

  test('is RR1057 if it is a wholly different class below @RestController', async () => {
    expect(await outcome(NONE, replacesIt)).toMatch(/RR1057.*Replacement/);
  });

  test('is RR1007 if it is a proxy above @RestController', async () => {
    expect(await outcome(wrapsIt, NONE)).toMatch(/RR1007.*ReturnedController/);
  });

  test('is no diagnostic for a controller without routes', async () => {
    @RestController('v1', '/empty')
    class EmptyController {}
    const app = await startRoutes([EmptyController], { adapter, rest });
    await app.close();
  });
});

test('An override in a file without signatures never has the signature of the method that it overrides', async () => {
  const route = RestRoute('', HttpMethod.Get, new PublicAccess());
  const text = await startError(overriding(SignedController, route));
  expect(text).toMatch(/RR1016.*OverridingController\.list/);
});
