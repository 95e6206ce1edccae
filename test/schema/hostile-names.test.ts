import { afterEach, describe, expect, it } from 'vitest';
import type { PropertySchema, ValueSchema } from '../../lib/schema/vocabulary.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';

const hostile = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';

function closed(properties: Readonly<Record<string, PropertySchema>>): ValueSchema {
  return { type: 'object', properties, additionalProperties: false };
}

afterEach(() => {
  delete (Object.prototype as { admin?: unknown }).admin;
});

describe.each(['compiled', 'interpreted'] as const)('names from outside (%s)', (engine) => {
  it('__proto__ and constructor stay properties like any other', () => {
    const parsed = compileSchema({ type: 'object' }, { engine }).parse(JSON.parse(hostile));
    expect(JSON.stringify(parsed)).toBe(hostile);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect((parsed as { admin?: unknown }).admin).toBeUndefined();
    expect({}).not.toHaveProperty('admin');
  });

  it('inherited properties of a schema declare nothing', () => {
    const { parse } = compileSchema(closed({ sku: { type: 'string' } }), { engine });
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(parse(JSON.parse(`{"${name}":{}}`))).toBe(INVALID);
    }
  });

  it('inherited properties of a value do not satisfy a required property', () => {
    const text: PropertySchema = { type: 'string', required: true };
    const { parse } = compileSchema(closed({ toString: text }), { engine });
    expect(parse({})).toBe(INVALID);
    expect(parse({ toString: 'x' })).toEqual({ toString: 'x' });
  });

  it.each(['{"sku":"x","__proto__":"1"}', '{"__proto__":"1","sku":"x"}'])(
    'a declared __proto__ is sanitized and stays a property: %s',
    (json) => {
      const properties = JSON.parse(
        '{"sku":{"type":"string"},"__proto__":{"type":"integer","required":true}}',
      ) as Record<string, PropertySchema>;
      const parsed = compileSchema(closed(properties), { engine }).parse(JSON.parse(json));
      expect(JSON.stringify(parsed)).toBe(json.replace('"1"', '1'));
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    },
  );

  it('a polluted Object.prototype supplies no value', () => {
    const schema = closed({
      sku: { type: 'string', required: true },
      admin: { type: 'boolean', required: true },
    });
    const { parse } = compileSchema(schema, { engine });
    Object.assign(Object.prototype, { admin: true });
    expect(parse(JSON.parse('{"sku":"x"}'))).toBe(INVALID);
    expect(parse(JSON.parse('{"sku":"x","admin":false}'))).toEqual({ sku: 'x', admin: false });
  });

  it('a polluted Object.prototype supplies no value within another value, from one call to the next', () => {
    const user = closed({
      sku: { type: 'string', required: true },
      admin: { type: 'boolean', required: true },
    });
    const schema = closed({ user, users: { type: 'array', items: user } });
    const { parse } = compileSchema(schema, { engine });
    const clean = { user: { sku: 'x', admin: false }, users: [{ sku: 'y', admin: true }] };
    expect(parse(structuredClone(clean))).toEqual(clean);
    Object.assign(Object.prototype, { admin: true });
    expect(parse(JSON.parse('{"user":{"sku":"x"}}'))).toBe(INVALID);
    expect(parse(JSON.parse('{"users":[{"sku":"x"}]}'))).toBe(INVALID);
    expect(parse(JSON.parse(JSON.stringify(clean)))).toEqual(clean);
  });

  it('objects without a prototype are read like others', () => {
    const { parse } = compileSchema(closed({ sku: { type: 'string' } }), { engine });
    const value = Object.assign(Object.create(null) as object, { sku: 'x' });
    expect(parse(value)).toEqual({ sku: 'x' });
  });
});

describe('texts of a schema', () => {
  const attack = '"]; globalThis.pwned = true; //\u2028\n`${globalThis.pwned = true}';

  it('never become code', () => {
    const { parse } = compileSchema({
      type: 'object',
      properties: {
        [attack]: { type: 'string', enum: [attack, 'x'], required: true },
        other: { type: 'integer', minimum: attack as unknown as number },
      },
    });
    expect(parse({ [attack]: attack })).toEqual({ [attack]: attack });
    expect(parse({ [attack]: 'y' })).toBe(INVALID);
    expect(globalThis).not.toHaveProperty('pwned');
  });
});
