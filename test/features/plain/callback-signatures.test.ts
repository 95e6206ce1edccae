import { Controller, Get, Injectable, UseGuards } from '@nestjs/common';
import { Callback, PermissionGuard, RequirePermission, RestRequest } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { Owners, RequestPermissions } from '../../support/permissions.js';

@Controller('items')
@UseGuards(PermissionGuard)
class ItemsController extends RequestPermissions {
  @Get(':id')
  @RequirePermission(new Callback(ItemsController.maySee))
  one() {
    return 'one';
  }

  @Get(':id/rights')
  @RequirePermission(new Callback(Owners.mayAsk))
  rights() {
    return 'rights';
  }

  @Get(':id/even')
  @RequirePermission(new Callback(ItemsController.isEven))
  even() {
    return 'even';
  }

  static maySee(request: RestRequest): boolean {
    return request.params['id'] === request.query['page'];
  }
}

/** Without decorators or handlers of its own: all is inherited. */
@Controller('inherited')
@Injectable()
class InheritedController extends ItemsController {}

describe.each(ADAPTERS)('the signature of a callback on a plain controller on %s', (adapter) => {
  const app = useRoutes([Owners], {
    adapter,
    controllers: [ItemsController, InheritedController],
  });

  test('tells a request from a service, and both are given', async () => {
    expect(await app.fetch('GET', '/items/4')).toMatchObject({ status: 401 });
    expect(await app.fetch('GET', '/items/4?page=4')).toMatchObject({ status: 200 });
  });

  test('is read from another class', async () => {
    expect(await app.fetch('GET', '/items/4/rights?who=ada')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/4/rights?who=eve')).toMatchObject({ status: 401 });
  });

  test('is read from a base class', async () => {
    expect(await app.fetch('GET', '/items/4/even')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/5/even')).toMatchObject({ status: 401 });
  });

  test('holds for a class that inherits the controller', async () => {
    expect(await app.fetch('GET', '/inherited/3?page=3')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/inherited/4/rights?who=ada')).toMatchObject({ status: 200 });
  });
});
