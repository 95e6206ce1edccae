import { expect, test } from 'vitest';
import type { PermissionDeclaration } from '../../lib/routes/declaration/route-declaration.js';
import { callbackMethodRule, permissionRule } from '../../lib/routes/rules/permission.rules.js';
import { callbackSubject, routeSubject } from './support/subject.js';

const callback = { kind: 'callback', name: 'mayEdit', isStatic: true, parameters: [] } as const;

test.each([
  ['public access', { kind: 'public' } as const],
  ['a capability with a name', { kind: 'capability', capability: 'edit' } as const],
  ['a public static method', callback],
  [
    'a combination',
    { kind: 'allOf', permissions: [callback, { kind: 'anyOf', permissions: [callback] }] } as const,
  ],
])('%s is a valid permission', (_title, permission) => {
  expect(permissionRule(routeSubject({ permission }))).toEqual([]);
});

test('a route without a permission is RR1008 at the permission', () => {
  expect(permissionRule(routeSubject({ permission: undefined }))).toMatchObject([
    { code: 'RR1008', part: { kind: 'permission' }, received: 'none' },
  ]);
});

test('a capability without a name is RR1008', () => {
  const permission = { kind: 'capability', capability: '' } as const;
  expect(permissionRule(routeSubject({ permission }))).toMatchObject([
    { code: 'RR1008', received: '""' },
  ]);
});

test.each([
  ['mayEdit', 'mayEdit'],
  ['', 'a function'],
])('the callback %j that is not a static method is RR1009', (name, received) => {
  const permission = { ...callback, name, isStatic: false };
  expect(callbackMethodRule(callbackSubject(permission))).toMatchObject([
    { code: 'RR1009', part: { kind: 'callback', at: 'reference' }, received },
  ]);
});

test.each<[title: string, parts: readonly (PermissionDeclaration | undefined)[], string, string]>([
  ['without parts', [], 'a permission in anyOf', 'none'],
  [
    'with a part that is no permission',
    [undefined],
    'Capability, Callback, allOf or anyOf in anyOf',
    'no permission',
  ],
  [
    'with public access',
    [{ kind: 'public' }],
    'Capability, Callback, allOf or anyOf in anyOf',
    'PublicAccess',
  ],
  [
    'with a capability without a name',
    [{ kind: 'capability', capability: '' }],
    'the name of a capability',
    '""',
  ],
  [
    'with an empty combination',
    [{ kind: 'allOf', permissions: [] }],
    'a permission in allOf',
    'none',
  ],
])('a combination %s is RR1008', (_title, permissions, expected, received) => {
  const permission = { kind: 'anyOf', permissions } as const;
  expect(permissionRule(routeSubject({ permission }))).toMatchObject([
    { code: 'RR1008', part: { kind: 'permission' }, expected, received },
  ]);
});
