import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { Line, type Named, type Paging, type Publisher } from './shapes.js';

@RestController('v1', '/shapes')
class ShapesController {
  @RestRoute('/publisher', HttpMethod.Post, new PublicAccess())
  publisher(publisher: Publisher, change: Partial<Omit<Publisher, 'name'>> = {}) {
    return { ...publisher, isDate: publisher.founded instanceof Date, change };
  }

  @RestRoute('/union', HttpMethod.Post, new PublicAccess())
  union(value: string | int | { raw: string } | boolean[], other?: 'auto' | int | null) {
    return { value, other };
  }

  @RestRoute('/map', HttpMethod.Post, new PublicAccess())
  map(counts: Record<string, int>, meta: Record<string, unknown> = {}, anything?: unknown) {
    return { counts, meta, anything };
  }

  @RestRoute('/generic', HttpMethod.Post, new PublicAccess())
  generic(item: Named<int[][]>) {
    return item;
  }

  @RestRoute('/lines', HttpMethod.Post, new PublicAccess())
  lines(order: { first: Line; rows: Line[][]; byName: Record<string, Line> }) {
    const all = [order.first, ...order.rows.flat(), ...Object.values(order.byName)];
    return all.map((line) => (line instanceof Line ? line.label : 'no line'));
  }

  @RestRoute('/line', HttpMethod.Post, new PublicAccess())
  line(@Param() line: Line) {
    return { label: line.label };
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Arguments() { page, per_page, search }: Paging, genre: string | null = null) {
    return { page, per_page, search, genre };
  }

  @RestRoute('/of/{id}', HttpMethod.Put, new PublicAccess())
  update(@Arguments() item: { id: int; title: string }, @Arguments() line: Line) {
    return { item, label: line.label };
  }
}

type Answer = { readonly status: number; readonly body: unknown };

describe.each(ADAPTERS)('types of objects in signature style on %s', (adapter) => {
  const app = useRoutes([ShapesController], { adapter });

  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const sent = await app.fetch(
      method,
      `/api/acme/v1/shapes${path}`,
      body === undefined ? {} : json,
    );
    return { status: sent.status, body: sent.body };
  };

  /** The code and the text of the violation of one argument. */
  const violation = async (path: string, body: object, name: string): Promise<unknown> => {
    const { status, body: error } = await send('POST', path, body);
    expect(status).toBe(400);
    const { data } = error as {
      data: { details: Record<string, { code: string; message: string }> };
    };
    const { code, message } = data.details[name] ?? { code: 'none', message: '' };
    return `${code}: ${message}`;
  };

  test('an interface is an object argument with all of its properties', async () => {
    const publisher = {
      name: 'Acme',
      founded: '2020-01-01T00:00:00Z',
      addresses: [{ city: 'Ulm', zip: '12345' }],
    };
    const { status, body } = await send('POST', '/publisher', { publisher });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Acme', isDate: true, change: {} });
    const change = await send('POST', '/publisher', { publisher, change: { founded: null } });
    expect(change.body).toMatchObject({ change: { founded: null } });
  });

  test('a limit of a tag is held, and its message names the path', async () => {
    const wrong = (address: object) => ({
      publisher: { name: 'Acme', founded: null, addresses: [address] },
    });
    expect(await violation('/publisher', wrong({ city: 'U' }), 'publisher')).toMatch(
      /^rest_too_short: publisher\.addresses\[0\]\.city/,
    );
    expect(await violation('/publisher', wrong({ city: 'Ulm', zip: 'x' }), 'publisher')).toMatch(
      /^rest_invalid_pattern: publisher\.addresses\[0\]\.zip/,
    );
    expect(await violation('/publisher', wrong({ city: 'Ulm', more: 1 }), 'publisher')).toMatch(
      /^rest_additional_properties_forbidden:/,
    );
    expect(await violation('/publisher', wrong({}), 'publisher')).toMatch(
      /^rest_property_required:/,
    );
  });

  test('a union takes each of its types and no other', async () => {
    for (const value of ['text', 7, { raw: 'x' }, [true]]) {
      const { status, body } = await send('POST', '/union', { value });
      expect({ status, body }).toMatchObject({ status: 200, body: { value } });
    }
    expect((await send('POST', '/union', { value: { other: 1 } })).status).toBe(400);
    const other = (await send('POST', '/union', { value: 'a', other: 'auto' })).body;
    expect(other).toEqual({ value: 'a', other: 'auto' });
    expect((await send('POST', '/union', { value: 'a', other: 'manual' })).status).toBe(400);
    expect((await send('POST', '/union', { value: 'a', other: null })).status).toBe(200);
  });

  test('a map, an open object and unknown are given as they are', async () => {
    const body = { counts: { a: 1, b: 2 }, meta: { deep: { er: [null] } }, anything: [{}] };
    expect(await send('POST', '/map', body)).toEqual({ status: 200, body });
    expect((await send('POST', '/map', { counts: { a: 'x' } })).status).toBe(400);
  });

  test('a generic interface is an object of its arguments', async () => {
    const item = { name: 'grid', value: [[1, 2], [3]] };
    expect(await send('POST', '/generic', { item })).toEqual({ status: 200, body: item });
    expect((await send('POST', '/generic', { item: { name: 'x', value: [['x']] } })).status).toBe(
      400,
    );
  });

  test('a value class within an object arrives as an instance, wherever it is', async () => {
    const order = {
      first: { sku: 'a' },
      rows: [[{ sku: 'b', qty: 2 }]],
      byName: { c: { sku: 'c' } },
    };
    const { body } = await send('POST', '/lines', { order });
    expect(body).toEqual(['1 × a', '2 × b', '1 × c']);
    const wrong = { ...order, rows: [[{ sku: 'much too long' }]] };
    expect(await violation('/lines', { order: wrong }, 'order')).toMatch(
      /^rest_too_long: order\.rows/,
    );
  });

  test('a value class with @Param is one object argument', async () => {
    const { body } = await send('POST', '/line', { line: { sku: 'a', qty: 3 } });
    expect(body).toEqual({ label: '3 × a' });
    expect((await send('POST', '/line', { line: { sku: '' } })).status).toBe(400);
  });

  test('the properties of @Arguments are arguments of the route', async () => {
    const first = { page: 1, per_page: 10, genre: null };
    expect((await send('GET', '')).body).toEqual(first);
    expect((await send('GET', '?page=2&per_page=100&search=x&genre=y')).body).toEqual({
      page: 2,
      per_page: 100,
      search: 'x',
      genre: 'y',
    });
    expect((await send('GET', '?per_page=101')).status).toBe(400);
    expect((await send('GET', '?page=0')).status).toBe(400);
    const updated = await send('PUT', '/of/7', { title: 'Chair', sku: 'a', qty: 2 });
    expect(updated.body).toEqual({ item: { id: 7, title: 'Chair' }, label: '2 × a' });
  });

  test('OPTIONS shows descriptions, defaults and limits of the tags', async () => {
    const { body } = await send('OPTIONS', '');
    const { endpoints } = body as { endpoints: readonly { args: Record<string, object> }[] };
    expect(endpoints[0]?.args['page']).toMatchObject({
      type: 'integer',
      minimum: 1,
      default: 1,
      description: 'The page of results.',
      required: false,
    });
    expect(endpoints[0]?.args['per_page']).toMatchObject({ maximum: 101, exclusiveMaximum: true });
  });
});
