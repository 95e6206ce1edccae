import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { ComposedController } from './composed.controller.js';
import { Page, Slug } from './composed.js';
import { unsigned } from '../../support/unsigned-classes.js';

@RestController('v1', '/mixed')
class MixedController {
  @RestRoute('/pages', HttpMethod.Get, new PublicAccess())
  pages(@Page() page: int = 3) {
    return page;
  }

  @RestRoute('/words/{word}', HttpMethod.Get, new PublicAccess())
  word(@Slug() word: string) {
    return word;
  }
}

const REQUESTS: readonly (readonly [path: string, status: number, text?: string])[] = [
  ['pages', 200, '3'],
  ['pages?page=5', 200, '5'],
  ['pages?page=0', 400],
  ['pages?page=x', 400],
  ['words/abc', 200, '"abc"'],
  ['words/1', 404],
];

const COMPOSED_REQUESTS: typeof REQUESTS = [
  ...REQUESTS,
  ['plain', 200, '3'],
  ['plain?n=7', 200, '7'],
  ['plain?n=x', 400],
  ['tags?tags=a', 200, '["a"]'],
  ['tags?tags=a&tags=b', 400],
  ['spread?size=2', 200, '{"size":2}'],
  ['spread?size=0', 400],
];

describe.each(ADAPTERS)('on %s', (adapter) => {
  const app = useRoutes([ComposedController, MixedController], { adapter });

  test.each(REQUESTS)('composed parameter decorators: GET %s', async (path, status, text) => {
    const response = await app.fetch('GET', `/api/acme/v1/mixed/${path}`);
    expect([response.status, text ?? response.text]).toEqual([status, response.text]);
  });

  test.each(COMPOSED_REQUESTS)(
    'a class with only decorators of another file: GET %s',
    async (path, status, text) => {
      const response = await app.fetch('GET', `/api/acme/v1/composed/${path}`);
      expect([response.status, text ?? response.text]).toEqual([status, response.text]);
    },
  );

  test('a route in a file that no compiler reads is RR1016, even if all its parameters have defaults', async () => {
    const route = RestRoute('', HttpMethod.Get, new PublicAccess());
    const controller = unsigned(RestController('v1', '/unsigned'), route);
    const starting = startRoutes([controller], { adapter });
    await expect(starting).rejects.toThrow(/RR1016.*UnsignedController\.list/);
  });
});
