import {
  Format,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

@ValueClass()
class Address {
  @Param({ type: 'string', minLength: 2 }) city!: string;
  @Param({ type: 'string', pattern: '^[0-9]{5}$', required: false }) zip?: string;
  @Param({ type: 'integer', default: 1 }) floor = 1;

  label(): string {
    return `${this.city} ${this.floor}`;
  }
}

@ValueClass()
class Publisher {
  @Param({ type: 'string' }) name!: string;
  @Param({ type: Address, required: false }) address?: Address;
  @Param({ type: 'date', nullable: true, default: null }) since: Date | null = null;
}

const PUBLISHER = {
  name: 'publisher',
  properties: {
    name: { type: 'string', minLength: 2, description: 'As printed' },
    founded: { type: 'date', required: false },
    addresses: {
      items: { properties: { city: { type: 'string' }, zip: { type: 'string', required: false } } },
      maxItems: 2,
      default: [],
    },
    seat: { type: Address, nullable: true, required: false },
  },
} as const;

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/plain', HttpMethod.Post, new PublicAccess())
  plain(
    @Param(PUBLISHER)
    publisher: {
      name: string;
      founded?: Date;
      addresses: object[];
      seat?: Address | null;
    },
  ) {
    return {
      ...publisher,
      isPlain: Object.getPrototypeOf(publisher) === Object.prototype,
      isDate: publisher.founded instanceof Date,
      isAddress: publisher.seat instanceof Address && publisher.seat.label(),
    };
  }

  @RestRoute('/map', HttpMethod.Post, new PublicAccess())
  map(
    @Param({
      name: 'prices',
      type: 'object',
      additionalProperties: { type: 'integer' },
      maxProperties: 2,
    })
    prices: Record<string, number>,
    @Param({ name: 'due', type: 'object', additionalProperties: { type: 'date' }, required: false })
    due?: Record<string, Date>,
  ) {
    return { prices, dates: Object.values(due ?? {}).map((one) => one instanceof Date) };
  }

  @RestRoute('/open', HttpMethod.Post, new PublicAccess())
  open(
    @Param({ name: 'meta', type: 'object', minProperties: 1 }) meta: object,
    @Param({ name: 'any', type: 'any', required: false }) any?: unknown,
  ) {
    return { meta, any };
  }

  @RestRoute('/grid', HttpMethod.Post, new PublicAccess())
  grid(
    @Param({ name: 'rows', items: { items: { type: 'integer', maximum: 9 }, minItems: 1 } })
    rows: number[][],
    @Param({ name: 'tags', default: [] }) @ListOf('string', { uniqueItems: true }) tags: string[],
  ) {
    return { rows, tags };
  }

  @RestRoute('/limits', HttpMethod.Post, new PublicAccess())
  limits(
    @Param({ name: 'price', type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 })
    price: number,
    @Param({ name: 'share', type: 'number', maximum: 1, exclusiveMaximum: true, default: 0 })
    share: number,
    @Param({ name: 'note', type: 'string', format: Format.TextField, default: '' }) note: string,
  ) {
    return { price, share, note };
  }

  @RestRoute('/class', HttpMethod.Post, new PublicAccess())
  ofClass(@Param({ name: 'publisher' }) publisher: Publisher) {
    return {
      isPublisher: publisher instanceof Publisher,
      isAddress: publisher.address instanceof Address,
      label: publisher.address?.label() ?? null,
      since: publisher.since,
    };
  }

  @RestRoute('/nullable', HttpMethod.Post, new PublicAccess())
  nullable(
    @Param({ name: 'address', type: Address, nullable: true, default: null })
    address: Address | null,
  ) {
    return { label: address?.label() ?? null };
  }
}

interface ErrorOrBody {
  readonly data: { readonly details: Readonly<Record<string, { code: string; message: string }>> };
}

