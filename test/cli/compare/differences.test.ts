import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../support/command-line.js';

type Routes = Record<string, { endpoints: object[]; _links?: object }>;

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `compare` on two lists of routes, and returns its exit code and its lines without columns. */
async function compare(before: Routes, after: Routes, ...options: string[]) {
  writeFileSync(join(folder, 'before.json'), JSON.stringify({ routes: before }));
  writeFileSync(join(folder, 'after.json'), JSON.stringify({ routes: after }));
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(...text.split('\n'));
  const files = ['before.json', 'after.json'].map((name) => join(folder, name));
  const code = await run(['compare', ...files, ...options], { print, complain: print });
  return { code, lines: lines.map((line) => line.replaceAll(/ {2,}/g, ' ')) };
}

function route(args: object, methods = ['GET'], more: object = {}): Routes[string] {
  return { endpoints: [{ methods, args, ...more }] };
}

/** The differences of one argument `a` between two schemas. */
async function compareArgument(before: object, after: object) {
  const { code, lines } = await compare(
    { '/a': route({ a: before }) },
    { '/a': route({ a: after }) },
  );
  const shown = lines.slice(0, -1).map((line) => line.replace(' GET /a a', ''));
  return { code, shown };
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

describe('a difference that loses requests exits with 1, in the other direction with 0', () => {
  test.each<[string, object, object, string[], string[]]>([
    [
      'a required argument',
      { required: false },
      { required: true },
      ['lost: required'],
      ['gained: optional'],
    ],
    [
      'a type',
      { type: ['string', 'integer'] },
      { type: 'string' },
      ['lost: type string instead of string | integer'],
      ['gained: type string | integer instead of string'],
    ],
    [
      'a narrower type',
      { type: 'number' },
      { type: 'integer' },
      ['lost: type integer instead of number'],
      ['gained: type number instead of integer'],
    ],
    [
      'null',
      { type: ['string', 'null'] },
      { type: 'string' },
      ['lost: type string instead of string | null'],
      ['gained: type string | null instead of string'],
    ],
    [
      'any type',
      {},
      { type: 'boolean' },
      ['lost: type boolean instead of any'],
      ['gained: type any instead of boolean'],
    ],
    [
      'a value of an enum',
      { enum: ['a', 'b', 'c'] },
      { enum: ['c', 'a'] },
      ['lost: without "b"'],
      ['gained: also "b"'],
    ],
    [
      'a new enum',
      { type: 'string' },
      { type: 'string', enum: ['a', 'b'] },
      ['lost: only "a", "b"'],
      ['gained: any value, not only "a", "b"'],
    ],
    [
      'a minimum',
      { type: 'integer', minimum: 1 },
      { type: 'integer', minimum: 2 },
      ['lost: minimum 2 instead of minimum 1'],
      ['gained: minimum 1 instead of minimum 2'],
    ],
    [
      'a new maximum',
      { type: 'integer' },
      { type: 'integer', maximum: 0 },
      ['lost: maximum 0'],
      ['gained: no maximum 0'],
    ],
    [
      'an exclusive limit',
      { type: 'number', maximum: 5 },
      { type: 'number', maximum: 5, exclusiveMaximum: true },
      ['lost: exclusive maximum 5 instead of maximum 5'],
      ['gained: maximum 5 instead of exclusive maximum 5'],
    ],
    [
      'steps',
      { type: 'integer', multipleOf: 2 },
      { type: 'integer', multipleOf: 4 },
      ['lost: multipleOf 4 instead of multipleOf 2'],
      ['gained: multipleOf 2 instead of multipleOf 4'],
    ],
    [
      'a shorter text',
      { type: 'string', maxLength: 9 },
      { type: 'string', maxLength: 8 },
      ['lost: maxLength 8 instead of maxLength 9'],
      ['gained: maxLength 9 instead of maxLength 8'],
    ],
    [
      'a longer list',
      list({}),
      list({}, { minItems: 1 }),
      ['lost: minItems 1'],
      ['gained: no minItems 1'],
    ],
    [
      'repeated items',
      list({}),
      list({}, { uniqueItems: true }),
      ['lost: no repeated items'],
      ['gained: repeated items too'],
    ],
    [
      'a pattern',
      { type: 'string' },
      { type: 'string', pattern: '^a' },
      ['lost: pattern ^a'],
      ['gained: no pattern ^a'],
    ],
    [
      'a format',
      { type: 'string' },
      { type: 'string', format: 'email' },
      ['lost: format email'],
      ['gained: no format email'],
    ],
    [
      'items',
      list({ type: 'string' }),
      list({ type: 'string', enum: ['x'] }),
      ['lost[]: only "x"'],
      ['gained[]: any value, not only "x"'],
    ],
    [
      'a property',
      object({ b: { type: 'string' } }, { additionalProperties: false }),
      object({}, { additionalProperties: false }),
      ['lost.b: the property is gone'],
      ['gained.b: a new property'],
    ],
    [
      'a required property',
      object({ b: {} }),
      object({ b: { required: true } }),
      ['lost.b: required'],
      ['gained.b: optional'],
    ],
    [
      'a property that an object requires',
      object({ b: {} }),
      object({ b: {} }, { required: ['b'] }),
      ['lost.b: required'],
      ['gained.b: optional'],
    ],
    [
      'a property within an object',
      object({ b: object({ c: { type: 'number' } }) }),
      object({ b: object({ c: { type: 'integer' } }) }),
      ['lost.b.c: type integer instead of number'],
      ['gained.b.c: type number instead of integer'],
    ],
    [
      'other properties',
      object({}),
      object({}, { additionalProperties: false }),
      ['lost.*: the property is gone'],
      ['gained.*: a new property'],
    ],
    [
      'an alternative',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'string' },
      ['lost: without the alternative {"type":"integer"}'],
      ['gained: also the alternative {"type":"integer"}'],
    ],
  ])('%s', async (_, before, after, there, back) => {
    expect(await compareArgument(before, after)).toEqual({ code: 1, shown: there });
    expect(await compareArgument(after, before)).toEqual({ code: 0, shown: back });
  });
});

