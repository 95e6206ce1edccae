import { expect, test } from 'vitest';
import { methodRule } from '../../lib/routes/rules/route.rules.js';
import { routeSubject } from './support/subject.js';

test('known methods are valid', () => {
  expect(methodRule(routeSubject({ methods: ['GET', 'DELETE'] }))).toEqual([]);
});

test('a route without a method is RR1023 at the methods', () => {
  expect(methodRule(routeSubject({ methods: [] }))).toMatchObject([
    { code: 'RR1023', part: { kind: 'methods' }, received: 'none' },
  ]);
});

test('RR1023 names only the unknown methods', () => {
  expect(methodRule(routeSubject({ methods: ['GET', 'TRACE', 'get'] }))).toMatchObject([
    { code: 'RR1023', received: 'TRACE, get' },
  ]);
});
