import { describe, expect, it } from 'vitest';
import type { JsonValue, ValueSchema } from '../../lib/schema/index.js';
import { compileSchema, INVALID, parseDateTime } from '../../lib/schema/index.js';

const line: ValueSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string', required: true, minLength: 1 },
    qty: { type: 'integer', required: true, minimum: 1, maximum: 99 },
    note: { type: ['string', 'null'] },
  },
  additionalProperties: false,
};

function codeOf(schema: ValueSchema, value: unknown): string | undefined {
  const validator = compileSchema(schema);
  return validator.parse(value) === INVALID ? validator.explain(value, 'v').code : undefined;
}

function messageOf(schema: ValueSchema, value: unknown): string {
  return compileSchema(schema).explain(value, 'v').message;
}

describe('an integer', () => {
  const { parse } = compileSchema({ type: 'integer' });

  it.each<[unknown, number]>([
    ['-0', 0],
    [-0, 0],
    ['\t7\v', 7],
    ['1e2', 100],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['00000000000000000000007', 7],
  ])('%j becomes %d', (value, number) => {
    expect(parse(value)).toBe(number);
  });

  it.each([
    9007199254740992,
    '9007199254740993',
    '1e400',
    '',
    '-',
    '.',
    '1e',
    '0x1A',
    '1_000',
    '\u00a07',
    '٣',
    '7\0',
    true,
    null,
    undefined,
    [],
    {},
  ])('%j is refused for its type', (value) => {
    expect(codeOf({ type: 'integer' }, value)).toBe('rest_invalid_type');
  });

  it('out of bounds is called so before a fraction is called a wrong type', () => {
    expect(codeOf({ type: 'integer', minimum: 1 }, 0.5)).toBe('rest_out_of_bounds');
  });

  it('that may be null is called a wrong type first: its type is chosen before its bounds', () => {
    expect(codeOf({ type: ['integer', 'null'], minimum: 1 }, 0.5)).toBe('rest_invalid_type');
  });
});

describe('a number', () => {
  it('keeps the sign of a zero, as a float does', () => {
    expect(compileSchema({ type: 'number' }).parse('-0')).toBe(-0);
  });

  it('is never infinite', () => {
    expect(codeOf({ type: 'number' }, Infinity)).toBe('rest_invalid_type');
    expect(codeOf({ type: 'number' }, '1e999')).toBe('rest_invalid_type');
  });

  it('is compared with an enum by value', () => {
    const { parse } = compileSchema({ type: 'number', enum: [0.5, 1] });
    expect([parse('.5'), parse('1.0'), parse(2)]).toEqual([0.5, 1, INVALID]);
  });
});

describe('null', () => {
  it.each<[ValueSchema, string | undefined]>([
    [{ type: ['string', 'null'] }, undefined],
    [{ type: ['string', 'null'], format: 'email', minLength: 3 }, undefined],
    [{ type: ['string', 'null'], enum: ['a'] }, 'rest_not_in_enum'],
    [{ type: ['array', 'null'], minItems: 1 }, undefined],
    [{ type: 'string' }, 'rest_invalid_type'],
    [{ type: 'array' }, 'rest_invalid_type'],
    [{ type: 'object' }, 'rest_invalid_type'],
  ])('with the schema %j gives %s', (schema, code) => {
    expect(codeOf(schema, null)).toBe(code);
  });
});

describe('a length', () => {
  it('counts a surrogate pair as one character', () => {
    expect(codeOf({ type: 'string', minLength: 2 }, '👍')).toBe('rest_too_short');
    expect(codeOf({ type: 'string', maxLength: 2 }, '👍👍')).toBeUndefined();
    expect(codeOf({ type: 'string', maxLength: 2 }, '👍👍👍')).toBe('rest_too_long');
    expect(codeOf({ type: 'string', minLength: 3, maxLength: 3 }, '👍👍👍')).toBeUndefined();
  });

  it('counts a surrogate alone as one character', () => {
    expect(codeOf({ type: 'string', maxLength: 2 }, '\udc4d\ud83d')).toBeUndefined();
    expect(codeOf({ type: 'string', maxLength: 1 }, '\udc4d\ud83d')).toBe('rest_too_long');
  });
});

