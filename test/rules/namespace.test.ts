import { expect, test } from 'vitest';
import { namespaceRule } from '../../lib/routes/rules/controller.rules.js';
import { controllerSubject } from './support/subject.js';

test('a compiler, which knows no namespace, finds nothing', () => {
  expect(namespaceRule(controllerSubject())).toEqual([]);
});

test('a namespace of path segments is valid', () => {
  expect(namespaceRule(controllerSubject({}, { namespace: { value: 'acme/shop' } }))).toEqual([]);
});

test.each([
  ['a/', '"a/"'],
  [undefined, 'none'],
  [5, '5'],
])('the namespace %j is RR1025', (value, received) => {
  expect(namespaceRule(controllerSubject({}, { namespace: { value } }))).toMatchObject([
    { code: 'RR1025', received },
  ]);
});

test('the file that states an invalid namespace is named', () => {
  const namespace = { value: 'a b', origin: 'package.json' };
  expect(namespaceRule(controllerSubject({}, { namespace }))).toMatchObject([
    { received: '"a b" (package.json)' },
  ]);
});
