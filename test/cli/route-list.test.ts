import { Body, Query } from '@nestjs/common';
import {
  Callback,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  type CacheDescription,
  type PermissionDescription,
  type int,
  type UploadedFile,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { auditRows, defaultWords, schemaWords, type AuditRow } from '../../lib/cli/audit-row.js';
import { formatNamed } from '../../lib/cli/formats.js';
import {
  differences,
  FORMATS,
  lockText,
  parseLock,
  unmeantPublicWrites,
} from '../../lib/cli/routes.command.js';
import { LIMIT_NAMES, LIMITS } from '../../lib/schema/vocabulary.js';
import { ADAPTERS, startRoutes } from '../support/application.js';
import type { ValueSchema } from '../support/schema-types.js';
import { describedRoute } from './support/described-route.js';

test('each method of a route is a row, and rows are sorted by path and method', () => {
  const rows = auditRows([
    describedRoute({ path: '/b', methods: ['PUT', 'PATCH'] }),
    describedRoute({ path: '/a', methods: ['GET'] }),
  ]);
  expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /a',
    'PATCH /b',
    'PUT /b',
  ]);
});

const PERMISSIONS: readonly (readonly [PermissionDescription, string])[] = [
  [{ kind: 'public' }, 'public'],
  [{ kind: 'capability', name: 'edit' }, 'capability edit'],
  [{ kind: 'callback', name: 'Items.mayEdit' }, 'callback Items.mayEdit'],
  [
    {
      kind: 'allOf',
      permissions: [
        { kind: 'capability', name: 'edit' },
        { kind: 'anyOf', permissions: [{ kind: 'callback', name: 'Items.mayEdit' }] },
      ],
    },
    'allOf(capability edit, anyOf(callback Items.mayEdit))',
  ],
];

test.each(PERMISSIONS)('the permission %j reads "%s"', (permission, words) => {
  expect(auditRows([describedRoute({ permission })])[0]?.permission).toBe(words);
});

const CACHES: readonly (readonly [CacheDescription | undefined, string])[] = [
  [undefined, ''],
  [
    { ttl: 60_000, staleWhileRevalidate: 0, sharing: 'everyone', isPublic: true, guardedBy: [] },
    '60 s, shared, public',
  ],
  [
    {
      ttl: 60_000,
      staleWhileRevalidate: 0,
      sharing: 'everyone',
      isPublic: false,
      guardedBy: ['JwtGuard', 'ClsRootModule.APP_GUARD'],
    },
    '60 s, shared, private behind JwtGuard, ClsRootModule.APP_GUARD',
  ],
  [
    { ttl: 500, staleWhileRevalidate: 30_000, sharing: 'caller', isPublic: false, guardedBy: [] },
    '0.5 s, stale for 30 s, by caller, private',
  ],
  [
    {
      ttl: 1000,
      staleWhileRevalidate: 0,
      sharing: 'headers',
      headers: ['accept', 'dnt'],
      isPublic: true,
      guardedBy: [],
    },
    '1 s, by accept, dnt, public',
  ],
  [
    { ttl: 1000, staleWhileRevalidate: 0, sharing: 'custom', isPublic: false, guardedBy: [] },
    '1 s, by vary, private',
  ],
];

test.each(CACHES)('the cache %j reads "%s"', (cache, words) => {
  expect(auditRows([describedRoute({ cache })])[0]?.cache).toBe(words);
});

test('only an optional argument without a default has a question mark', () => {
  const [row] = auditRows([
    describedRoute({
      arguments: [
        { name: 'id', isFromPath: true, schema: { type: 'integer', required: true } },
        {
          name: 'page',
          isFromPath: false,
          schema: { type: 'integer', required: false, default: 1 },
        },
        { name: 'search', isFromPath: false, schema: { type: 'string', required: false } },
      ],
    }),
  ]);
  expect(row?.arguments).toEqual(['id: integer', 'page: integer = 1', 'search?: string']);
});

