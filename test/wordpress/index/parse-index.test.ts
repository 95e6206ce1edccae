import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseIndex } from '../../../lib/wordpress/read-index.js';
import { REPOSITORY } from '../../support/repository.js';
import { join } from 'node:path';

function read(document: unknown, url?: string) {
  return parseIndex(document, 'the index', url);
}

function indexWith(args: unknown, pattern = '/shop/v1/books') {
  return { routes: { [pattern]: { endpoints: [{ methods: ['GET'], args }] } } };
}

function schemaOf(schema: unknown) {
  const { routes, notes } = read(indexWith({ a: schema }));
  return { schema: routes[0]?.endpoints[0]?.args['a'], notes };
}

test('the index of WordPress is read whole: 120 routes, 195 endpoints, 1,020 arguments, nothing left out', () => {
  const text = readFileSync(join(REPOSITORY, 'test/conformance/wordpress-routes.json'), 'utf8');
  const { routes, namespaces, notes } = read(JSON.parse(text));
  const endpoints = routes.flatMap((route) => route.endpoints);
  const args = endpoints.flatMap((endpoint) => Object.keys(endpoint.args));
  expect([routes.length, endpoints.length, args.length]).toEqual([120, 195, 1020]);
  expect(endpoints.filter(({ allowsBatch }) => allowsBatch)).toHaveLength(55);
  expect(namespaces).toContain('wp-block-editor/v1');
  expect(notes).toEqual([]);
});

test('the index of a site has a name, namespaces and links, and its URL is the root', () => {
  const document = {
    name: 'Shop',
    namespaces: ['shop/v1', 'shop/v1/admin'],
    routes: {
      '/': { namespace: '', endpoints: [{ methods: ['GET'], args: [] }], _links: [] },
      '/shop/v1/admin/x': {
        endpoints: [{ methods: ['get'], args: [] }],
        _links: { self: [{ href: 'https://a.example/wp-json/shop/v1/admin/x' }], old: 'https://b' },
      },
    },
  };
  const index = read(document, 'https://a.example/wp-json/');
  expect(index).toMatchObject({
    name: 'Shop',
    root: 'https://a.example/wp-json',
    namespaces: ['shop/v1', 'shop/v1/admin'],
  });
  expect(index.routes.map(({ namespace }) => namespace)).toEqual(['', 'shop/v1/admin']);
  expect(index.routes[1]?.endpoints[0]?.methods).toEqual(['GET']);
  expect([...(index.routes[1]?.links ?? [])]).toEqual([
    ['self', ['https://a.example/wp-json/shop/v1/admin/x']],
    ['old', ['https://b']],
  ]);
});

test.each([
  ['https://a.example/wp-json/shop/v1', 'https://a.example/wp-json'],
  ['https://a.example/wp-json/shop/v1/?token=1', 'https://a.example/wp-json'],
  ['https://a.example/?rest_route=/shop/v1', 'https://a.example/?rest_route='],
])('the root of the namespace at %s is %s', (url, root) => {
  expect(read({ namespace: 'shop/v1', routes: [] }, url).root).toBe(root);
});

test('names such as __proto__ are names like others, and change no prototype', () => {
  const text =
    '{"routes":{"/a":{"endpoints":[{"methods":["GET"],"args":{"__proto__":{"type":"object","properties":{"constructor":{"type":"string"},"__proto__":{"type":"integer"}}}}}]}}}';
  const { args } = read(JSON.parse(text)).routes[0]?.endpoints[0] ?? {};
  expect(Object.keys(args ?? {})).toEqual(['__proto__']);
  expect(Object.keys(args?.['__proto__']?.properties ?? {})).toEqual(['constructor', '__proto__']);
  expect(args?.['toString']).toBeUndefined();
  expect(({} as { type?: string }).type).toBeUndefined();
});

