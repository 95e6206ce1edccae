import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';
import { requestBodyOf } from './support/request-body.js';

const open = new PublicAccess();

@RestController('v1', '/values')
class ValuesController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], open)
  read(
    tags: string[],
    @Param({ lists: 'comma' }) cities: string[],
    at: Date,
    @Param({ format: Format.DateTime }) text: string,
    @Param({ required: true }) page: int = 1,
  ) {
    return { tags, cities, at, text, page };
  }
}

@RestController('v1', '/times')
class TimesController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], open)
  read(at: Date) {
    return at;
  }
}

interface Size {
  width?: int;
}

@RestController('v1', '/nulls')
class NullsController {
  @RestRoute('', HttpMethod.Post, open)
  read(
    parent: int | null,
    size: Size | null,
    any: unknown,
    choice: 'a' | 'b' | null,
    @Param({ required: true }) stated: string | null = null,
    other: int | null = 5,
  ) {
    return { parent, size, any, choice, stated, other };
  }
}

const TEXTS = [
  '2024-03-01',
  '2024-03-01T10:00',
  '2024-03-01 10:00',
  '2024-03-01T10:00:00',
  '2024-03-01t23:59:60.5',
  '2024-03-01T10:00:00Z',
  '2024-03-01T10:00:00+02:00',
  '2024-03-01T10:00:00-05',
  '2024-02-29T10:00',
  '2024-03-01T10',
  '2024-03-01T10:00Z',
  '2024-03-01T24:00',
  '2024-03-01T10:60',
  '2024-03-01T10:00:00+24:00',
  '2024-03-01T10:00:00z',
  '2024-02-30',
  '2024-04-31',
  '2024-13-01',
  '2024-00-01',
  '2024-03-00',
  '2024-03-01T',
  '01.03.2024',
];

const LOCAL = '2024-03-01T10:00:00';

describe.each(ADAPTERS)('values in the document on %s', (adapter) => {
  test.each([undefined, 'Europe/Berlin'])(
    'have their style; with timeZone: %s',
    async (timeZone) => {
      const rest = { values: 'typed', ...(timeZone === undefined ? {} : { timeZone }) } as const;
      const app = await startRoutes([ValuesController], { adapter, rest });
      const document = openApiDocument(await app.nest.get(RestRoutes).list());
      await app.close();
      const { get } = document.paths['/api/acme/v1/values'] ?? {};
      const parameters = new Map(get?.parameters?.map((one) => [one.name, one]));
      expect(parameters.get('tags')).toMatchObject({ style: 'form', explode: true });
      expect(parameters.get('cities')).toMatchObject({ style: 'form', explode: false });
      expect(parameters.get('page')).toMatchObject({ required: false });
      const patternOf = (name: string) =>
        new RegExp(String(parameters.get(name)?.schema['pattern']));
      expect(patternOf('at').test(LOCAL)).toBe(timeZone !== undefined);
      expect(patternOf('at').test(`${LOCAL}Z`)).toBe(true);
      expect(patternOf('text').test(LOCAL)).toBe(true);
      const whole = JSON.stringify(document);
      expect(whole.match(/"explode":false/g)?.length).toBeGreaterThan(1);
      expect(whole).toContain('"required":["tags","cities","at","text"]');
    },
  );

  test("do not have null for required arguments that WordPress's values take for missing", async () => {
    const app = await startRoutes([NullsController], { adapter });
    const document = openApiDocument(await app.nest.get(RestRoutes).list());
    const { post } = document.paths['/api/acme/v1/nulls'] ?? {};
    const schema = requestBodyOf(document, post)?.content['application/json']?.schema ?? {};
    expect(schema).toMatchObject({
      required: ['parent', 'size', 'any', 'choice', 'stated'],
      properties: {
        parent: { type: 'integer' },
        size: { $ref: '#/components/schemas/SizeInput' },
        any: { not: { type: 'null' } },
        choice: { enum: ['a', 'b'] },
        other: { type: ['integer', 'null'] },
      },
    });
    const sent = { parent: 1, size: {}, any: 0, choice: 'a', stated: 'x', other: null };
    const respond = (change: object) =>
      app.fetch('POST', '/api/acme/v1/nulls', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sent, ...change }),
      });
    expect((await respond({})).status).toBe(200);
    for (const name of ['parent', 'size', 'any', 'choice', 'stated']) {
      expect((await respond({ [name]: null })).body).toMatchObject({
        code: 'rest_missing_callback_param',
        data: { params: [name] },
      });
    }
    await app.close();
  });

  test('list the texts of times that are accepted in a stated time zone', async () => {
    const rest = { values: 'typed', timeZone: 'Europe/Berlin' } as const;
    const app = await startRoutes([TimesController], { adapter, rest });
    const document = openApiDocument(await app.nest.get(RestRoutes).list());
    const path = '/api/acme/v1/times';
    const { get } = document.paths[path] ?? {};
    const inQuery = get?.parameters?.find(({ name }) => name === 'at')?.schema ?? {};
    // So are bodies, as JSON and as a form.
    expect(JSON.stringify(document).split(`"at":${JSON.stringify(inQuery)}`).length).toBe(3);
    const example = '2026-01-31T12:00:00Z';
    expect(inQuery).toEqual({ type: 'string', pattern: expect.any(String) as unknown, example });
    const pattern = new RegExp(String(inQuery['pattern']));
    for (const at of TEXTS) {
      const { status } = await app.fetch('GET', `${path}?${String(new URLSearchParams({ at }))}`);
      expect([at, pattern.test(at)]).toEqual([at, status === 200]);
    }
    await app.close();
  });
});
