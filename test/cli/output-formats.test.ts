import { expect, test } from 'vitest';
import { auditRows } from '../../lib/cli/audit-row.js';
import { formatNamed } from '../../lib/cli/formats.js';
import { FORMATS } from '../../lib/cli/routes.command.js';
import { describedRoute } from './support/described-route.js';

const ROWS = auditRows([
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
  expect(FORMATS.table(ROWS).split('\n')).toEqual([
    'METHOD  PATH     PERMISSION        CACHE  HANDLER                        ARGUMENTS',
    'GET     /a       public                   ItemsController.list (hidden)',
    'GET     /longer  capability a | b         ItemsController.list',
  ]);
});

test('a vertical bar in a cell of a Markdown table is escaped', () => {
  expect(FORMATS.markdown(ROWS)).toContain(
    '| GET | /longer | capability a \\| b |  | ItemsController.list |  |',
  );
});

test('the JSON has the rows', () => {
  expect(JSON.parse(FORMATS.json(ROWS))).toEqual(ROWS);
});

test('only the names of formats are formats', () => {
  for (const name of ['table', 'json', 'markdown'] as const) {
    expect(formatNamed<unknown>(FORMATS, name)).toBe(FORMATS[name]);
  }
  for (const name of ['xml', 'toString']) {
    expect(() => formatNamed<unknown>(FORMATS, name)).toThrow('--format is table, json, markdown');
  }
});
