import { Injectable } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';
import { Owners, Permissions } from '../../support/permissions.js';

@RestController('v1', '/items')
class ItemsController extends Permissions {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(ItemsController.isEven))
  one(id: int) {
    return { id };
  }

  @RestRoute('/{id}/rights', HttpMethod.Get, new Callback(Owners.owns))
  rights(id: int, who: string) {
    return { id, who };
  }
}

@RestController('v1', '/signed')
class SignedController {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(SignedController.isSigned))
  one(id: int, { method }: RestRequest) {
    return { id, method };
  }

  static isSigned({ headers }: RestRequest, id: int) {
    return headers['x-signature'] === `signed ${id}`;
  }
}

/** Without decorators or routes of its own: all is inherited. */
@Injectable()
class InheritingController extends ItemsController {}

describe.each(ADAPTERS)('callbacks on %s', (adapter) => {
  it('a static method of a base class, in another file, gets the argument with its type', async () => {
    const app = await start(ItemsController);
    expect((await app.fetch('GET', '/api/acme/v1/items/4')).status).toBe(200);
    expect((await app.fetch('GET', '/api/acme/v1/items/5')).status).toBe(401);
    await app.close();
  });

  it('a static method of another class, in a file that mentions no route, gets arguments and services', async () => {
    const app = await start(ItemsController);
    expect((await app.fetch('GET', '/api/acme/v1/items/4/rights?who=ada')).status).toBe(200);
    expect((await app.fetch('GET', '/api/acme/v1/items/4/rights?who=eve')).status).toBe(401);
    await app.close();
  });

  it('a class that inherits a whole controller is served by the signature of that controller', async () => {
    const app = await start(InheritingController);
    const { body } = await app.fetch('GET', '/api/acme/v1/items/4/rights?who=ada');
    expect(body).toEqual({ id: 4, who: 'ada' });
    await app.close();
  });

  it('a request may be destructured, in a callback and in a method', async () => {
    const app = await start(SignedController);
    const headers = { 'x-signature': 'signed 4' };
    const { body } = await app.fetch('GET', '/api/acme/v1/signed/4', { headers });
    expect(body).toEqual({ id: 4, method: 'GET' });
    expect((await app.fetch('GET', '/api/acme/v1/signed/5', { headers })).status).toBe(401);
    await app.close();
  });

  const start = (controller: new () => object) => startRoutes([controller, Owners], { adapter });
});
