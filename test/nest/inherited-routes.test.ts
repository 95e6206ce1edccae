import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const open = new PublicAccess();

@ValueClass()
class Line {
  @Param({ minLength: 2 }) sku!: string;
}

@ValueClass()
class Special extends Line {
  gift!: boolean;
}

class ExtendedRequest extends RestRequest {}

@RestController('v1', '/items')
class ItemsController {
  get broken(): never {
    throw new Error('the getter ran');
  }

  @RestRoute('', HttpMethod.Post, open)
  create(lines: Line[]) {
    return lines.map((line) => line instanceof Line);
  }

  @RestRoute('/special', HttpMethod.Post, open)
  special(lines: Special[]) {
    return lines.map((line) => [line instanceof Special, line.gift]);
  }

  @RestRoute('/{id}', HttpMethod.Get, open)
  @RestRoute('/by-id/{id}', HttpMethod.Put, open)
  one(id: int, request: ExtendedRequest) {
    return { id, in: this.constructor.name, method: request.method };
  }

  @RestRoute('/other', HttpMethod.Delete, open)
  other() {
    return 'inherited';
  }
}

@RestController('v2')
class Own extends ItemsController {
  override other() {
    return 'overridden';
  }
}

class Inherited extends ItemsController {}

describe.each(ADAPTERS)('inherited declarations on %s', (adapter) => {
  const app = useRoutes([Own, Inherited], { adapter });
  const fetchOf = async (method: string, path: string, json?: unknown) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = { 'content-type': 'application/json' };
    const options = body === undefined ? {} : { body, headers };
    const response = await app.fetch(method, `/api/acme${path}`, options);
    return [response.status, response.body];
  };

  test('a class without @RestController has that of its base class, and each method its routes', async () => {
    const of = (method: string) => [200, { id: 7, in: 'Inherited', method }];
    expect(await fetchOf('GET', '/v1/items/7')).toEqual(of('GET'));
    expect(await fetchOf('PUT', '/v1/items/by-id/7')).toEqual(of('PUT'));
    expect(await fetchOf('DELETE', '/v1/items/other')).toEqual([200, 'inherited']);
  });

  test('a class with its own @RestController has its version, and an empty base if it states none', async () => {
    expect(await fetchOf('GET', '/v2/7')).toEqual([200, { id: 7, in: 'Own', method: 'GET' }]);
  });

  test('a method that overrides another has only its own routes', async () => {
    expect(await fetchOf('DELETE', '/v2/other')).toMatchObject([404, { code: 'rest_no_route' }]);
  });

  test('a value class inherits the properties of its base class, which does not get those of the subclass', async () => {
    expect(
      await fetchOf('POST', '/v1/items/special', { lines: [{ sku: 'ab', gift: true }] }),
    ).toEqual([200, [[true, true]]]);
    const short = { lines: [{ sku: 'a', gift: true }] };
    expect(await fetchOf('POST', '/v1/items/special', short)).toMatchObject([400, {}]);
    expect(await fetchOf('POST', '/v1/items', { lines: [{ sku: 'ab' }] })).toEqual([200, [true]]);
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/items');
    expect(JSON.stringify(body)).not.toContain('gift');
  });
});
