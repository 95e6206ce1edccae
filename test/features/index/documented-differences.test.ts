import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{name}', HttpMethod.Get, new PublicAccess())
  one(name: string) {
    return { name };
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
  create(name?: string) {
    return { name };
  }
}

describe.each(ADAPTERS)('unlike in WordPress, on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });

  test('the index of a namespace lists its routes, and not itself', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1');
    const { routes } = body as { readonly routes: object };
    expect(Object.keys(routes).toSorted()).toEqual([
      '/acme/v1/items',
      '/acme/v1/items/(?P<name>[^/]+)',
    ]);
  });

  test('the pages of the application do not link to the API, and its index does', async () => {
    expect((await app.fetch('HEAD', '/')).headers.link).toBeUndefined();
    expect((await app.fetch('HEAD', '/api/')).headers.link).toContain('https://api.w.org/');
  });

  test('a path whose bytes are not UTF-8 is a 400', async () => {
    expect((await app.fetch('GET', '/api/acme/v1/items/%FF')).status).toBe(400);
  });

  test('two media types in one header are not JSON', async () => {
    const { status, body } = await app.fetch('POST', '/api/acme/v1/items', {
      headers: { 'content-type': 'application/json, text/plain' },
      body: '{"name":"a"}',
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 'rest_unsupported_media_type' });
  });
});