test('a file has its limits beside it', () => {
  const file = { type: 'string', format: 'binary' } as const;
  const limits = { maxSize: 1024, mediaTypes: ['image/*'] };
  const [row] = auditRows([
    describedRoute({
      arguments: [
        { name: 'cover', isFromPath: false, schema: { ...file, required: true }, file: limits },
        {
          name: 'back',
          isFromPath: false,
          schema: { ...file, type: ['string', 'null'], required: false, default: null },
          file: {},
        },
        {
          name: 'pages',
          isFromPath: false,
          schema: { type: 'array', items: file, maxItems: 3, required: false },
          file: {},
        },
      ],
    }),
  ]);
  expect(row?.arguments).toEqual([
    'cover: file (at most 1024 bytes, image/*)',
    'back: file | null = null',
    'pages?: list of file ≤ 3 items',
  ]);
});

const SCHEMAS: readonly (readonly [ValueSchema, string])[] = [
  [{ type: 'integer' }, 'integer'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer 1–100'],
  [{ type: 'number', minimum: 0 }, 'number ≥ 0'],
  [{ type: 'number', maximum: 9 }, 'number ≤ 9'],
  [{ type: ['string', 'null'], maxLength: 40 }, 'string ≤ 40 characters | null'],
  [{ type: 'string', format: 'email' }, 'string email'],
  [{ type: 'string', pattern: '^a' }, 'string /^a/'],
  [{ type: 'string', enum: ['new', 'used'] }, '"new" | "used"'],
  [{ type: ['string', 'null'], enum: ['new', null] }, '"new" | null'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 2 }, 'list of string ≤ 2 items'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'list of ("a" | "b")'],
  [
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        sku: { type: 'string', required: true },
        count: { type: 'integer', required: false, default: 1 },
        note: { type: 'string', required: false },
      },
    },
    '{ sku: string, count: integer = 1, note?: string }',
  ],
  [{}, 'any'],
  [{ type: 'null' }, 'null'],
  [{ type: ['string', 'integer', 'null'] }, 'string | integer | null'],
  [{ type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9 }, 'integer > 0 ≤ 9'],
  [
    { type: 'number', maximum: 9, exclusiveMaximum: true, multipleOf: 3 },
    'number < 9 in steps of 3',
  ],
  [
    { type: 'array', items: { type: 'array', items: {} }, uniqueItems: true },
    'list of (list of any) unique',
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object with any names: integer'],
  [
    { type: 'object', additionalProperties: true, minProperties: 1 },
    'object with any names ≥ 1 properties',
  ],
  [
    { type: ['string', 'object'], properties: { a: { type: 'integer' } } },
    'string | object { a?: integer } with any names',
  ],
  [
    {
      anyOf: [{ type: 'integer' }, { type: 'object', properties: {}, additionalProperties: false }],
    },
    'integer | {}',
  ],
  [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 'exactly one of (integer | string)'],
  [{ type: 'array', items: { type: ['string', 'integer'] } }, 'list of (string | integer)'],
  [{ type: 'object', required: ['a'] }, 'object with any names with a'],
  [
    {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: false,
    },
    'object with names of /^x-/: integer',
  ],
];

test.each(SCHEMAS)('the schema %j reads "%s"', (schema, words) => {
  expect(schemaWords(schema)).toBe(words);
});

/** A schema for each keyword, and the same without it. */
const WITHOUT: readonly (readonly [string, ValueSchema, ValueSchema])[] = [
  ...LIMIT_NAMES.map((name): readonly [string, ValueSchema, ValueSchema] => {
    const [type] = LIMITS[name].types;
    const values = { number: 2, exclusive: true, factor: 2, count: 2, flag: true };
    const value = { ...values, pattern: '^a', format: 'email' }[LIMITS[name].value];
    const limit: { readonly value: unknown; readonly of?: string } = LIMITS[name];
    const of = limit.of === undefined ? {} : { [limit.of]: 1 };
    return [name, { type, ...of, [name]: value }, { type, ...of }];
  }),
  ['an open object', { type: 'object' }, { type: 'object', additionalProperties: false }],
  ['oneOf', { oneOf: [{}, { type: 'null' }] }, { anyOf: [{}, { type: 'null' }] }],
  [
    'type beside anyOf',
    { type: 'string', anyOf: [{ minLength: 1 }] },
    { anyOf: [{ minLength: 1 }] },
  ],
  [
    'a required name',
    { type: 'object', properties: { a: {} }, required: ['a'] },
    { type: 'object', properties: { a: {} } },
  ],
  [
    'a limit of the items',
    { type: 'array', items: { type: 'array', items: {}, maxItems: 2 } },
    { type: 'array', items: { type: 'array', items: {} }, maxItems: 2 },
  ],
];