describe('a difference that may lose requests in both directions exits with 1', () => {
  test.each<[string, object, object, string]>([
    [
      'types that share no value',
      { type: 'string', maxLength: 3 },
      { type: 'boolean' },
      'type boolean instead of string',
    ],
    ['another default', { default: 1 }, { default: 2 }, 'default 2 instead of 1'],
    ['another format', { format: 'email' }, { format: 'uuid' }, 'format uuid instead of email'],
    ['another pattern', { pattern: 'a' }, { pattern: 'b' }, 'pattern b instead of a'],
  ])('%s', async (_, before, after, text) => {
    expect(await compareArgument(before, after)).toEqual({ code: 1, shown: [`lost: ${text}`] });
    expect((await compareArgument(after, before)).code).toBe(1);
  });
});

test('a default that is gone loses what the method received; a new one is a change', async () => {
  const [none, one] = [{ type: 'integer' }, { type: 'integer', default: 1 }];
  expect(await compareArgument(one, none)).toEqual({ code: 1, shown: ['lost: no default 1'] });
  expect(await compareArgument(none, one)).toEqual({ code: 0, shown: ['changed: default 1'] });
});

describe('the order of types, of which the first that fits a value counts,', () => {
  const ofItems = (...type: readonly string[]) => list({ type });

  test.each<[string, object, object, readonly string[]]>([
    [
      'of a text and a boolean',
      { type: ['string', 'boolean'] },
      { type: ['boolean', 'string'] },
      ['lost: type boolean | string instead of string | boolean'],
    ],
    [
      'of a list and an object, in a list',
      ofItems('array', 'null', 'object'),
      ofItems('object', 'null', 'array'),
      ['lost[]: type object | null | array instead of array | null | object'],
    ],
    [
      'of the third type',
      { type: ['object', 'string', 'integer'] },
      { type: ['object', 'integer', 'string'] },
      ['lost: type object | integer | string instead of object | string | integer'],
    ],
    [
      'and a new type before one that had its values',
      { type: 'string' },
      { type: ['boolean', 'string'] },
      ['lost: type boolean | string instead of string'],
    ],
    [
      'and a wider type before one that had its values',
      { type: ['integer', 'string'] },
      { type: ['number', 'string'] },
      ['lost: type number | string instead of integer | string'],
    ],
  ])('%s, loses values', async (_, before, after, shown) => {
    expect(await compareArgument(before, after)).toEqual({ code: 1, shown });
  });

  test.each<[string, object, object]>([
    ['a new type after all others', { type: 'boolean' }, { type: ['boolean', 'string'] }],
    [
      'a wider type at the same place',
      { type: ['object', 'integer'] },
      { type: ['object', 'number'] },
    ],
  ])('gains values for %s', async (_, before, after) => {
    expect(await compareArgument(before, after)).toEqual({
      code: 0,
      shown: [expect.stringMatching(/^gained: type /)],
    });
  });
});

