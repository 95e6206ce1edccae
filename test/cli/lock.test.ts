import { describe, expect, test } from 'vitest';
import { auditRows, type AuditRow } from '../../lib/cli/audit-row.js';
import { differences, lockText } from '../../lib/cli/routes.command.js';
import { describedRoute } from './support/described-route.js';

const ROWS: readonly AuditRow[] = auditRows([
  describedRoute({ path: '/a' }),
  describedRoute({ path: '/b', permission: { kind: 'capability', name: 'edit' } }),
]);

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
    expect(differences(lockText(ROWS), rows, 'routes.lock')).toEqual(lines);
  });

  test('are an error that names the file when the file is not JSON', () => {
    expect(() => differences('{', ROWS, 'routes.lock')).toThrow(/^routes\.lock is no JSON/);
  });
});
