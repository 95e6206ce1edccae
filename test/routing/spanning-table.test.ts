import { describe, expect, test } from 'vitest';
import type { HttpMethod } from 'nestjs-rest-routes';
import { compilePath, type PathPattern } from '../../lib/routes/paths/path-pattern.js';
import { isSpelledAs } from '../../lib/routing/path-tree.js';
import { buildTable, NO_MATCH, type RouteTable } from '../../lib/routing/route-table.js';

interface Entry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** `{id:\d}` is an integer, and any other expression after a colon the `match` of a string. */
function compile(written: string): PathPattern {
  const matches = new Map<string, string>();
  const template = written.replaceAll(/\{(\w+):([^{}]+)\}/g, (_, name: string, match: string) => {
    matches.set(name, match);
    return `{${name}}`;
  });
  const isInteger = (name: string): boolean => matches.get(name) === '\\d';
  return compilePath(template, (name) => ({
    schema: { type: isInteger(name) ? 'integer' : 'string', required: true },
    match: isInteger(name) ? undefined : matches.get(name),
  }));
}

function tableOf(...written: readonly string[]): RouteTable<Entry> {
  return buildTable(
    written.map((text) => {
      const [methods = '', path = ''] = text.split(' ');
      return { methods: methods.split(',') as HttpMethod[], pattern: compile(path) };
    }),
  );
}

function find(table: RouteTable<Entry>, path: string, method = 'GET'): unknown {
  const found = table.match(method, path);
  return typeof found === 'symbol'
    ? undefined
    : [found.group.pattern.template, { ...found.params }];
}

describe('a placeholder with a pattern', () => {
  const table = tableOf(
    'GET /v1/items/{slug}',
    'GET /v1/items/{code:[a-z][a-z]-\\d+}',
    'GET /v1/items/{id:\\d}',
    'POST /v1/items/{word:[a-z]+}',
  );

  test('comes after integers and before strings, and decides whether the route matches', () => {
    expect(find(table, '/v1/items/12')).toEqual(['/v1/items/{id}', { id: '12' }]);
    expect(find(table, '/v1/items/ab-1')).toEqual(['/v1/items/{code}', { code: 'ab-1' }]);
    expect(find(table, '/v1/items/AB-1')).toEqual(['/v1/items/{code}', { code: 'AB-1' }]);
    expect(find(table, '/v1/items/ab-')).toEqual(['/v1/items/{slug}', { slug: 'ab-' }]);
  });

  test('has no route where no pattern matches', () => {
    expect(find(table, '/v1/items/12', 'POST')).toBeUndefined();
    expect(find(table, '/v1/items/ab', 'POST')).toEqual(['/v1/items/{word}', { word: 'ab' }]);
  });

  test('sees the decoded value, and never an escaped slash', () => {
    expect(find(table, '/v1/items/%61b%2D1')).toEqual(['/v1/items/{code}', { code: 'ab-1' }]);
    expect(find(tableOf('GET /v1/{name:[^ ]+}'), '/v1/a%20b')).toBeUndefined();
    expect(find(tableOf('GET /v1/{name:[^/]+}'), '/v1/a%2Fb')).toBeUndefined();
  });
});

