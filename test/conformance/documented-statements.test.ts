import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const list = () => ['a'];
/** As JavaScript writes it: the type has no promise. */
const promised = (() => Promise.resolve(list())) as unknown as typeof list;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(plain?: string, nullable?: string | null, filled = 'x') {
    return { plain, nullable, filled };
  }
  @RestRoute('/listed', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', tags: list })
  listed() {
    return {};
  }
  @RestRoute('/promised', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', tags: promised })
  promised() {
    return {};
  }
  @RestRoute('/varied', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', vary: () => Promise.resolve('a') })
  varied() {
    return {};
  }
}

describe.each(ADAPTERS)('what the documentation states, on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });

  test('null is a value, which an optional argument accepts only if its type does', async () => {
    const send = (body: object) =>
      app.fetch('POST', '/api/acme/v1/items', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await send({ nullable: null })).toMatchObject({
      status: 200,
      body: { nullable: null, filled: 'x' },
    });
    for (const name of ['plain', 'filled']) {
      expect(await send({ [name]: null })).toMatchObject({
        status: 400,
        body: { data: { params: { [name]: `${name} must be a string.` } } },
      });
    }
  });

  test.each([
    ['listed', 'hit'],
    ['varied', 'hit'],
    ['promised', 'bypass'],
  ])('a cached route whose function is %s responds with %s', async (path, status) => {
    await app.fetch('GET', `/api/acme/v1/items/${path}`);
    const { headers } = await app.fetch('GET', `/api/acme/v1/items/${path}`);
    expect(headers['cache-status']).toContain(status);
  });
});