test.each(WITHOUT)('%s can be seen in the words of a schema', (_name, schema, without) => {
  expect(schemaWords(schema)).not.toBe(schemaWords(without));
});

test('a default reads as JSON, and no default reads as nothing', () => {
  expect(defaultWords({ default: null })).toBe(' = null');
  expect(defaultWords({ default: 'a' })).toBe(' = "a"');
  expect(defaultWords({})).toBe('');
});

const LISTED = auditRows([
  describedRoute({ path: '/a', hidden: true }),
  describedRoute({ path: '/longer', permission: { kind: 'capability', name: 'a | b' } }),
]);

test('a route of batches is marked at the methods that a batch may use', () => {
  const route = describedRoute({ path: '/a', methods: ['GET', 'PUT'], batch: true, hidden: true });
  const [get, put] = FORMATS.table(auditRows([route]))
    .split('\n')
    .slice(1);
  expect(get).toContain('ItemsController.list (hidden)');
  expect(put).toContain('ItemsController.list (hidden, batch)');
});

test('a route that sends only what it declares is marked', () => {
  const route = describedRoute({ path: '/a', hidden: true, responses: 'declared' });
  const [, line] = FORMATS.table(auditRows([route])).split('\n');
  expect(line).toContain('ItemsController.list (hidden, declared responses)');
});

test('the columns of a table are as wide as their widest cell, and no line ends with spaces', () => {
  expect(FORMATS.table(LISTED).split('\n')).toEqual([
    'METHOD  PATH     PERMISSION        CACHE  HANDLER                        ARGUMENTS',
    'GET     /a       public                   ItemsController.list (hidden)',
    'GET     /longer  capability a | b         ItemsController.list',
  ]);
});

