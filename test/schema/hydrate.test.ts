import { describe, expect, it } from 'vitest';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';
import { createInstantiator } from '../../lib/schema/engine/instantiate.js';
import { compileSchema, INVALID, parseDate } from '../../lib/schema/schema.js';

describe.each(['compiled', 'interpreted'] as const)('hydration (%s)', (engine) => {
  const at: ValueSchema = { type: ['string', 'null'], format: 'date-time' };
  const item: ValueSchema = { type: 'object', properties: { at } };
  const list: ValueSchema = { type: 'array', items: item };
  class Item {
    at: Date | null = null;
  }
  const hydrate = new Map<ValueSchema, (sanitized: unknown) => unknown>([
    [at, (text) => parseDate(String(text).slice(0, 10))],
    [item, (object) => Object.assign(new Item(), object)],
  ]);
  const { parse } = compileSchema(list, { engine, hydrate });

  it('makes instances of sanitized values from the inside out and keeps null', () => {
    const parsed = parse([{ at: '2024-01-31T10:20:30Z' }, { at: null }]);
    expect(parsed).toEqual([Object.assign(new Item(), { at: new Date('2024-01-31') }), new Item()]);
    expect(parsed).toEqual([expect.any(Item), expect.any(Item)]);
  });

  it('does not happen to a rejected value', () => {
    expect(parse([{ at: 'soon' }])).toBe(INVALID);
  });

  it('keeps the instance that an alternative makes, with limits beside the alternatives', () => {
    const day: ValueSchema = { type: 'string', format: 'date-time' };
    const schema: ValueSchema = { anyOf: [{ type: 'integer' }, day], minimum: 2 };
    const toDate = (text: unknown) => parseDate(String(text).slice(0, 10));
    const choice = compileSchema(schema, { engine, hydrate: new Map([[day, toDate]]) });
    expect(choice.parse('2024-01-31T10:20:30Z')).toEqual(new Date('2024-01-31'));
    expect(choice.parse('7')).toBe(7);
    expect(choice.parse('1')).toBe(INVALID);
  });

  it('makes instances where the value chooses its type', () => {
    const title: ValueSchema = { type: ['string', 'object', 'null'], properties: { at } };
    const toPair = (value: unknown) => [typeof value, value];
    const choice = compileSchema(title, { engine, hydrate: new Map([[title, toPair]]) });
    expect(choice.parse('a')).toEqual(['string', 'a']);
    expect(choice.parse({ at: null })).toEqual(['object', { at: null }]);
    expect(choice.parse(null)).toBeNull();
  });

  describe('to instances of a class', () => {
    let made = 0;
    class Line {
      note = 'none';
      constructor() {
        made++;
      }
    }
    const names = ['sku', 'note', 'tags'];
    const tags: ValueSchema = { type: 'array', items: { type: 'integer' } };
    const line: ValueSchema = {
      type: 'object',
      properties: {
        note: { type: ['string', 'null'] },
        sku: { minLength: 1, type: 'string' },
        tags,
      },
      required: ['sku'],
    };
    const instantiator = new Map([[line, createInstantiator(Line, names)]]);
    const { parse: parseLine } = compileSchema(line, { engine, hydrate: instantiator });
    const accepted: readonly (readonly [given: object, expected: object])[] = [
      [
        { note: 'a', sku: 'b', tags: '1,2' },
        { note: 'a', sku: 'b', tags: [1, 2] },
      ],
      [
        { tags: [], sku: 'b', note: null },
        { note: null, sku: 'b', tags: [] },
      ],
      [{ sku: 'b' }, { note: 'none', sku: 'b' }],
      [
        { note: 'a', sku: 'b', tags: ['3'], more: 1 },
        { note: 'a', sku: 'b', tags: [3] },
      ],
    ];

    it.each(accepted)('%j becomes %j, in the order of the class', (given, expected) => {
      made = 0;
      const parsed = parseLine(given);
      expect(parsed).toBeInstanceOf(Line);
      expect(Object.fromEntries(Object.entries(parsed as Line))).toEqual(expected);
      expect(Object.keys(parsed as Line)).toEqual([
        'note',
        ...names.filter((name) => name !== 'note' && name in expected),
      ]);
      expect(made).toBe(1);
    });

    it.each([
      { note: 1 },
      { note: 'a', sku: '', tags: [] },
      { note: 'a', sku: 'b', tags: ['x'] },
      [],
    ])('%j is rejected before an instance is made', (given) => {
      made = 0;
      expect(parseLine(given)).toBe(INVALID);
      expect(made).toBe(0);
    });
  });
});
