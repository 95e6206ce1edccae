import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

@RestController('v1', '/limits')
class LimitsController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Put], new PublicAccess())
  read(
    @Param({ pattern: '^(a+)+$', maxLength: 20 }) slow?: string,
    @Param({ format: Format.Email, maxLength: 20 }) email?: string,
    @Param({ format: Format.Uri, maxLength: 20 }) uri?: '/a',
  ) {
    return { slow, email, uri };
  }
}

const PATH = '/api/acme/v1/limits';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(ADAPTERS)('on %s', (adapter) => {
  const app = useRoutes([LimitsController], { adapter });

  test('maxLength is checked before a pattern or a format reads the value', async () => {
    const values = { slow: `${'a'.repeat(60)}!`, email: 'a@'.repeat(50), uri: '%0d'.repeat(50) };
    for (const [name, value] of Object.entries(values)) {
      const { status, body } = await app.fetch(
        'GET',
        `${PATH}?${name}=${encodeURIComponent(value)}`,
      );
      expect(status).toBe(400);
      expect(body).toMatchObject({ data: { details: { [name]: { code: 'rest_too_long' } } } });
    }
  });

  test.each([
    ['1,000 parameters', (count: number) => 'a=1&'.repeat(count), 1000],
    ['64 levels in a name', (count: number) => `a${'[b]'.repeat(count - 1)}=1`, 64],
    ['4,000 brackets in all names', bracketsOf, 4000],
  ])('A query or a form has at most %s; more is 400.', async (_title, write, most) => {
    const answers = async (text: string) => {
      const put = await app.fetch('PUT', PATH, { headers: form, body: text });
      if (text.length > 8000) return [put.status];
      return [put.status, (await app.fetch('GET', `${PATH}?${text}`)).status];
    };
    expect(new Set(await answers(write(most)))).toEqual(new Set([200]));
    expect(new Set(await answers(write(most + 1)))).toEqual(new Set([400]));
  });
});

/** Fifty in a name. */
function bracketsOf(count: number): string {
  const names = Array.from(
    { length: Math.floor(count / 50) },
    (_, at) => `n${at}${'[]'.repeat(50)}`,
  );
  return [...names, `rest${'[]'.repeat(count % 50)}`].join('&');
}

describe.each(ADAPTERS)('bodies over the limit on %s', (adapter) => {
  test('A body over the limit is a 413, also behind middleware and with any content, and is not read on GET', async () => {
    const app = await startRoutes([LimitsController], {
      adapter,
      bodyLimit: 100,
      configure: (nest) => {
        nest.use((_request: unknown, _response: unknown, next: () => void) => next());
      },
    });
    const json = { 'content-type': 'application/json' };
    for (const body of [' '.repeat(5000), '{'.repeat(5000), `"${'a'.repeat(200_000)}"`]) {
      const put = await app.fetch('PUT', PATH, { headers: json, body });
      expect([put.status, put.body]).toMatchObject([413, { code: 'rest_content_too_large' }]);
      for (const path of [PATH, '/api', '/api/acme/v1']) {
        expect((await app.fetch('GET', path, { headers: json, body })).status).toBe(200);
      }
    }
    await app.close();
  });
});
