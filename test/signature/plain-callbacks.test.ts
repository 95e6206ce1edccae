import {
  Controller,
  DefaultValuePipe,
  Get,
  Injectable,
  Param,
  ParseIntPipe,
  Query,
  UseGuards,
} from '@nestjs/common';
import {
  Callback,
  PermissionGuard,
  RequirePermission,
  RestRequest,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { Owners, Permissions } from './permissions.js';

@Controller('items')
@UseGuards(PermissionGuard)
class ItemsController extends Permissions {
  @Get(':id')
  @RequirePermission(new Callback(ItemsController.maySee))
  one(
    @Param('id', ParseIntPipe) id: number,
    @Query('page', new DefaultValuePipe(3), ParseIntPipe) page: number,
  ) {
    return { id, page };
  }

  @Get(':id/rights')
  @RequirePermission(new Callback(Owners.owns))
  rights(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Get(':id/even')
  @RequirePermission(new Callback(ItemsController.isEven))
  even() {
    return 'even';
  }

  static maySee(id: int, page: int, request: RestRequest): boolean {
    return id === page && request.arguments['id'] === id;
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

  test('gives its arguments their types, and the pipes of the handler their defaults', async () => {
    expect(await app.fetch('GET', '/items/3')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/4')).toMatchObject({ status: 401 });
    expect(await app.fetch('GET', '/items/4?page=4')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/x')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { id: 'id must be an integer.' } } },
    });
  });

  test('is read from another class, and its services are injected', async () => {
    expect(await app.fetch('GET', '/items/4/rights?who=ada')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/4/rights?who=eve')).toMatchObject({ status: 401 });
    expect(await app.fetch('GET', '/items/4/rights')).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['who'] } },
    });
  });

  test('is read from a base class', async () => {
    expect(await app.fetch('GET', '/items/4/even')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/items/5/even')).toMatchObject({ status: 401 });
  });

  test('holds for a class that inherits the controller', async () => {
    expect(await app.fetch('GET', '/inherited/3')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/inherited/4/rights?who=ada')).toMatchObject({ status: 200 });
  });
});