describe.each(ADAPTERS)('object arguments by hand on %s', (adapter) => {
  const app = useRoutes([BooksController], { adapter, rest: { values: 'typed' } });

  const post = async (path: string, body: unknown) => {
    const response = await app.fetch('POST', `/api/acme/v1/books${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: response.body as ErrorOrBody };
  };

  const detailsOf = async (path: string, body: unknown, name: string) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    return response.body.data.details[name];
  };

  test('an object arrives as a plain object with its dates, lists and instances', async () => {
    const { status, body } = await post('/plain', {
      publisher: {
        name: 'Momo',
        founded: '2026-01-02T03:04:05Z',
        addresses: [{ city: 'Ulm' }],
        seat: { city: 'Bonn' },
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isPlain: true,
      isDate: true,
      isAddress: 'Bonn 1',
      addresses: [{ city: 'Ulm' }],
    });
  });

  test('a nested property that is null arrives so, and an absent one has its default', async () => {
    const { body } = await post('/plain', { publisher: { name: 'Momo', seat: null } });
    expect(body).toEqual({
      name: 'Momo',
      seat: null,
      addresses: [],
      isPlain: true,
      isDate: false,
      isAddress: false,
    });
  });

  test.each([
    [
      'a property that is not declared',
      { name: 'Momo', x: 1 },
      'rest_additional_properties_forbidden',
      'x',
    ],
    ['a missing property', {}, 'rest_property_required', 'name'],
    ['a nested limit', { name: 'M' }, 'rest_too_short', 'name'],
    ['a type deep within', { name: 'Mo', addresses: [{ city: [] }] }, 'rest_invalid_type', 'city'],
    [
      'too many items',
      { name: 'Mo', addresses: [1, 2, 3].map(() => ({ city: 'a' })) },
      'rest_too_many_items',
      'addresses',
    ],
    ['a limit of a nested class', { name: 'Mo', seat: { city: 'U' } }, 'rest_too_short', 'city'],
    ['a text for the object', 'Momo', 'rest_invalid_type', 'publisher'],
  ])('%s is rejected with its place', async (_title, publisher, code, place) => {
    const details = await detailsOf('/plain', { publisher }, 'publisher');
    expect(details?.code).toBe(code);
    expect(details?.message).toContain(place);
  });

  test('an absent object is a missing argument', async () => {
    expect((await post('/plain', {})).body).toMatchObject({ code: 'rest_missing_callback_param' });
  });

  test('a map takes any names, validates each value and limits their number', async () => {
    const { body } = await post('/map', {
      prices: { a: '1', ['__proto__x']: 2 },
      due: { x: '2026-01-02T03:04:05Z' },
    });
    expect(body).toEqual({ prices: { a: 1, ['__proto__x']: 2 }, dates: [true] });
    expect((await detailsOf('/map', { prices: { a: 'x' } }, 'prices'))?.code).toBe(
      'rest_invalid_type',
    );
    expect((await detailsOf('/map', { prices: { a: 1, b: 2, c: 3 } }, 'prices'))?.code).toBe(
      'rest_too_many_properties',
    );
  });

  test('an object without properties is open, and unknown takes any value', async () => {
    const { body } = await post('/open', { meta: { a: { b: [1] } }, any: [null, { c: 1 }] });
    expect(body).toEqual({ meta: { a: { b: [1] } }, any: [null, { c: 1 }] });
    expect((await detailsOf('/open', { meta: {} }, 'meta'))?.code).toBe('rest_too_few_properties');
  });

  test('lists of lists keep the limits of each level', async () => {
    expect((await post('/grid', { rows: [[1, '2'], [3]] })).body).toEqual({
      rows: [[1, 2], [3]],
      tags: [],
    });
    expect((await detailsOf('/grid', { rows: [[]] }, 'rows'))?.code).toBe('rest_too_few_items');
    expect((await detailsOf('/grid', { rows: [[10]] }, 'rows'))?.code).toBe('rest_out_of_bounds');
    expect((await detailsOf('/grid', { rows: [], tags: ['a', 'a'] }, 'tags'))?.code).toBe(
      'rest_duplicate_items',
    );
  });

  test('the new limits reject with the codes of WordPress', async () => {
    expect((await post('/limits', { price: 1.5, note: ' <b>x</b> ' })).body).toEqual({
      price: 1.5,
      share: 0,
      note: 'x',
    });
    expect((await detailsOf('/limits', { price: 0 }, 'price'))?.code).toBe('rest_out_of_bounds');
    expect((await detailsOf('/limits', { price: 0.3 }, 'price'))?.code).toBe(
      'rest_invalid_multiple',
    );
    expect((await detailsOf('/limits', { price: 1, share: 1 }, 'share'))?.code).toBe(
      'rest_out_of_bounds',
    );
  });

  test('a value class with @Param is one argument and arrives as an instance', async () => {
    const publisher = { name: 'Momo', address: { city: 'Ulm', floor: '3' } };
    expect((await post('/class', { publisher })).body).toEqual({
      isPublisher: true,
      isAddress: true,
      label: 'Ulm 3',
      since: null,
    });
    const wrong = { name: 'Momo', address: { city: 'U' } };
    expect((await detailsOf('/class', { publisher: wrong }, 'publisher'))?.message).toContain(
      'city',
    );
  });

  test('a nullable value class takes null and an instance', async () => {
    expect((await post('/nullable', {})).body).toEqual({ label: null });
    expect((await post('/nullable', { address: null })).body).toEqual({ label: null });
    expect((await post('/nullable', { address: { city: 'Ulm' } })).body).toEqual({
      label: 'Ulm 1',
    });
  });

  test('OPTIONS lists the schemas of objects as WordPress writes them', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/books/plain');
    const { endpoints } = body as { endpoints: [{ args: Record<string, unknown> }] };
    expect(endpoints[0].args['publisher']).toEqual({
      required: true,
      type: 'object',
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 2, description: 'As printed', required: true },
        founded: { type: 'string', format: 'date-time' },
        addresses: {
          type: 'array',
          maxItems: 2,
          default: [],
          items: {
            type: 'object',
            additionalProperties: false,
            properties: { city: { type: 'string', required: true }, zip: { type: 'string' } },
          },
        },
        seat: {
          type: ['object', 'null'],
          additionalProperties: false,
          properties: {
            city: { type: 'string', minLength: 2, required: true },
            zip: { type: 'string', pattern: '^[0-9]{5}$' },
            floor: { type: 'integer', default: 1 },
          },
        },
      },
    });
  });
});
