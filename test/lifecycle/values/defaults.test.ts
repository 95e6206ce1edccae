import 'reflect-metadata';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

const open = new PublicAccess();
const POST = HttpMethod.Post;

interface Line {
  sku: string;
  /** @minimum 1 @default 1 */
  quantity: int;
  /** @default [] */
  notes: string[];
  /** @default 2020-01-01T00:00:00Z */
  since: Date;
  /** @default null */
  colour: string | null;
}

interface Nested {
  /** @default {} */
  box: { /** @default 3 */ width: int };
}

@ValueClass()
class Parcel {
  /** @default 2 */
  weight!: int;
  @Param({ default: 'letter' }) kind!: string;
  priority = 'low';
  note?: string;
}

@RestController('v1', '/defaults')
class DefaultsController {
  @RestRoute('/lines', POST, open)
  lines(lines: Line[]) {
    return lines.map((line) => ({ ...line, year: line.since.getUTCFullYear() }));
  }

  @RestRoute('/total', POST, open)
  total(line: Line) {
    return { isNew: line.notes.push('a') === 1, total: line.quantity * 2 };
  }

  @RestRoute('/choices', POST, open)
  choices(choice: string | { /** @default 5 */ size: int }) {
    return { choice };
  }

  @RestRoute('/nullable', POST, open)
  nullable(line: { /** @default 5 */ size: int } | null) {
    return { line };
  }

  @RestRoute('/maps', POST, open)
  maps(sizes: Record<string, { /** @default 5 */ width: int }>, nested: Nested) {
    return { sizes, nested };
  }

  @RestRoute('/parcel', POST, open)
  parcel(@Param() parcel: Parcel) {
    const { weight, kind, priority, note } = parcel;
    const isParcel = parcel instanceof Parcel;
    return { weight, kind, priority, note, isParcel, hasNote: 'note' in parcel };
  }

  @RestRoute('/wordpress', POST, open, { values: 'wordpress' })
  wordpress(
    line: { /** @default 5 */ size?: int },
    @Param({ type: 'object', properties: { size: { type: 'integer', default: 7 } } }) box: object,
    lines: Line[] = [],
    @Param() parcel: Parcel = new Parcel(),
    page: int = 2,
  ) {
    const { weight, kind, priority } = parcel;
    return { line, box, lines, parcel: { weight, kind, priority }, page };
  }

  @RestRoute('/by-hand', POST, open)
  byHand(
    @Param({ type: 'object', properties: { size: { type: 'integer', default: 7 } } }) box: object,
    @Param({
      schema: { type: 'object', properties: { size: { type: 'integer', default: 7 } } },
    })
    data: object,
  ) {
    return { box, data };
  }
}

describe.each(ADAPTERS)('the defaults of properties on %s', (adapter) => {
  const application = useRoutes([DefaultsController], { adapter, rest: { values: 'typed' } });

  const post = (path: string, body: unknown) => bodyOf(application, `/defaults/${path}`, body);

  test('an absent property of an object in a list has its default, converted to its type', async () => {
    const sent = [{ sku: 'a' }, { quantity: '2', sku: 'b', notes: ['x'], colour: 'red' }];
    expect(await post('lines', { lines: sent })).toEqual([
      {
        sku: 'a',
        quantity: 1,
        notes: [],
        since: '2020-01-01T00:00:00.000Z',
        colour: null,
        year: 2020,
      },
      {
        sku: 'b',
        quantity: 2,
        notes: ['x'],
        since: '2020-01-01T00:00:00.000Z',
        colour: 'red',
        year: 2020,
      },
    ]);
  });

  test('a default that is a list is a new list for each request', async () => {
    expect(await post('total', { line: { sku: 'a' } })).toEqual({ isNew: true, total: 2 });
    expect(await post('total', { line: { sku: 'a' } })).toEqual({ isNew: true, total: 2 });
  });

  test('a value that is sent is validated, and no default replaces it', async () => {
    expect(await post('lines', { lines: [{ sku: 'a', quantity: 0 }] })).toMatchObject({
      code: 'rest_invalid_param',
    });
    expect(await post('lines', { lines: [{ sku: 'a', quantity: null }] })).toMatchObject({
      code: 'rest_invalid_param',
    });
  });

  test('the object of a union, a nullable one, the values of a map and a default have them', async () => {
    expect(await post('choices', { choice: {} })).toEqual({ choice: { size: 5 } });
    expect(await post('choices', { choice: 'x' })).toEqual({ choice: 'x' });
    expect(await post('nullable', { line: {} })).toEqual({ line: { size: 5 } });
    expect(await post('nullable', { line: null })).toEqual({ line: null });
    expect(await post('maps', { sizes: { a: {}, b: { width: 1 } }, nested: {} })).toEqual({
      sizes: { a: { width: 5 }, b: { width: 1 } },
      nested: { box: { width: 3 } },
    });
  });

  test('a value class has those of tags and of @Param beside its initializers', async () => {
    expect(await post('parcel', { parcel: {} })).toEqual({
      weight: 2,
      kind: 'letter',
      priority: 'low',
      isParcel: true,
      hasNote: false,
    });
    const all = { weight: 1, kind: 'box', priority: 'high', note: 'n' };
    expect(await post('parcel', { parcel: all })).toEqual({
      ...all,
      isParcel: true,
      hasNote: true,
    });
  });

  test("with WordPress's values, only whole arguments have a default, and properties that are never absent", async () => {
    const sent = { line: {}, box: {}, lines: [{ sku: 'a' }], parcel: {} };
    const since = '2020-01-01T00:00:00.000Z';
    expect(await post('wordpress', sent)).toEqual({
      line: {},
      box: {},
      lines: [{ sku: 'a', quantity: 1, notes: [], since, colour: null }],
      parcel: { weight: 2, kind: 'letter', priority: 'low' },
      page: 2,
    });
  });

  test('an object by hand has them, and a schema as data has not, as in WordPress', async () => {
    expect(await post('by-hand', { box: {}, data: {} })).toEqual({ box: { size: 7 }, data: {} });
  });
});

async function bodyOf(app: TestApplication, path: string, body: unknown): Promise<unknown> {
  const response = await app.fetch('POST', `/api/acme/v1${path}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.body;
}
