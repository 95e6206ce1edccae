import {
  All,
  Controller,
  Get,
  Head,
  Options,
  Post,
  Sse,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage } from '@nestjs/websockets';
import {
  Capability,
  DeclarationException,
  HttpMethod,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../../support/application.js';

const ADMIN = new Capability('admin');

/** A class of routes whose one method also has another decorator. */
function routesWith(decorator: unknown): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('', HttpMethod.Get, ADMIN)
    @(decorator as MethodDecorator)
    list() {
      return [];
    }
  }
  return ItemsController;
}

@Controller('plain')
@RestController('v1', '/both')
class BothController {
  @RestRoute('', HttpMethod.Get, ADMIN)
  list() {}

  @Get('more')
  more() {}
}

@Controller('plain')
class PlainController {
  @Get()
  list() {
    return 'plain';
  }
}

@RestController('v1', '/derived')
class DerivedController extends PlainController {
  @RestRoute('', HttpMethod.Get, ADMIN)
  override list() {
    return 'route';
  }
}

@RestController('v1', '/routes')
class RoutesController {
  @RestRoute('', HttpMethod.Get, ADMIN)
  list() {}
}

@Controller('plain')
class DerivedPlainController extends RoutesController {}

abstract class Handlers {
  @Post()
  create() {}
}

@RestController('v1', '/inherited')
class InheritingController extends Handlers {
  @RestRoute('', HttpMethod.Get, ADMIN)
  list() {}
}

@RestController('v1', '/overriding')
class OverridingController extends Handlers {
  @RestRoute('', HttpMethod.Post, ADMIN)
  override create() {}

  @MessagePattern('created')
  count() {}
}

@RestController('v1', '/getters')
class GetterController {
  static calls = 0;

  @RestRoute('', HttpMethod.Get, ADMIN)
  list() {}

  get connection() {
    return ++GetterController.calls;
  }
}

describe.each(ADAPTERS)('a controller of routes with decorators of Nest on %s', (adapter) => {
  test.each([
    ['@Get', Get('open')],
    ['@All', All()],
    ['@Head', Head()],
    ['@Options', Options()],
    ['@MessagePattern', MessagePattern('items.list')],
    ['@EventPattern', EventPattern('items.listed')],
    ['@SubscribeMessage', SubscribeMessage('items')],
  ])('does not start if %s is on the method of a route', async (name, decorator) => {
    const found = [`RR1067 ItemsController.list: @RestRoute only; ${name}`];
    const type = routesWith(decorator);
    expect(await foundAtStart({ providers: [type] }, adapter)).toEqual(found);
    expect(await foundAtStart({ controllers: [type] }, adapter)).toEqual(found);
  });

  test('has one diagnostic for @Sse, with a remedy of its own', async () => {
    expect(await foundAtStart({ controllers: [routesWith(Sse())] }, adapter)).toEqual([
      'RR1026 ItemsController.list: a RestResponse; @Sse',
    ]);
  });

  test('does not start if it is a plain controller too, of its own or by a base class', async () => {
    const controllers = [BothController, DerivedController, DerivedPlainController];
    expect(await foundAtStart({ controllers }, adapter)).toEqual([
      'RR1067 BothController: @RestController only; @Controller',
      'RR1067 BothController.more: @RestRoute only; @Get',
      'RR1067 DerivedController: @RestController only; @Controller of PlainController',
      'RR1067 DerivedPlainController: @RestController only; @Controller',
    ]);
  });

  test('does not start with a handler of Nest that it inherits and nothing would serve', async () => {
    expect(await foundAtStart({ providers: [InheritingController] }, adapter)).toEqual([
      'RR1067 InheritingController.create: @RestRoute only; @Post',
    ]);
  });

  test('starts if a route overrides the handler, and messages have a method of their own', async () => {
    const more = { providers: [OverridingController], controllers: [PlainController] };
    expect(await foundAtStart(more, adapter)).toEqual([]);
  });

  test('is searched for them without a call of its getters', async () => {
    expect(await foundAtStart({ providers: [GetterController] }, adapter)).toEqual([]);
    expect(GetterController.calls).toBe(0);
  });
});

/** Code, place, expected and received of what stops the start. */
async function foundAtStart(
  {
    providers = [],
    controllers = [],
  }: Pick<ModuleMetadata, 'providers'> & {
    readonly controllers?: Type[];
  },
  adapter: AdapterName,
): Promise<readonly string[]> {
  try {
    const app = await startRoutes(providers, { adapter, controllers });
    await app.close();
    return [];
  } catch (error) {
    if (!(error instanceof DeclarationException)) throw error;
    return error.diagnostics.map(
      ({ code, className, methodName, expected, received }) =>
        `${code} ${[className, methodName].filter(Boolean).join('.')}: ${expected}; ${received}`,
    );
  }
}
