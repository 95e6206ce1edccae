import { describe, expect, test, vi } from 'vitest';
import { compileSchema, INVALID } from '../../lib/schema/compile-schema.js';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';

const TYPES = 40;
const ENGINES = ['compiled', 'interpreted'] as const;

const integers: ValueSchema = { type: 'object', additionalProperties: { type: 'integer' } };
const union = (one: (at: number) => ValueSchema): ValueSchema => ({
  anyOf: Array.from({ length: TYPES }, (_, at) => one(at)),
});
const wide = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]));
const listOf = (count: number, value: (at: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, at) => value(at));

/** No literal, no required name and no shared property tells these apart: each reads the value to its end. */
const nested = (one: ValueSchema): ValueSchema => ({
  type: 'array',
  items: { anyOf: [one, integers] },
});
const ALIKE = union((at) => nested({ type: 'integer', minimum: at + 1 }));
const ALIKE_VALUE = [...listOf(100_000, () => ({ a: 1 })), { a: 'x' }];

const block = (at: number): ValueSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: [`kind${at}`], required: true },
    text: { type: 'string' },
  },
});

describe.each(ENGINES)('the attempts of alternatives, %s', (engine) => {
  test('a value that each of many alternatives would read to its end is rejected, and the message says why', () => {
    const { parse, explain } = compileSchema(ALIKE, { engine });
    expect(parse(ALIKE_VALUE)).toBe(INVALID);
    expect(explain(ALIKE_VALUE, 'v')).toMatchObject({
      code: 'rest_no_matching_schema',
      message: 'v has too many parts to be compared with each alternative of its schema.',
    });
  });

  test('a smaller value gets the reason that it has', () => {
    const { parse, explain } = compileSchema(ALIKE, { engine });
    expect(parse([{ a: 'x' }])).toBe(INVALID);
    expect(explain([{ a: 'x' }], 'v').message).not.toContain('too many parts');
  });

  test('the next value has attempts of its own', () => {
    const { parse } = compileSchema(ALIKE, { engine });
    parse(ALIKE_VALUE);
    expect(parse([{ a: 1 }])).toEqual([{ a: 1 }]);
  });

  test('what is accepted by one of many types is accepted at any size, if a literal tells them apart', () => {
    const { parse } = compileSchema({ type: 'array', items: union(block) }, { engine });
    const blocks = listOf(50_000, (at) => ({ kind: `kind${at % TYPES}`, text: 'a' }));
    expect(parse(blocks)).toEqual(blocks);
  });

  test('a wide object is accepted by the last of many types', () => {
    const { parse } = compileSchema(
      { anyOf: [...(union(block).anyOf ?? []), integers] },
      { engine },
    );
    expect(parse(wide(80_000, 1))).toEqual(wide(80_000, 1));
  });

  test('an ordinary list of 1 MB is accepted: 10,000 objects of five types that a literal tells apart', () => {
    const article = (at: number): ValueSchema => ({
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: [`kind${at}`], required: true },
        text: { type: 'string', required: true },
        tags: { type: 'array', items: { type: 'string' } },
        size: { type: 'object', properties: { width: { type: 'integer' } } },
      },
    });
    const anyOf = Array.from({ length: 5 }, (_, at) => article(at));
    const { parse } = compileSchema({ type: 'array', items: { anyOf } }, { engine });
    const articles = listOf(10_000, (at) => ({
      kind: `kind${at % 5}`,
      text: 'a text of thirty characters...',
      tags: ['red', 'green'],
      size: { width: at },
    }));
    expect(JSON.stringify(articles).length).toBeGreaterThan(1_000_000);
    expect(parse(articles)).toEqual(articles);
  });

  test('alternatives read no more than 300,000 parts and twice the parts of the value, beside the first reading', () => {
    let read = 0;
    const item = {
      get a(): number {
        read++;
        return 1;
      },
    };
    // 700,000 parts are 350,000 items. To count the parts of all items, and those of one item again, is free.
    const count = 100_000;
    const { parse } = compileSchema(ALIKE, { engine });
    expect(parse([...listOf(count, () => item), { a: 'x' }])).toBe(INVALID);
    expect(read).toBeLessThanOrEqual(5 * count + 10);
  });

  test.each(['anyOf', 'oneOf'] as const)(
    'a text that spells a list is split once for all alternatives of %s',
    (quantity) => {
      const lists = union((at) => nested({ type: 'integer', minimum: at + 2 })).anyOf ?? [];
      const { parse, explain } = compileSchema({ [quantity]: lists }, { engine });
      const text = 'a,'.repeat(1000);
      parse('1');
      const slices = vi.spyOn(String.prototype, 'slice');
      try {
        expect(parse(text)).toBe(INVALID);
        expect(slices.mock.contexts.filter((one) => String(one) === text)).toHaveLength(1000);
        slices.mockClear();
        explain(text, 'v');
        expect(slices.mock.contexts.filter((one) => String(one) === text)).toHaveLength(1000);
      } finally {
        slices.mockRestore();
      }
    },
  );

  test('the message says why a text that spells too long a list is rejected', () => {
    const { parse, explain } = compileSchema({ type: 'array', items: ALIKE }, { engine });
    const text = '1,'.repeat(400_000);
    expect(parse(text)).toBe(INVALID);
    expect(explain(text, 'v').message).toBe(
      'v has too many parts to be compared with each alternative of its schema.',
    );
  });

  test('equal texts become lists of their own', () => {
    const anyOf: ValueSchema[] = [{ type: 'array' }, { type: 'integer' }];
    const schema: ValueSchema = { type: 'array', items: { anyOf } };
    const text = 'a,'.repeat(1000);
    const [one, other] = compileSchema(schema, { engine }).parse([text, text]) as unknown[][];
    expect(one).toHaveLength(1000);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
  });

  test('a list of scalars is compared with all alternatives', () => {
    const items = union((at) => ({ type: 'integer', minimum: TYPES - at, maximum: TYPES - at }));
    const { parse } = compileSchema({ type: 'array', items }, { engine });
    const numbers = listOf(7_000, () => 1);
    expect(parse(numbers)).toEqual(numbers);
  });

  test('alternatives within alternatives are explained without reading the value again and again', () => {
    const texts: ValueSchema = { type: 'object', additionalProperties: { type: 'string' } };
    const schema = Array.from({ length: 10 }).reduce<ValueSchema>(
      (inner) => ({ anyOf: [inner, structuredClone(inner)] }),
      texts,
    );
    const { parse, explain } = compileSchema(schema, { engine });
    let read = 0;
    const value = Object.fromEntries(Object.keys(wide(40_000, 1)).map((name) => [name, 1]));
    const counted = new Proxy(value, {
      ownKeys(target) {
        read++;
        return Reflect.ownKeys(target);
      },
    });
    expect(parse(counted)).toBe(INVALID);
    explain(counted, 'v');
    expect(read).toBeLessThan(200);
  });
});