describe('a pattern means what it means to the host', () => {
  it.each<[string, string, boolean]>([
    ['^\\d+$', '٣', true],
    ['^\\D$', '٣', false],
    ['^[\\d-]+$', '٣-3', true],
    ['^\\w+$', 'straße_1', true],
    ['^[\\W]$', 'é', false],
    ['^[\\W]$', '‿', true],
    ['^\\W$', '-', true],
    ['\\bb', 'éb', false],
    ['\\bb', '-b', true],
    ['a\\Bb', 'ab', true],
    ['^\\s$', '\u0085', true],
    ['^[\\s]$', '\ufeff', false],
    ['^\\S$', '\u180e', false],
    ['^.$', '\u2028', true],
    ['^.$', '\n', false],
    ['^[.]$', 'x', false],
    ['^a\\.b$', 'a.b', true],
    ['^a\\-b\\#$', 'a-b#', true],
    ['^[a\\-z]$', 'b', false],
    ['^a$', 'a\n', false],
    ['b', 'abc', true],
    ['\\\\d', '\\d', true],
  ])('%j on %j: %s', (pattern, text, matches) => {
    expect(codeOf({ type: 'string', pattern }, text)).toBe(
      matches ? undefined : 'rest_invalid_pattern',
    );
  });
});

describe('formats', () => {
  it.each<[NonNullable<ValueSchema['format']>, string, boolean]>([
    ['email', 'a@b.co', true],
    ['email', 'a@b.c', false],
    ['email', '@a@b.co', false],
    ['email', 'a@b-.co', false],
    ['email', 'a@b--c.co', true],
    ['email', 'a@b.co.', false],
    ['email', 'a\n@b.co', false],
    ['email', `a@${'b'.repeat(50_000)}-`, false],
    ['ip', '01.2.3.4', true],
    ['ip', '1.2.3.4.5', false],
    ['ip', '1.2.3.', false],
    ['ip', '::', true],
    ['ip', '1::', true],
    ['ip', '1:2:3:4:5:6:7:8', true],
    ['ip', '1:2:3:4::5:6:7:8', true],
    ['ip', '1:2:3:4:5:6:7:8:9', false],
    ['ip', '1:2:3:4:5::6:7:8:9', false],
    ['ip', '1:2:3:4:5:6:7', false],
    ['ip', ':::', false],
    ['ip', ':1', false],
    ['ip', '12345::', false],
    ['ip', '::1.2.3.4', true],
    ['ip', '1:2:3:4:5:6:1.2.3.4', true],
    ['ip', '1:2:3:4:5:6:7:1.2.3.4', false],
    ['ip', '::01.2.3.4', false],
    ['ip', '1.2.3.4::', false],
    ['ip', '::1%eth0', false],
    ['uuid', '01234567-89ab-cdef-0123-456789abcdef', true],
    ['uuid', '01234567-89AB-cdef-0123-456789abcdef', false],
    ['hex-color', '#FA0', true],
    ['hex-color', '#fa00', false],
    ['date-time', '2024-01-31t10:20:30.5-03', true],
    ['date-time', '2024-01-31T24:00:60Z', true],
    ['date-time', '2024-01-32T10:20:30Z', false],
    ['date-time', '2024-01-31T25:20:30Z', false],
    ['date-time', '2024-01-31T10:60:30Z', false],
    ['date-time', '2024-01-31T10:20:61Z', false],
    ['date-time', '2024-01-31T10:20:30+25:00', false],
    ['date-time', '2024-01-31T10:20:30+02:60', false],
    ['date-time', '2024-01-31T10:20:30z', false],
    ['date-time', '1970-01-01T00:00:00Z', false],
    ['date-time', '1970-01-01T02:00:00.9+02:00', false],
    ['date-time', '1970-01-01T00:00:01Z', true],
  ])('%s %j: %s', (format, text, passes) => {
    expect(compileSchema({ type: 'string', format }).parse(text)).toBe(passes ? text : INVALID);
  });

  it('an e-mail address loses its percent-encoded octets', () => {
    const { parse } = compileSchema({ type: 'string', format: 'email' });
    expect(parse('a%40b%4%400c@d.co')).toBe('abc@d.co');
    expect(parse('100%@d.co')).toBe('100%@d.co');
  });

  it('is asked after the enum, of what was sent', () => {
    const schema: ValueSchema = { type: 'string', format: 'email', enum: ['a@b.co'] };
    expect(codeOf(schema, 'nobody')).toBe('rest_not_in_enum');
  });

  it.each<[string, string]>([
    ['', ''],
    [' \0 ', ''],
    ['example.com', 'http://example.com'],
    ['index.php?a=1', 'index.php?a=1'],
    ['?a=1', '?a=1'],
    ['#top', '#top'],
    ['//example.com/p', '//example.com/p'],
    ['/a[1]', '/a%5B1%5D'],
    ['http://[::1]/a[1]', 'http://[::1]/a%5B1%5D'],
    ['HTTPS://Example.com', 'https://Example.com'],
    ['http://exa mple.com', 'http://exa%20mple.com'],
    ['http;//example.com', 'http://example.com'],
    ['http://é.com/<b>"\\', 'http://é.com/b'],
    ['http://a.b/%0%0dd', 'http://a.b/'],
    ['mailto:a@b.co?body=%0d', 'mailto:a@b.co?body=%0d'],
    ['javascript:alert(1)', ''],
    ['java script:alert(1)', ''],
    ['JaVaScRiPt:alert(1)', ''],
    ['data:text/html,x', ''],
    ['feed:javascript:alert(1)', ''],
    ['feed:HTTP://a.b', 'feed:http://a.b'],
    ['feed:feed:feed:http://a.b', ''],
    ['javascript&#58;alert(1):', ''],
    ['x&colon;y', 'http://x&colon;y'],
    ['?x&#58alert(1):', ''],
    ['a/?b:c', 'a/?b:c'],
  ])('as a URI, %j becomes %j', (text, url) => {
    expect(compileSchema({ type: 'string', format: 'uri' }).parse(text)).toBe(url);
  });
});

