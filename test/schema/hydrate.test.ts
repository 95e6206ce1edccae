import { describe, expect, it } from 'vitest';
import type { ValueSchema } from '../../lib/schema/schema.js';
import { compileSchema, INVALID, parseDateTime } from '../../lib/schema/schema.js';

describe.each(['compiled', 'interpreted'] as const)('hydration (%s)', (engine) => {
  const at: ValueSchema = { type: ['string', 'null'], format: 'date-time' };
  const item: ValueSchema = { type: 'object', properties: { at } };
  const list: ValueSchema = { type: 'array', items: item };
  class Item {
    at: Date | null = null;
  }
  const hydrate = new Map<ValueSchema, (sanitized: unknown) => unknown>([
    [at, (text) => parseDateTime(String(text))],
    [item, (object) => Object.assign(new Item(), object)],
  ]);
  const { parse } = compileSchema(list, { engine, hydrate });

  it('makes instances of sanitized values from the inside out and keeps null', () => {
    const parsed = parse([{ at: '2024-01-31T10:20:30Z' }, { at: null }]);
    expect(parsed).toEqual([
      Object.assign(new Item(), { at: new Date('2024-01-31T10:20:30Z') }),
      new Item(),
    ]);
    expect(parsed).toEqual([expect.any(Item), expect.any(Item)]);
  });

  it('does not happen to a rejected value', () => {
    expect(parse([{ at: 'soon' }])).toBe(INVALID);
  });

  it('keeps the instance that an alternative makes, with limits beside the alternatives', () => {
    const day: ValueSchema = { type: 'string', format: 'date-time' };
    const schema: ValueSchema = { anyOf: [{ type: 'integer' }, day], minimum: 2 };
    const toDate = (text: unknown) => parseDateTime(String(text));
    const choice = compileSchema(schema, { engine, hydrate: new Map([[day, toDate]]) });
    expect(choice.parse('2024-01-31T10:20:30Z')).toEqual(new Date('2024-01-31T10:20:30Z'));
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
});
