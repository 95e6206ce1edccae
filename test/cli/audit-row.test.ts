import { expect, test } from 'vitest';
import type { CacheDescription, PermissionDescription } from 'nestjs-rest-routes';
import { auditRows } from '../../lib/cli/audit-row.js';
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
  [{ ttl: 60_000, staleWhileRevalidate: 0, sharing: 'everyone' }, '60 s, shared'],
  [
    { ttl: 500, staleWhileRevalidate: 30_000, sharing: 'caller' },
    '0.5 s, stale for 30 s, by caller',
  ],
  [
    { ttl: 1000, staleWhileRevalidate: 0, sharing: 'headers', headers: ['accept', 'dnt'] },
    '1 s, by accept, dnt',
  ],
  [{ ttl: 1000, staleWhileRevalidate: 0, sharing: 'custom' }, '1 s, by vary'],
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
