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
});