describe('what means the same is no difference', () => {
  test.each<[string, object, object]>([
    [
      'the order of an enum, and of types that share no value',
      { type: ['string', 'null', 'object'], enum: ['a', null] },
      { type: ['null', 'object', 'string'], enum: [null, 'a'] },
    ],
    [
      'the order of two types of numbers',
      { type: ['integer', 'number', 'object'] },
      { type: ['object', 'number', 'integer'] },
    ],
    ['a default of null', { default: null }, {}],
    [
      'a default that becomes the same list',
      list({ type: 'string' }, { default: 'a' }),
      list({ type: 'string' }, { default: ['a'] }),
    ],
    [
      'an empty object as PHP writes it',
      { type: 'object', default: [], properties: [] },
      { type: 'object', default: {}, additionalProperties: true },
    ],
    ['an enum without a type', { enum: ['a'] }, { type: 'string', enum: ['a'] }],
    ['titles and descriptions', { title: 'a', description: 'b' }, {}],
    [
      'required with a default',
      { type: 'integer', required: true, default: 1 },
      { type: 'integer', default: 1 },
    ],
    [
      'required properties in both drafts',
      object({ b: { required: true } }),
      object({ b: {} }, { required: ['b'] }),
    ],
    [
      'a list of types and alternatives',
      { type: ['string', 'integer'] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    ['a length of at least nothing', { type: 'string', minLength: 0 }, { type: 'string' }],
    [
      'the order of properties in a default',
      { default: { a: 1, b: 2 } },
      { default: { b: 2, a: 1 } },
    ],
  ])('%s', async (_, before, after) => {
    expect(await compareArgument(before, after)).toEqual({ code: 0, shown: [] });
    expect(await compareArgument(after, before)).toEqual({ code: 0, shown: [] });
  });
});

describe('arguments', () => {
  test('a required file is lost only if the first index lists files', async () => {
    const file = { required: true, type: 'string', format: 'binary' };
    const files = { required: true, type: 'array', items: { type: 'string', format: 'binary' } };
    const declared = { '/a': route({ b: file, c: files }) };
    expect(await compare({ '/a': route({}) }, declared)).toEqual({
      code: 0,
      lines: [
        'changed GET /a b: a file, which the first index need not list',
        'changed GET /a c: a file, which the first index need not list',
        '0 lost, 2 changed, 0 gained in 1 route.',
      ],
    });
    const { code, lines } = await compare({ '/a': route({ b: file }) }, declared);
    expect([code, lines[0]]).toEqual([1, 'lost GET /a c: a new required argument']);
  });

  test('an argument that is gone is lost, and so is a new required one', async () => {
    const before = { '/a': route({ a: {} }) };
    expect(await compare(before, { '/a': route({ b: { required: true }, c: {} }) })).toEqual({
      code: 1,
      lines: [
        'lost GET /a a: the argument is gone',
        'lost GET /a b: a new required argument',
        'gained GET /a c: a new argument',
        '2 lost, 0 changed, 1 gained in 1 route.',
      ],
    });
  });

  test('methods with the same difference share a line', async () => {
    const methods = ['POST', 'PUT', 'PATCH'];
    const { lines } = await compare(
      { '/a': route({ a: {} }, methods) },
      { '/a': route({}, methods) },
    );
    expect(lines[0]).toBe('lost POST, PUT, PATCH /a a: the argument is gone');
  });
});

describe('routes and methods', () => {
  test('a route and a method that are gone are lost, and new ones are gained', async () => {
    const before = { '/a': route({}), '/b': route({}, ['GET', 'POST', 'PUT']) };
    const after = { '/b': route({}, ['GET', 'DELETE']), '/c': route({}) };
    expect(await compare(before, after)).toEqual({
      code: 1,
      lines: [
        'lost GET /a the route is gone',
        'lost POST, PUT /b the methods are gone',
        'gained DELETE /b the method is new',
        'gained GET /c a new route',
        '2 lost, 0 changed, 2 gained in 2 routes.',
      ],
    });
  });

  test.each([
    ['(?P<id>[\\d]+)', '(?P<id>\\d+)'],
    ['(?P<id>[\\d]+)', '(?P<id>[0-9]+)'],
    ['(?P<id>[\\w-]+)', '(?P<id>[a-z0-9_\\-]+)'],
    ['(?P<id>(?:a|b))', '(?P<id>[ba])'],
    ['(?P<id>a?)', "(?'id'a{0,1})"],
  ])('%s is the same placeholder as %s', async (before, after) => {
    const { code, lines } = await compare(
      { [`/Books/${before}`]: route({ id: {} }) },
      { [`/books/${after}/`]: route({}) },
    );
    expect({ code, lines }).toEqual({ code: 0, lines: ['No difference in 1 route.'] });
  });

  test.each([
    ['[^/]+', '\\d+', 1, 'lost'],
    ['\\d+', '[^/]+', 0, 'gained'],
    ['\\w+', '[\\d-]+', 1, 'lost'],
    ['\\d+(?=x)', '\\d+(?!x)', 0, 'changed'],
  ])('a placeholder %s that becomes %s exits with %i', async (before, after, code, impact) => {
    expect(
      await compare({ [`/(?P<id>${before})`]: route({}) }, { [`/(?P<id>${after})`]: route({}) }),
    ).toEqual({
      code,
      lines: [
        `${impact} /(?P<id>${before}) id: matches ${after} instead of ${before}`,
        expect.stringContaining(' in 1 route.'),
      ],
    });
  });

  test('a placeholder with another name is a change, and its argument is compared all the same', async () => {
    const before = { '/a/(?P<id>\\d+)': route({ id: { type: 'integer', minimum: 1 } }) };
    const after = { '/a/(?P<book>\\d+)': route({ book: { type: 'integer', minimum: 2 } }) };
    expect((await compare(before, after)).lines.slice(0, 2)).toEqual([
      'lost GET /a/(?P<id>\\d+) id: minimum 2 instead of minimum 1',
      'changed /a/(?P<id>\\d+) id: named book',
    ]);
  });

  test('the declaration of a placeholder adds nothing to what its expression says', async () => {
    const pattern = '/a/(?P<id>\\d+)/(?P<slug>[\\w-]+)';
    const loose = { id: { type: 'string' }, slug: { default: 'x' } };
    const strict = {
      id: { type: 'integer', required: true },
      slug: { type: 'string', required: true },
    };
    const { lines } = await compare({ [pattern]: route(loose) }, { [pattern]: route(strict) });
    expect(lines).toEqual(['No difference in 1 route.']);
  });

  test('routes that differ only in their placeholders find their partners', async () => {
    const own = { '/a/(?P<id>\\d+)': route({ x: {} }), '/a/(?P<slug>[a-z]+)': route({ y: {} }) };
    const other = { '/a/(?P<s>[a-z]+)': route({ y: {} }), '/a/(?P<id>[\\d]+)': route({ x: {} }) };
    const { code, lines } = await compare(own, other);
    expect(code).toBe(0);
    expect(lines).toEqual([
      'changed /a/(?P<slug>[a-z]+) slug: named s',
      '0 lost, 1 changed, 0 gained in 2 routes.',
    ]);
  });

  test('the indices that WordPress lists as routes are served unlisted, while the namespace has a route', async () => {
    const own = { '/': route({}), '/shop/v1': route({}), '/old/v1': route({}) };
    const before = { ...own, '/shop/v1/a': route({}), '/old/v1/a': route({}) };
    for (const [path, one] of Object.entries(before)) {
      Object.assign(one, { namespace: path.split('/').slice(1, 3).join('/') });
    }
    const { lines } = await compare(before, {
      '/shop/v1/a': { ...route({}), namespace: 'shop/v1' } as Routes[string],
    });
    expect(lines.slice(0, -1)).toEqual([
      'lost GET /old/v1 the route is gone',
      'lost GET /old/v1/a the route is gone',
    ]);
  });

  test('a route that is no longer allowed in a batch is lost; its GET never was', async () => {
    const batch = { allow_batch: { v1: true } };
    const before = {
      '/a': {
        endpoints: [
          ...route({}, ['GET'], batch).endpoints,
          ...route({}, ['POST'], batch).endpoints,
        ],
      },
    };
    const after = { '/a': route({}, ['GET', 'POST']) };
    expect((await compare(before, after)).lines[0]).toBe('lost POST /a not allowed in a batch');
    expect(await compare(after, before)).toMatchObject({
      code: 0,
      lines: ['gained POST /a allowed in a batch', expect.anything()],
    });
  });

  test('links are compared below the API, and only where both indices have links', async () => {
    const linked = (host: string, links: object) => ({
      '/a': { ...route({}), _links: { self: [{ href: `https://${host}/wp-json/a` }], ...links } },
    });
    const help = { help: [{ href: 'https://help.example/' }] };
    expect(await compare(linked('x', help), linked('y', {}))).toEqual({
      code: 1,
      lines: ['lost /a the link help is gone', '1 lost, 0 changed, 0 gained in 1 route.'],
    });
    expect((await compare(linked('x', {}), linked('y', help))).code).toBe(0);
    expect((await compare(linked('x', help), linked('y', { help: 'https://b/' }))).lines[0]).toBe(
      'lost /a the link help leads to https://b/ instead of https://help.example/',
    );
    expect((await compare(linked('x', help), { '/a': route({}) })).code).toBe(0);
  });
});

describe('hostile indices', () => {
  test('names such as __proto__ are compared like others', async () => {
    const named = JSON.parse(
      '{"/a":{"endpoints":[{"methods":["GET"],"args":{"__proto__":{"type":"object","properties":{"__proto__":{}}}}}]}}',
    ) as Routes;
    const { lines } = await compare(named, { '/a': route({}) });
    expect(lines[0]).toBe('lost GET /a __proto__: the argument is gone');
    expect(await compare(named, named)).toMatchObject({ code: 0 });
  });

  test('control characters of an index do not reach the terminal', async () => {
    const { lines } = await compare({ '/a': route({ 'x\u001b[2J\n': {} }) }, { '/a': route({}) });
    expect(lines).toEqual(['lost GET /a x\\u001b[2J\\n: the argument is gone', expect.anything()]);
  });

  test('alternatives within alternatives, long enums, many like routes and slow patterns take no long time', async () => {
    let nested: object = { type: 'string' };
    for (let depth = 0; depth < 45; depth++)
      nested = { anyOf: [nested, { type: 'integer', depth }] };
    const enums = (from: number) => ({
      enum: Array.from({ length: 20_000 }, (_, at) => at + from),
    });
    const routes = (letter: string): Routes =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [
          `/a/(?P<id>${letter.repeat(at % 50)}[a-z]{${at}})`,
          route({}),
        ]),
      );
    const slow = (pattern: string) => ({ type: 'string', pattern, default: 'a'.repeat(60) });
    const args = (inner: string, from: number, pattern: string) => ({
      nested: { anyOf: [nested, { title: inner }] },
      enums: enums(from),
      slow: slow(pattern),
    });
    const { code } = await compare(
      { ...routes('x'), '/b': route(args('one', 0, '^(a+)+$')) },
      { ...routes('y'), '/b': route(args('two', 1, '^(a|a)+b$')) },
    );
    expect(code).toBe(1);
  });
});