describe('a placeholder that spans slashes', () => {
  const table = tableOf(
    'GET,POST /v1/files/{path:.+}',
    'GET /v1/files/{path:.+}/versions',
    'GET /v1/files/{path:.+}/versions/{id:\\d}',
    'GET /v1/files/{id:\\d}',
    'GET /v1/files/{name}/versions',
    'GET /v1/files/special/{path:.+}',
    'GET /v1/{kind}/all/{path:[a-z/]+}',
  );

  test.each([
    ['/v1/files/a', '/v1/files/{path}', { path: 'a' }],
    ['/v1/files/a/b/c', '/v1/files/{path}', { path: 'a/b/c' }],
    ['/v1/files/a/b/c/', '/v1/files/{path}', { path: 'a/b/c' }],
    ['/V1/FILES/A/b', '/v1/files/{path}', { path: 'A/b' }],
    ['/v1/files/a/b/versions', '/v1/files/{path}/versions', { path: 'a/b' }],
    ['/v1/files/a/b/versions/7', '/v1/files/{path}/versions/{id}', { path: 'a/b', id: '7' }],
    ['/v1/files/a/b/versions/x', '/v1/files/{path}', { path: 'a/b/versions/x' }],
    ['/v1/files/special/a', '/v1/files/special/{path}', { path: 'a' }],
    ['/v1/books/all/a/b', '/v1/{kind}/all/{path}', { kind: 'books', path: 'a/b' }],
    ['/v1/files/a%20b/c', '/v1/files/{path}', { path: 'a b/c' }],
    ['/v1/files/a%252Fb', '/v1/files/{path}', { path: 'a%2Fb' }],
  ])('%s is %s', (path, template, params) => {
    expect(find(table, path)).toEqual([template, params]);
  });

  test('comes after every route of one segment each, and fills in where those lack the method', () => {
    expect(find(table, '/v1/files/12')).toEqual(['/v1/files/{id}', { id: '12' }]);
    expect(find(table, '/v1/files/12', 'POST')).toEqual(['/v1/files/{path}', { path: '12' }]);
    expect(find(table, '/v1/files/a/versions')).toEqual([
      '/v1/files/{name}/versions',
      { name: 'a' },
    ]);
  });

  test.each([
    '/v1/files',
    '/v1/files/',
    '/v1/files/a//b',
    '/v1/files//a',
    '/v1/files/a%2Fb',
    '/v1/files/a%2f..',
    '/v1/files/../secret',
    '/v1/files/a/..',
    '/v1/files/a/./b',
    '/v1/files/%2e%2e/secret',
    '/v1/files/a/%2E%2E',
    '/v1/books/all/a/B1',
  ])('%s has no route', (path) => {
    expect(table.match('GET', path)).toBe(NO_MATCH);
  });

  test('a name that begins with dots is a name', () => {
    expect(find(table, '/v1/files/..a/...')).toEqual(['/v1/files/{path}', { path: '..a/...' }]);
  });

  test('the case of literals around it is compared on request', () => {
    const pattern = compile('/v1/Files/{path:.+}/end');
    expect(isSpelledAs(pattern, '/v1/Files/a/B/end/')).toBe(true);
    expect(isSpelledAs(pattern, '/v1/files/a/B/end')).toBe(false);
    expect(isSpelledAs(pattern, '/v1/Files/a/B/End')).toBe(false);
  });

  test('the order of the declarations does not matter where one is more specific', () => {
    for (const written of [
      ['GET /v1/{path:.+}/a', 'GET /v1/{path:.+}'],
      ['GET /v1/{path:.+}', 'GET /v1/{path:.+}/a'],
    ]) {
      expect(find(tableOf(...written), '/v1/x/a')).toEqual(['/v1/{path}/a', { path: 'x' }]);
    }
  });
});

test('patterns that differ in the case of a class are different paths', () => {
  const table = tableOf('GET /v1/{a:\\w+}', 'GET /v1/{a:\\W+}');
  expect(table.groups).toHaveLength(2);
  expect(find(table, '/v1/~')).toEqual(['/v1/{a}', { a: '~' }]);
});

test('WordPress writes the pattern into the group of its name', () => {
  expect(compile('/wp/v2/types/{type:[\\w-]+}').wordpressPattern).toBe(
    '/wp/v2/types/(?P<type>[\\w-]+)',
  );
});

test('a path that does not begin with a slash has no route', () => {
  const table = tableOf('GET /v1/files/{path:.+}', 'GET /v1/items', 'GET /v1/items/{id:\\d}');
  for (const path of ['/v1/files/a/b', '/v1/items', '/v1/items/7']) {
    expect(find(table, path)).toBeDefined();
    for (const first of ['', '*', 'x', '.', '%2F'])
      expect(find(table, first + path.slice(1))).toBeUndefined();
  }
});