describe('a pattern is divided into text, placeholders and other expressions', () => {
  test.each<[string, unknown[]]>([
    ['/a/b', ['/a/b']],
    ['/a/(?P<id>[\\d]+)/c', ['/a/', ['id', '[\\d]+'], '/c']],
    ['/a/(?<id>\\d+)', ['/a/', ['id', '\\d+']]],
    ["/a/(?'id'\\d+)", ['/a/', ['id', '\\d+']]],
    ['/a/(?P<id>(?:[\\d)]+|me))', ['/a/', ['id', '(?:[\\d)]+|me)']]],
    ['/a/(?P<id>([^)\\]]+))', ['/a/', ['id', '([^)\\]]+)']]],
    ['/a\\.json', ['/a.json']],
    ['/a.json', ['/a.json']],
    ['/a/?', ['/a']],
    ['/a(?:/)?', ['/a']],
    ['/a/?b', ['/a', { expression: '/?' }, 'b']],
    ['/a(?:\\.json)?', ['/a', { expression: '(?:\\.json)?' }]],
    ['/a/(?P<id>\\d+)*', ['/a/', { expression: '(?P<id>\\d+)*' }]],
    ['/a/\\d{2,3}', ['/a/', { expression: '\\d{2,3}' }]],
  ])('%s', (pattern, expected) => {
    const { parts } = read(indexWith([], pattern)).routes[0] ?? { parts: [] };
    expect(
      parts.map((part) => {
        if (part.kind === 'literal') return part.text;
        return part.kind === 'placeholder'
          ? [part.name, part.expression]
          : { expression: part.expression };
      }),
    ).toEqual(expected);
  });
});

describe('what PHP writes in another form is read as it is meant', () => {
  test('an empty list is an empty object, and a list with gaps is an object', () => {
    expect(schemaOf({ type: 'object', properties: [], items: [] })).toEqual({
      schema: { type: 'object', properties: {}, items: {}, required: false },
      notes: [],
    });
    expect(schemaOf({ type: { 0: 'string', 2: 'null' }, enum: { b: 'x' } }).schema).toEqual({
      type: ['string', 'null'],
      enum: ['x'],
      required: false,
    });
  });

  test('a number may be a text', () => {
    expect(schemaOf({ type: 'integer', minimum: '1', maximum: '2.5', required: 1 }).schema).toEqual(
      { type: 'integer', minimum: 1, maximum: 2.5, required: true },
    );
  });
});

test('a keyword that WordPress would ignore is left out, and a note names its place', () => {
  const { schema, notes } = schemaOf({ type: 'int', format: 'time', minLength: -1, context: [] });
  expect(schema).toEqual({ required: false });
  const place = 'routes["/shop/v1/books"].endpoints[0].args.a';
  expect(notes).toEqual([
    `${place}.type is left out: it is "int", which WordPress does not have there.`,
    `${place}.format is left out: it is "time", which WordPress does not have there.`,
    `${place}.minLength is left out: it is -1, which WordPress does not have there.`,
  ]);
  expect(schemaOf('text').notes).toEqual([
    `${place} is left out: it is "text", which WordPress does not have there.`,
  ]);
});

describe('a document that is no index is rejected with the place', () => {
  const within = (route: unknown) => ({ routes: { '/a': route } });
  test.each<[string, unknown, string]>([
    ['a list', [], 'expected an object at the document, received a list of 0'],
    ['a text', 'x\u001b[2J', 'received "x\\u001b[2J"'],
    [
      'an error',
      { code: 'x', message: 'y' },
      'expected `routes` at the document, received an object with code, message',
    ],
    ['routes that are a text', { routes: 'x' }, 'expected an object at routes, received "x"'],
    ['a route without a slash', { routes: { a: {} } }, 'at routes.a, received "a"'],
    ['a group without an end', { routes: { '/(?P<id>': {} } }, 'at routes["/(?P<id>"]'],
    ['a route that is a number', within(7), 'expected an object at routes["/a"], received 7'],
    ['no endpoints', within({}), 'expected a list at routes["/a"].endpoints, received nothing'],
    [
      'an endpoint that is a text',
      within({ endpoints: ['x'] }),
      'at routes["/a"].endpoints[0], received "x"',
    ],
    [
      'no methods',
      within({ endpoints: [{}] }),
      'a list of HTTP methods at routes["/a"].endpoints[0].methods',
    ],
    [
      'arguments that are a text',
      within({ endpoints: [{ methods: ['GET'], args: 'x' }] }),
      'at routes["/a"].endpoints[0].args, received "x"',
    ],
    [
      'namespaces that are a text',
      { namespaces: [7], routes: {} },
      'a list of texts at namespaces, received a list of 1',
    ],
  ])('%s', (_, document, expected) => {
    expect(() => read(document)).toThrow(expected);
  });

  test('more than 100 levels of nested values', () => {
    let schema: unknown = {};
    for (let depth = 0; depth < 200; depth++) schema = { items: schema };
    expect(() => read(indexWith({ a: schema }))).toThrow('more than 100 levels of nested values');
  });
});
