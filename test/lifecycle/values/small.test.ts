import {
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@RestController('v1', '/small')
class SmallController {
  @RestRoute('/moved', HttpMethod.Get, new PublicAccess())
  moved() {
    return new RestResponse(undefined, 301).header('Location', '/elsewhere');
  }

  @RestRoute('/error', HttpMethod.Get, new PublicAccess())
  error() {
    throw new RestException('small_error', 'Small.', 409);
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, @Param({ minimum: 1 }) page: int = 1) {
    return { id, page };
  }

  @RestRoute('/{id}', HttpMethod.Put, new Callback(SmallController.isOdd), { batch: true })
  update(id: int, @Param({ minimum: 1 }) page: int = 1) {
    return { id, page };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess(), { batch: true })
  remove(id: int) {
    if (id < 0) throw new RestException('small_error', 'Small.', 409);
  }

  static isOdd(id: int): boolean {
    return id % 2 === 1;
  }
}

const json = { 'content-type': 'application/json' };

describe.each(ADAPTERS)('docs/limits.md: on %s', (adapter) => {
  const app = useRoutes([SmallController], { adapter, rest: { batch: true } });
  const base = '/api/acme/v1/small';

  test('a redirect without data has no body', async () => {
    const { status, headers, text } = await app.fetch('GET', `${base}/moved`);
    expect([status, headers.location, text]).toEqual([301, `${app.url}/api/elsewhere`, '']);
  });

  test('every error has data with its status', async () => {
    const { body } = await app.fetch('GET', `${base}/error`);
    expect(body).toEqual({ code: 'small_error', message: 'Small.', data: { status: 409 } });
  });

  test('Allow lists what the caller may use, also if another argument is invalid', async () => {
    const allowed = 'GET, PUT, DELETE';
    const odd = await app.fetch('GET', `${base}/1?page=0`);
    expect([odd.status, odd.headers.allow]).toEqual([400, allowed]);
    const even = await app.fetch('GET', `${base}/2?page=0`);
    expect([even.status, even.headers.allow]).toEqual([400, 'GET, DELETE']);
    const removed = await app.fetch('DELETE', `${base}/1`);
    expect([removed.status, removed.headers.allow]).toEqual([204, allowed]);
  });

  test('and in a batch, whose routes OPTIONS marks', async () => {
    const requests = [
      { method: 'PUT', path: '/acme/v1/small/1', body: { page: 0 } },
      { method: 'DELETE', path: '/acme/v1/small/2' },
    ];
    const body = JSON.stringify({ requests });
    const batch = await app.fetch('POST', '/api/batch/v1', { headers: json, body });
    expect(batch.body).toMatchObject({
      responses: [
        { status: 400, headers: { Allow: 'GET, PUT, DELETE' } },
        { status: 204, body: null, headers: { Allow: 'GET, DELETE' } },
      ],
    });
    const { body: described } = await app.fetch('OPTIONS', `${base}/1`);
    const { endpoints } = described as { readonly endpoints: readonly object[] };
    expect(endpoints).toHaveLength(3);
    expect(endpoints.map((one) => Reflect.get(one, 'allow_batch') as unknown)).toEqual([
      undefined,
      { v1: true },
      { v1: true },
    ]);
  });

  test('JSON may begin with a byte order mark', async () => {
    const body = '\ufeff{"page":2}';
    const sent = await app.fetch('PUT', `${base}/1`, { headers: json, body });
    expect([sent.status, sent.body]).toEqual([200, { id: 1, page: 2 }]);
  });

  test('the details of a rejected argument have a code, a text, and what the text says', async () => {
    const { body } = await app.fetch('GET', `${base}/1?page=0`);
    const message = 'page must be greater than or equal to 1.';
    expect(body).toMatchObject({
      data: { details: { page: { code: 'rest_out_of_bounds', message, data: { minimum: 1 } } } },
    });
  });
});
