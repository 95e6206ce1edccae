import 'reflect-metadata';
import { describe, expect, test } from 'vitest';
import { Cache } from '../../lib/decorators/controllers.js';
import { Param } from '../../lib/decorators/parameters.js';
import {
  declareController,
  declaresRoutes,
  type NestMetadata,
} from '../../lib/decorators/reading/declare-controller.js';
import { RestController } from '../../lib/decorators/controllers.js';
import { RestRoute } from '../../lib/decorators/controllers.js';
import { HttpMethod } from '../../lib/routes/declaration/route-declaration.js';
import { Callback, Capability, PublicAccess } from '../../lib/routes/declaration/permission.js';

const NO_NEST: NestMetadata = {
  filledParameters: () => new Set(),
  responseOf: () => undefined,
};

class Service {}

class Permissions {
  static mayEdit(this: void): boolean {
    return true;
  }
}

const options = { ttl: '5m', vary: () => 'x' } as const;

@RestController('v1', '/items')
class ItemsController {
  static mayRead(this: void, @Param({ name: 'id', type: 'integer' }) id: number): boolean {
    return id > 0;
  }

  @RestRoute('/{id}', HttpMethod.Get, new Callback(ItemsController.mayRead))
  @Cache(options)
  one(
    @Param({ name: 'id', type: 'integer' }) _id: number,
    @Param({ inject: Service }) _service: Service,
  ): void {}

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { hidden: true })
  @RestRoute('/all', HttpMethod.Get, new PublicAccess())
  two(): void {}

  @RestRoute('/other', HttpMethod.Get, new Callback(Permissions.mayEdit))
  three(): void {}
}

const { routes, ...head } = declareController(ItemsController, NO_NEST);

describe('the declaration of a controller', () => {
  test('has what RestController states', () => {
    expect(head).toEqual({ className: 'ItemsController', version: 'v1', base: '/items' });
  });

  test('has no version where RestController is missing', () => {
    class Bare {
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      list(): void {}
    }
    expect(declareController(Bare, NO_NEST).version).toBeUndefined();
    expect(declaresRoutes(Bare)).toBe(true);
    expect(declaresRoutes(Service)).toBe(false);
  });

  test('lists each RestRoute as a route, with its number on the method', () => {
    expect(
      routes.map(({ methodName, routeIndex, path }) => [methodName, routeIndex, path]),
    ).toEqual([
      ['one', 0, '/{id}'],
      ['two', 0, ''],
      ['two', 1, '/all'],
      ['three', 0, '/other'],
    ]);
  });

  test('lists inherited routes, and leaves out those of methods that are overridden', () => {
    class Overriding extends ItemsController {
      override two(): void {}
    }
    const names = declareController(Overriding, NO_NEST).routes.map(({ methodName }) => methodName);
    expect(names).toEqual(['one', 'three']);
  });

  test('never runs a getter', () => {
    class WithGetter extends ItemsController {
      get broken(): never {
        throw new Error('the getter ran');
      }
    }
    expect(declareController(WithGetter, NO_NEST).routes).toHaveLength(4);
  });
});

describe('the declaration of a permission', () => {
  test('refers to the callback and to the class that it belongs to', () => {
    expect(routes[0]?.permission).toMatchObject({
      kind: 'callback',
      name: 'mayRead',
      isStatic: true,
      callback: { ref: ItemsController.mayRead },
      owner: { name: 'ItemsController', ref: ItemsController },
    });
  });

  test('has the parameters of the callback', () => {
    const permission = routes[0]?.permission;
    const parameters = permission?.kind === 'callback' ? permission.parameters : [];
    expect(parameters.map((parameter) => parameter.options?.name)).toEqual(['id']);
  });

  test('has no owner where the class of the callback is unknown', () => {
    expect(routes[3]?.permission).toMatchObject({ kind: 'callback', isStatic: true });
    expect(routes[3]?.permission).not.toHaveProperty('owner');
  });

  test('belongs to its own RestRoute', () => {
    expect(routes[1]?.permission).toEqual({ kind: 'capability', capability: 'edit_items' });
    expect(routes[2]?.permission).toEqual({ kind: 'public' });
    expect(routes.map(({ options }) => options.hidden)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
  });

  test('is absent where plain JavaScript passes something else', () => {
    class Wrong {
      @RestRoute('', HttpMethod.Get, { kind: 'everyone' } as never)
      list(): void {}
    }
    expect(declareController(Wrong, NO_NEST).routes[0]?.permission).toBeUndefined();
  });
});

describe('the declaration of a cache', () => {
  test('has the facts that the rules check, and refers to the options', () => {
    expect(routes[0]?.cache).toEqual({ ttl: '5m', statesVary: true, options: { ref: options } });
    expect(routes[1]?.cache).toBeUndefined();
  });
});

describe('the declaration of a parameter', () => {
  test('states whether its class is to be injected', () => {
    const parameters = routes[0]?.parameters ?? [];
    expect(parameters.map(({ statesInjection }) => statesInjection)).toEqual([false, true]);
    expect(parameters[1]?.designType).toEqual({
      kind: 'class',
      handle: { name: 'Service', ref: Service },
    });
  });

  test('states whether Nest fills it', () => {
    const nest: NestMetadata = { ...NO_NEST, filledParameters: () => new Set([1, 3]) };
    const [one] = declareController(ItemsController, nest).routes;
    expect(one?.parameters.map(({ filledByNest }) => filledByNest)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

test('what HttpCode and Header state is read by the Nest side', () => {
  const response = { status: 202, headers: [{ name: 'X-A', value: 'a' }] };
  const nest: NestMetadata = { ...NO_NEST, responseOf: () => response };
  expect(declareController(ItemsController, nest).routes[0]?.response).toBe(response);
});