describe('a moment', () => {
  it.each<[string, string | undefined]>([
    ['2024-01-31T10:20:30.123Z', '2024-01-31T10:20:30.123Z'],
    ['2024-01-31 10:20:30', '2024-01-31T10:20:30.000Z'],
    ['2024-01-31T10:20:30-01:30', '2024-01-31T11:50:30.000Z'],
    ['2024-02-30T24:00:00Z', '2024-03-02T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['yesterday', undefined],
  ])('%j is %s', (text, iso) => {
    expect(parseDateTime(text)?.toISOString()).toBe(iso);
  });
});

describe('a list', () => {
  const texts: ValueSchema = { type: 'array', items: { type: 'string' } };

  it.each<[unknown, unknown]>([
    [' a,\tb\n,,c ', ['a', 'b', 'c']],
    ['', []],
    [true, ['1']],
    [false, INVALID],
    [{}, INVALID],
    [{ x: 'a' }, INVALID],
    [{ 3: 'a', 5: 'b' }, ['a', 'b']],
    [{ '01': 'a' }, INVALID],
    [1.5, ['1.5']],
    [0.1 + 0.2, ['0.3']],
    [-0, ['-0']],
    [1e-5, ['1.0E-5']],
    [1.25e-7, ['1.25E-7']],
    [0.0001, ['0.0001']],
    [1e25, ['1.0E+25']],
    [123456789012345.6, ['1.2345678901235E+14']],
    [9007199254740991, ['9007199254740991']],
  ])('of texts out of %j', (value, list) => {
    expect(compileSchema(texts).parse(value)).toEqual(list);
  });

  it('is a new list, of whatever it held, where its items have no schema', () => {
    const value = [1, 'x', null];
    const parsed = compileSchema({ type: 'array' }).parse(value);
    expect(parsed).toEqual(value);
    expect(parsed).not.toBe(value);
  });
});

describe('an object', () => {
  it.each<[JsonValue, unknown]>([
    [
      { sku: 'x', qty: '7' },
      { sku: 'x', qty: 7 },
    ],
    [
      { qty: 1, note: null, sku: 'x' },
      { qty: 1, note: null, sku: 'x' },
    ],
  ])('%j keeps its properties in the order in which they came', (value, parsed) => {
    expect(JSON.stringify(compileSchema(line).parse(value))).toBe(JSON.stringify(parsed));
  });

  it('is what an empty text is', () => {
    expect(compileSchema({ type: 'object' }).parse('')).toEqual({});
  });

  it('keeps what its schema does not name, unless that is forbidden', () => {
    const open: ValueSchema = { type: 'object', properties: { qty: { type: 'integer' } } };
    expect(compileSchema(open).parse({ x: [1], qty: '1' })).toEqual({ x: [1], qty: 1 });
    expect(codeOf({ ...open, additionalProperties: false }, { x: 1, qty: 'y' })).toBe(
      'rest_additional_properties_forbidden',
    );
  });

  it.each<[JsonValue, string]>([
    [{ bad: 1 }, 'rest_property_required'],
    [{ sku: '', bad: 1, qty: 0 }, 'rest_too_short'],
    [{ sku: 'x', bad: 1, qty: 0 }, 'rest_additional_properties_forbidden'],
    [{ qty: 0, sku: '', bad: 1 }, 'rest_out_of_bounds'],
    ['x', 'rest_invalid_type'],
    [['x'], 'rest_property_required'],
  ])('%j is refused for %s first', (value, code) => {
    expect(codeOf(line, value)).toBe(code);
  });
});

describe('a message names the place and says what is expected', () => {
  it.each<[ValueSchema, unknown, string]>([
    [{ type: 'integer' }, 'x', 'v must be an integer.'],
    [{ type: ['array', 'null'] }, false, 'v must be a list or null.'],
    [
      { type: 'integer' },
      2 ** 53,
      'v must be an integer between -9007199254740991 and 9007199254740991.',
    ],
    [{ type: 'integer', minimum: 1 }, 0, 'v must be greater than or equal to 1.'],
    [{ type: 'number', maximum: 1.5 }, 2, 'v must be less than or equal to 1.5.'],
    [{ type: 'string', minLength: 1 }, '', 'v must have at least 1 character.'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'v must have at most 2 characters.'],
    [{ type: 'string', pattern: '^a$' }, 'b', 'v must match the pattern ^a$.'],
    [{ type: 'string', format: 'email' }, 'b', 'v must be an e-mail address.'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'v must be one of a, b.'],
    [{ type: 'array', minItems: 2 }, 'a', 'v must have at least 2 items.'],
    [{ type: 'array', maxItems: 1 }, 'a b', 'v must have at most 1 item.'],
    [{ type: 'array', items: line }, [{ sku: 'x' }], 'v[0][qty] is required.'],
    [
      { type: 'array', items: line },
      [
        { sku: 'x', qty: 1 },
        { sku: 'x', qty: 'y' },
      ],
      'v[1][qty] must be an integer.',
    ],
    [line, { sku: 'x', qty: 1, y: 1 }, 'v[y] is not a known property.'],
  ])('%j with %j', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });
});

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

  it('makes instances out of sanitized values, from the inside out, and leaves null alone', () => {
    const parsed = parse([{ at: '2024-01-31T10:20:30Z' }, { at: null }]);
    expect(parsed).toEqual([
      Object.assign(new Item(), { at: new Date('2024-01-31T10:20:30Z') }),
      new Item(),
    ]);
    expect(parsed).toEqual([expect.any(Item), expect.any(Item)]);
  });

  it('happens to no value that is refused', () => {
    expect(parse([{ at: 'soon' }])).toBe(INVALID);
  });
});
