import { Controller, Delete, Get, UseGuards, UseInterceptors } from '@nestjs/common';
import fc from 'fast-check';
import {
  Cache,
  Callback,
  Capability,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { withSignature } from '../support/signature-of.js';
import { ADAPTERS, startRoutes } from '../support/application.js';
import { layers, METHOD_LAYERS, type MethodLayer } from '../support/wrapping-decorators.js';

const rest = {
  user: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => headers['x-user'],
  can: (user: unknown, capability: string) => user === capability,
};

const ADMIN = { headers: { 'x-user': 'admin' } };

/** Nest itself serves no accessor. */
const NAMES = (Object.keys(METHOD_LAYERS) as readonly MethodLayer[]).filter(
  (name) => name !== 'bound',
);
const stack = fc.array(fc.constantFrom(...NAMES), { maxLength: 3 });

function plainControllers(between: readonly MethodLayer[], below: readonly MethodLayer[]) {
  let calls = 0;

  @Controller('cats')
  @UseGuards(PermissionGuard)
  @RequirePermission(new PublicAccess())
  class CatsController {
    @Get()
    list() {
      return [];
    }

    @Delete()
    @layers(between)
    @RequirePermission(new Capability('admin'))
    @layers(below)
    remove() {
      return 'removed';
    }

    @Get('own')
    @layers(between)
    @RequirePermission(new Callback(CatsController.isAdmin))
    @layers(below)
    own() {
      return 'own';
    }

    @Get('cached')
    @UseInterceptors(RestCacheInterceptor)
    @layers(between)
    @Cache({ ttl: '1h' })
    @layers(below)
    cached() {
      return String((calls += 1));
    }

    @layers(between)
    static isAdmin({ query }: RestRequest) {
      return query['id'] === '7';
    }
  }

  @Controller('kittens')
  class KittensController extends CatsController {}
  return [CatsController, KittensController];
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  test('If a decorator replaces the method of a plain controller, the method keeps its permission and its cache', async () => {
    const property = fc.asyncProperty(stack, stack, async (between, below) => {
      const controllers = plainControllers(between, below);
      const app = await startRoutes([], { adapter, rest, controllers });
      try {
        for (const path of ['/cats', '/kittens']) {
          expect((await app.fetch('GET', path)).status).toBe(200);
          expect((await app.fetch('DELETE', path)).status).toBe(401);
          expect((await app.fetch('DELETE', path, ADMIN)).text).toBe('removed');
          expect((await app.fetch('GET', `${path}/own?id=7`)).text).toBe('own');
          expect((await app.fetch('GET', `${path}/own?id=6`)).status).toBe(401);
          const { text } = await app.fetch('GET', `${path}/cached`);
          expect((await app.fetch('GET', `${path}/cached`)).text).toBe(text);
        }
      } finally {
        await app.close();
      }
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test('If a decorator replaces a permission callback, the replacement is called', async () => {
    const denies: MethodDecorator = (_target, _name, descriptor: PropertyDescriptor) => {
      descriptor.value = () => false;
    };
    @Controller('dogs')
    @UseGuards(PermissionGuard)
    class DogsController {
      @Get()
      @RequirePermission(new Callback(DogsController.all))
      list() {
        return [];
      }

      @denies
      static all() {
        return true;
      }
    }
    const app = await startRoutes([], { adapter, rest, controllers: [DogsController] });
    try {
      expect((await app.fetch('GET', '/dogs')).status).toBe(401);
    } finally {
      await app.close();
    }
  });

  test('An application does not start if a decorator in its source is missing at startup', async () => {
    @RestController('v1', '/losing')
    class LosingController {
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      list() {
        return [];
      }
    }
    // As a compiler attaches it.
    const decorators = { methods: { list: { own: ['RestRoute', 'Cache'] } } };
    withSignature(LosingController, { decorators });
    const starting = startRoutes([LosingController], { adapter, rest });
    await expect(starting).rejects.toThrow(/RR1046.*LosingController\.list.*Expected @Cache/);
  });

  test('An application does not start if a route with a signature loses a Nest guard to a decorator above the guard', async () => {
    class Denies {
      canActivate() {
        return false;
      }
    }
    @Controller('horses')
    class HorsesController {
      @Get()
      @layers(['assigned'])
      @UseGuards(Denies)
      list() {
        return [];
      }
    }
    // Nest itself loses the guard, and says nothing.
    const app = await startRoutes([], { adapter, rest, controllers: [HorsesController] });
    expect((await app.fetch('GET', '/horses')).status).toBe(200);
    await app.close();

    @RestController('v1', '/guarded')
    class GuardedController {
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      @layers(['assigned'])
      @UseGuards(Denies)
      list() {
        return [];
      }
    }
    const decorators = { methods: { list: { own: ['RestRoute', 'other', 'UseGuards'] } } };
    withSignature(GuardedController, { decorators });
    const starting = startRoutes([GuardedController], { adapter, rest });
    await expect(starting).rejects.toThrow(/RR1056.*GuardedController\.list.*@UseGuards/);
  });

  test('A method that is copied to another class carries its permission', async () => {
    @Controller('birds')
    @UseGuards(PermissionGuard)
    @RequirePermission(new PublicAccess())
    class BirdsController {}
    const [cats] = plainControllers([], []);
    const descriptor = Object.getOwnPropertyDescriptor(cats?.prototype, 'remove') ?? {};
    Object.defineProperty(BirdsController.prototype, 'remove', descriptor);
    const app = await startRoutes([], { adapter, rest, controllers: [BirdsController] });
    try {
      expect((await app.fetch('DELETE', '/birds')).status).toBe(401);
    } finally {
      await app.close();
    }
  });

  test('An application does not start if a method overrides a handler that has a permission, and states none of its own', async () => {
    const [cats] = plainControllers([], []);
    if (cats === undefined) throw new Error('There are controllers.');
    @Controller('lions')
    class LionsController extends cats {
      @Delete()
      override remove() {
        return 'removed';
      }
    }
    const starting = startRoutes([], { adapter, rest, controllers: [LionsController] });
    await expect(starting).rejects.toThrow(/RR1048[\s\S]*LionsController\.remove/);
  });
});
