import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';

@RestController('v1', '/items')
class ItemController {
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(id: int, request: RestRequest) {
    return { id, method: request.method, original: request.original };
  }
}

describe.each(ADAPTERS)('the original target of a request on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startRoutes([ItemController], { adapter });
  });
  afterAll(() => app.close());

  test('A method sees the method before an override, and the URL with its slash and its query', async () => {
    const url = '/api/acme/v1/items/7/?b=%20&_method=PUT&a=1';
    const { body } = await app.fetch('POST', url);
    expect(body).toEqual({ id: 7, method: 'PUT', original: { method: 'POST', url } });
  });

  test('A header overrides the method as well', async () => {
    const url = '/api/acme/v1/items/7';
    const headers = { 'x-http-method-override': 'PUT' };
    const { body } = await app.fetch('POST', url, { headers });
    expect(body).toMatchObject({ original: { method: 'POST', url } });
  });

  test('Without an override both are those of the request', async () => {
    const url = '/API/acme/v1/Items/7?x';
    const { body } = await app.fetch('PUT', url);
    expect(body).toMatchObject({ method: 'PUT', original: { method: 'PUT', url } });
  });

  test('A request in process has the whole URL too', async () => {
    const { data } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'PUT', path: '/acme/v1/items/7?x=1' });
    expect(data).toMatchObject({
      original: { method: 'PUT', url: '/api/acme/v1/items/7?x=1' },
    });
  });
});
