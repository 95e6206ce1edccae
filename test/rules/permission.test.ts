import { expect, test } from 'vitest';
import { permissionRule } from '../../lib/rules/routes/permission.rule.js';
import { routeSubject } from './support/subject.js';

const callback = { kind: 'callback', name: 'mayEdit', isStatic: true, parameters: [] } as const;

test.each([
  ['public access', { kind: 'public' } as const],
  ['a capability with a name', { kind: 'capability', capability: 'edit' } as const],
  ['a public static method', callback],
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
  expect(permissionRule(routeSubject({ permission }))).toMatchObject([
    { code: 'RR1009', part: { kind: 'callback', at: 'reference' }, received },
  ]);
});
