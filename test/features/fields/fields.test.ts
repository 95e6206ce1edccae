import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

let runs = 0;

@RestController('v1', '/deep')
class DeepController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  run() {
    runs++;
    return { a: { a: { b: 1 } }, c: [{ d: 1 }] };
  }
}

const name = (levels: number): string => Array.from({ length: levels }, () => 'a').join('.');
const names = (count: number): string => Array.from({ length: count }, () => 'a').join(',');
const list = (count: number, value: string): string =>
  Array.from({ length: count }, () => `_fields[]=${value}`).join('&');

describe.each(ADAPTERS)('_fields on %s', (adapter) => {
  const app = useRoutes([DeepController], { adapter });

  describe('A request whose _fields has more than 1,000 names, or a name of more than 64 levels, is 400 before its method runs', () => {
    test.each([
      ['one name of 7,900 levels', `_fields=${name(7900)}`],
      ['one name of 65 levels', `_fields=${name(65)}`],
      ['nothing but dots', `_fields=${'.'.repeat(15_000)}`],
      ['a deep name after others', `_fields=${names(900)},${name(65)}`],
      ['1,001 names', `_fields=${names(1001)}`],
      ['1,001 names between spaces', `_fields=${names(1001).replaceAll(',', '+')}`],
      ['a deep name in a list', list(2, name(65))],
      ['a percent-encoded parameter', `_field%73=${name(65)}`],
    ])('%s', async (_title, query) => {
      const before = runs;
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await app.fetch(method, `/api/acme/v1/deep?${query}`);
        expect([method, response.status, response.body]).toEqual([
          method,
          400,
          expect.objectContaining({
            code: 'rest_invalid_param',
            data: expect.objectContaining({
              params: { _fields: expect.stringMatching(/more than (1000 names|64 levels)/) },
            }),
          }),
        ]);
      }
      expect(runs).toBe(before);
    });
  });

  test.each([
    ['1,000 names', `_fields=${names(1000)}`, { a: { a: { b: 1 } } }],
    ['64 levels', `_fields=${name(64)}`, { a: { a: {} } }],
    ['1,000 names in a list', list(1000, 'a'), { a: { a: { b: 1 } } }],
  ])('%s within the limit are read', async (_title, query, expected) => {
    const response = await app.fetch('GET', `/api/acme/v1/deep?${query}`);
    expect([response.status, response.body]).toEqual([200, expected]);
  });
});
