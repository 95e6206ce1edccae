import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

interface Meta {
  pages?: int;
}

interface Topic {
  title?: string;
  topics?: Topic[];
}

interface Holder {
  meta?: Meta;
  map?: Record<string, string>;
}

@RestController('v1', '/objects')
class ObjectsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  write(
    meta?: Meta,
    map?: Record<string, string>,
    topic?: Topic,
    holders?: Holder[],
    either?: Meta | string[],
    nullable: Meta | null = null,
    open?: Record<string, unknown>,
  ) {
    const all = { meta, map, topic, holders, either, nullable, open };
    return { all, lists: placesOfLists(all) };
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read(meta?: Meta, map?: Record<string, string>) {
    return { meta: meta ?? 'absent', map: map ?? 'absent' };
  }
}

/** The names of the values that are lists: JSON of an empty object shows what the method got. */
function placesOfLists(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (typeof one !== 'object' || one === null) return [];
    const within = placesOfLists(one).map((place) => `${name}.${place}`);
    return Array.isArray(one) ? [name, ...within] : within;
  });
}

const json = { 'content-type': 'application/json' };

const PLACES: readonly (readonly [string, unknown])[] = [
  ['an interface', { meta: [] }],
  ['a map', { map: [] }],
  ['an object that contains itself', { topic: [] }],
  ['an object that contains itself, within', { topic: { topics: [[]] } }],
  ['an interface in a list', { holders: [[]] }],
  ['an interface in an object in a list', { holders: [{ meta: [] }] }],
  ['a map in an object in a list', { holders: [{ map: [] }] }],
  ['an object or null', { nullable: [] }],
  ['an open object', { open: [] }],
];

describe.each(ADAPTERS)('a list in place of an object, on %s', (adapter) => {
  describe("with WordPress's values", () => {
    const app = useRoutes([ObjectsController], { adapter });
    const post = (body: unknown) =>
      app.fetch('POST', '/api/acme/v1/objects', { headers: json, body: JSON.stringify(body) });

    test.each(PLACES)('is an empty object if it is empty: %s', async (_place, sent) => {
      const { status, body } = await post(sent);
      expect(status).toBe(200);
      const { all } = body as { readonly all: object };
      expect(all).toEqual({ nullable: null, ...(asObjects(sent) as object) });
    });

    test('is an object with the names 0, 1, …, if the type allows these', async () => {
      expect((await post({ map: ['x', 'y'] })).body).toEqual({
        all: { map: { 0: 'x', 1: 'y' }, nullable: null },
        lists: [],
      });
      expect((await post({ meta: ['x'] })).status).toBe(400);
    });

    test('an empty text is an empty object too', async () => {
      expect((await post({ meta: '' })).body).toMatchObject({ all: { meta: {} }, lists: [] });
    });
  });

  describe('with typed values', () => {
    const app = useRoutes([ObjectsController], { adapter, rest: { style: 'nest' } });
    const post = (body: unknown) =>
      app.fetch('POST', '/api/acme/v1/objects', { headers: json, body: JSON.stringify(body) });

    test.each(PLACES)('is a 400: %s', async (_place, sent) => {
      expect((await post(sent)).status).toBe(400);
    });

    test.each([{ meta: '' }, { map: '' }, { topic: '' }, { holders: [''] }, { map: ['x'] }])(
      'so is %j',
      async (sent) => {
        expect((await post(sent)).status).toBe(400);
      },
    );

    test('is a list if the type has lists beside the object', async () => {
      expect((await post({ either: ['a'] })).body).toEqual({
        all: { either: ['a'], nullable: null },
        lists: ['either'],
      });
      expect((await post({ either: { pages: 1 } })).status).toBe(201);
    });

    test('an empty field of a query or a form is absent', async () => {
      const { body } = await app.fetch('GET', '/api/acme/v1/objects?meta=&map=');
      expect(body).toEqual({ meta: 'absent', map: 'absent' });
      const { headers, body: sent } = form({ name: 'meta', content: '' });
      const posted = await app.fetch('POST', '/api/acme/v1/objects', { headers, body: sent });
      expect(posted.body).toEqual({ all: { nullable: null }, lists: [] });
    });
  });
});

/** The same value with an object in place of each empty list. */
function asObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(asObjects);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asObjects(one)]));
}
