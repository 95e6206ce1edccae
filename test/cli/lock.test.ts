import { describe, expect, test } from 'vitest';
import { auditRows, type AuditRow } from '../../lib/cli/audit-row.js';
import {
  differences,
  lockText,
  parseLock,
  unmeantPublicWrites,
} from '../../lib/cli/routes.command.js';
import { describedRoute } from './support/described-route.js';

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
    ['only a handler is renamed', changed('/a', { handler: 'Other.list', hidden: true }), []],
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
  const rows = auditRows([
    describedRoute({ path: '/contact', methods: ['GET', 'POST'] }),
    describedRoute({ path: '/items', methods: ['PUT'], permission: EDIT }),
  ]);
  const lock = lockOf(rows);
  const meant = { ...lock, 'POST /contact': { ...lock['POST /contact'], publicWrite: 'meant' } };

  test('is reported until its lock file says that it is meant', () => {
    expect(unmeantPublicWrites(lock, rows)).toEqual(['POST /contact']);
    expect(unmeantPublicWrites(meant, rows)).toEqual([]);
    expect(differences(meant, rows)).toEqual([]);
  });

  test('stays meant when the file is written again', () => {
    expect(parseLock(lockText(rows, meant), 'routes.lock')).toEqual(meant);
  });

  test('is no longer meant once it is not public', () => {
    const closed = auditRows([
      describedRoute({ path: '/contact', methods: ['GET', 'POST'], permission: EDIT }),
    ]);
    expect(differences(meant, closed)).toContain('~ POST /contact: publicWrite was "meant", is ""');
    expect(lockText(closed, meant)).not.toContain('meant');
  });
});