test.each([40, 80, 120])('a table fits a terminal of %i columns, and loses nothing', (columns) => {
  const wide = describedRoute({
    handler: 'ItemsController.listEverything',
    arguments: Array.from({ length: 9 }, (_, at) => ({
      name: `argument_${at}`,
      isFromPath: false,
      schema: { type: 'string', required: true },
    })),
  });
  const lines = FORMATS.table(auditRows([wide]), columns).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
  expect(lines[0]).toMatch(/^GET {4}\//);
  const text = lines.map((line) => line.trim()).join(' ');
  expect(text).toContain(wide.handler);
  expect(text).toContain('argument_0: string, argument_1: string');
  expect(text).toContain('argument_8: string');
});

test('a vertical bar in a cell of a Markdown table is escaped', () => {
  expect(FORMATS.markdown(LISTED)).toContain(
    '| GET | /longer | capability a \\| b |  | ItemsController.list |  |',
  );
});

test('the JSON has the rows', () => {
  expect(JSON.parse(FORMATS.json(LISTED))).toEqual(LISTED);
});

test('only the names of formats are formats', () => {
  for (const name of ['table', 'json', 'markdown'] as const) {
    expect(formatNamed<unknown>(FORMATS, name)).toBe(FORMATS[name]);
  }
  for (const name of ['xml', 'toString']) {
    expect(() => formatNamed<unknown>(FORMATS, name)).toThrow('--format is table, json, markdown');
  }
});

const EDIT = { kind: 'capability', name: 'edit' } as const;

const ROWS: readonly AuditRow[] = auditRows([
  describedRoute({ path: '/a' }),
  describedRoute({ path: '/b', permission: EDIT }),
]);

const lockOf = (rows: readonly AuditRow[]) => parseLock(lockText(rows), 'routes.lock');

const changed = (path: string, change: Partial<AuditRow>): readonly AuditRow[] =>
  ROWS.map((row) => (row.path === path ? { ...row, ...change } : row));

test('a lock file has one line for each method and path', () => {
  expect(lockText(ROWS)).toBe(
    '{\n' +
      '  "GET /a": {"permission":"public","arguments":"","cache":""},\n' +
      '  "GET /b": {"permission":"capability edit","arguments":"","cache":""}\n' +
      '}\n',
  );
});

describe('the differences between routes and their lock file', () => {
  const CASES: readonly (readonly [string, readonly AuditRow[], readonly string[]])[] = [
    ['nothing changes', ROWS, []],
    ['only a handler is renamed', changed('/a', { handler: 'Other.list' }), []],
    [
      'a hidden route is published, or a route is hidden',
      changed('/a', { hidden: true }),
      ['~ GET /a: hidden was "", is "hidden"'],
    ],
    [
      'the conditions of a change are others',
      changed('/a', { idempotent: '60 s', versioned: true, deadline: '5 s' }),
      [
        '~ GET /a: idempotent was "", is "60 s"',
        '~ GET /a: version was "", is "compared"',
        '~ GET /a: deadline was "", is "5 s"',
      ],
    ],
    [
      'values are read in another way',
      changed('/a', { values: ['typed', 'tags by comma'], unknownArguments: 'refuse' }),
      [
        '~ GET /a: values was "", is "typed, tags by comma"',
        '~ GET /a: unknownArguments was "", is "refuse"',
      ],
    ],
    [
      'a route is added',
      [...ROWS, ...changed('/a', { path: '/c' }).slice(0, 1)],
      ['+ GET /c is new: public'],
    ],
    [
      'a route allows batches',
      changed('/a', { batch: true }),
      ['~ GET /a: batch was "", is "allowed"'],
    ],
    [
      'a route sends only what it declares',
      changed('/a', { responses: 'declared' }),
      ['~ GET /a: responses was "", is "declared"'],
    ],
    ['a route is removed', ROWS.slice(1), ['- GET /a is gone']],
    [
      'a permission and an argument change',
      changed('/a', { permission: 'capability read', arguments: ['id: integer'] }),
      [
        '~ GET /a: permission was "public", is "capability read"',
        '~ GET /a: arguments was "", is "id: integer"',
      ],
    ],
  ];

  test.each(CASES)('are as expected when %s', (_change, rows, lines) => {
    expect(differences(lockOf(ROWS), rows)).toEqual(lines);
  });

  test('are an error that names the file when the file is not JSON', () => {
    expect(() => parseLock('{', 'routes.lock')).toThrow(/^routes\.lock is not JSON/);
  });
});

describe('a public route that writes', () => {
  const contact = { path: '/contact', methods: ['GET', 'POST'] } as const;
  const items = describedRoute({ path: '/items', methods: ['PUT'], permission: EDIT });
  const unmeant = (parts: object) =>
    unmeantPublicWrites(auditRows([describedRoute({ ...contact, ...parts }), items]));

  test('is reported until its route states that it is meant', () => {
    expect(unmeant({})).toEqual(['POST /contact']);
    expect(unmeant({ publicWrite: true })).toEqual([]);
  });

  test('is reported with its guards, which may decide', () => {
    expect(unmeant({ guards: ['SignatureGuard'] })).toEqual([
      'POST /contact behind SignatureGuard',
    ]);
  });
});

describe('guards and decorators of the application', () => {
  const guarded = describedRoute({
    guards: ['SignatureGuard', 'TenantGuard'],
    metadata: ['roles: ["admin"]'],
    permissionOrigin: 'controller',
  });
  const rows = auditRows([guarded]);

  test('stand beside the permission', () => {
    expect(FORMATS.table(rows)).toContain(
      '  public (of the controller) behind SignatureGuard, TenantGuard; roles: ["admin"]  ',
    );
  });

  test('are part of the lock file: a route that loses a guard is a difference', () => {
    expect(
      differences(lockOf(rows), auditRows([{ ...guarded, guards: [], metadata: [] }])),
    ).toEqual([
      '~ GET /api/acme/v1/items: guards was "SignatureGuard, TenantGuard", is ""',
      '~ GET /api/acme/v1/items: metadata was "roles: ["admin"]", is ""',
    ]);
  });
});

interface Topic {
  title: string;
  topics?: Topic[];
}

interface LongTopic {
  title: string;
  /** @maxItems 3 */
  topics?: LongTopic[];
}

interface Page {
  /** @maximum 9 */
  page?: int;
}

@RestController('v1', '/pages')
class Before {
  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  one(@Param({ match: '[a-z][a-z0-9-]*' }) slug: string) {
    return slug;
  }

  @RestRoute('', HttpMethod.Put, new Callback(Before.may, { anonymous: false }), {
    deadline: '5s',
  })
  write(topic: Topic, @Param({ mediaTypes: ['image/png'] }) cover?: UploadedFile) {}

  @RestRoute('/filled', HttpMethod.Post, new Capability('edit'), {
    unknownArguments: 'refuse',
    idempotent: { ttl: '24h', required: true },
  })
  filled(tags: string[], kind: 'a' | 'b' = 'a') {}

  @RestRoute('/nest', HttpMethod.Post, new Capability('edit'))
  nest(@Body() page: Page, @Query('size') size: int) {}

  static may() {
    return true;
  }
}

@RestController('v1', '/pages')
class After {
  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  one(@Param({ match: '.+' }) slug: string) {
    return slug;
  }

  @RestRoute('', HttpMethod.Put, new Callback(After.may))
  write(topic: LongTopic, @Param({ mediaTypes: ['image/*'] }) cover?: UploadedFile) {}

  @RestRoute('/filled', HttpMethod.Post, new Capability('edit'), {
    values: 'typed',
    lists: 'comma',
    hidden: true,
  })
  filled(tags: string[], kind: 'a' | 'b' | 'c' = 'a') {}

  @RestRoute('/nest', HttpMethod.Post, new Capability('edit'))
  nest(@Body() page: { page?: int }, @Query('size') size: number) {}

  static may() {
    return true;
  }
}

describe.each(ADAPTERS)('the lock file of an application on %s', (adapter) => {
  const rowsOf = async (controller: new () => object) => {
    const app = await startRoutes([controller], { adapter });
    const rows = auditRows(await app.nest.get(RestRoutes).list());
    await app.close();
    return rows;
  };

  test('shows each part of a declaration that changes what a route admits', async () => {
    const before = parseLock(lockText(await rowsOf(Before)), 'routes.lock');
    expect(differences(before, await rowsOf(Before))).toEqual([]);
    expect(differences(before, await rowsOf(After))).toEqual([
      '~ GET /api/acme/v1/pages/{slug}: arguments was "slug: string matching /[a-z][a-z0-9-]*/", is "slug: string matching /.+/"',
      '~ POST /api/acme/v1/pages/filled: arguments was "tags: list of string, kind: "a" | "b" = "a"", is "tags: list of string, kind: "a" | "b" | "c" = "a""',
      '~ POST /api/acme/v1/pages/filled: unknownArguments was "refuse", is ""',
      '~ POST /api/acme/v1/pages/filled: idempotent was "86400 s, key required", is ""',
      '~ POST /api/acme/v1/pages/filled: values was "", is "typed, tags by comma"',
      '~ POST /api/acme/v1/pages/filled: hidden was "", is "hidden"',
      `~ POST /api/acme/v1/pages/nest: arguments was "@Body(): { page?: integer ≤ 9 }, @Query('size'): integer", is "@Body(): { page?: integer }, @Query('size'): number"`,
      '~ PUT /api/acme/v1/pages: permission was "callback Before.may (not anonymous)", is "callback After.may"',
      '~ PUT /api/acme/v1/pages: arguments was "topic: Topic where Topic is { title: string, topics?: list of Topic }, cover?: file (image/png)", is "topic: LongTopic where LongTopic is { title: string, topics?: list of LongTopic ≤ 3 items }, cover?: file (image/*)"',
      '~ PUT /api/acme/v1/pages: deadline was "5 s", is ""',
    ]);
  });
});
