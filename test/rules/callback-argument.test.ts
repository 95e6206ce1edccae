import { expect, test } from 'vitest';
import type { CheckedParameter } from '../../lib/routes/definition/parameter-definition.js';
import { callbackArgumentRule } from '../../lib/routes/rules/permission.rules.js';
import { argument, callbackSubject } from './support/subject.js';

const permission = { kind: 'callback', name: 'mayEdit', isStatic: true, parameters: [] } as const;

function check(
  parameters: readonly CheckedParameter[],
  callbackParameters: readonly CheckedParameter[],
) {
  return callbackArgumentRule(callbackSubject(permission, { parameters, callbackParameters }));
}

test('an argument that the route has with the same type is valid, whatever its limits', () => {
  expect(check([argument('id', { minimum: 1 })], [argument('id')])).toEqual([]);
});

test('a service of a callback is valid, whether the route has it or not', () => {
  const service = { kind: 'service', index: 0, handle: { name: 'Users', ref: {} } } as const;
  expect(check([], [service])).toEqual([]);
});

test('an argument that the route does not have is RR1010 at the index in the callback', () => {
  expect(check([argument('id')], [argument('id'), argument('owner', {}, 1)])).toMatchObject([
    { code: 'RR1010', part: { kind: 'callback-argument', name: 'owner', index: 1 } },
  ]);
});

test.each([
  ['another type', argument('id', { type: 'string' }), 'string'],
  ['other values', argument('id', { enum: [1] }), 'integer of [1]'],
  [
    'other elements',
    argument('id', { type: 'array', items: { type: 'string' } }),
    'array of {"type":"string"}',
  ],
])('an argument with %s is RR1011', (_title, wanted, received) => {
  expect(check([argument('id')], [wanted])).toMatchObject([
    { code: 'RR1011', expected: 'integer', received },
  ]);
});

test('the parameters of a callback that is not static are not compared', () => {
  const subject = callbackSubject(
    { ...permission, isStatic: false },
    { callbackParameters: [argument('owner')] },
  );
  expect(callbackArgumentRule(subject)).toEqual([]);
});
