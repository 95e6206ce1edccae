import { expect, test } from 'vitest';
import type { PermissionDescription } from 'nestjs-rest-routes';
import { operationOf } from './support/operations.js';

const EDIT = { kind: 'capability', name: 'edit' } as const;
const ADMIN = { kind: 'capability', name: 'admin' } as const;
const OWNS = { kind: 'callback', name: 'A.owns' } as const;

const SECURITY: readonly (readonly [string, PermissionDescription, unknown])[] = [
  [
    'the capabilities of allOf are one requirement',
    { kind: 'allOf', permissions: [EDIT, ADMIN, OWNS] },
    [{ bearer: ['edit', 'admin'] }],
  ],
  [
    'the capabilities of anyOf are one requirement each',
    { kind: 'anyOf', permissions: [EDIT, ADMIN] },
    [{ bearer: ['edit'] }, { bearer: ['admin'] }],
  ],
  [
    'a callback in anyOf may accept anonymous callers',
    { kind: 'anyOf', permissions: [EDIT, OWNS] },
    [{}, { bearer: ['edit'] }, { bearer: [] }],
  ],
  [
    'callbacks in allOf may accept anonymous callers',
    { kind: 'allOf', permissions: [OWNS, OWNS] },
    [{}, { bearer: [] }],
  ],
  [
    'combinations of combinations are written out',
    { kind: 'allOf', permissions: [{ kind: 'anyOf', permissions: [EDIT, OWNS] }, ADMIN] },
    [{ bearer: ['edit', 'admin'] }, { bearer: ['admin'] }],
  ],
];

test.each(SECURITY)('%s', (_title, permission, security) => {
  expect(operationOf({ permission }).security).toEqual(security);
});

test('each alternative is listed with each scheme', () => {
  const permission: PermissionDescription = { kind: 'anyOf', permissions: [EDIT, ADMIN] };
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
  } as const;
  expect(operationOf({ permission }, { securitySchemes }).security).toEqual([
    { bearer: ['edit'] },
    { basic: ['edit'] },
    { bearer: ['admin'] },
    { basic: ['admin'] },
  ]);
});

test('the description of an operation says the combination in words, as a list if it has others in it', () => {
  const flat = { kind: 'anyOf', permissions: [EDIT, OWNS] } as const;
  expect(operationOf({ permission: flat }).description).toContain(
    'callers with the capability `edit` or that the application accepts',
  );
  const permission = {
    kind: 'allOf',
    permissions: [EDIT, { kind: 'anyOf', permissions: [ADMIN, OWNS] }],
  } as const;
  expect(operationOf({ permission }).description).toContain(
    [
      'May be called by callers that meet all of these conditions:',
      '',
      '- the capability `edit`',
      '- one of these conditions:',
      '  - the capability `admin`',
      '  - the application accepts them',
    ].join('\n'),
  );
});
