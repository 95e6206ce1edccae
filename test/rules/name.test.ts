import { expect, test } from 'vitest';
import { nameRule } from '../../lib/routes/rules/route.rules.js';
import { argument, routeSubject } from './support/subject.js';

test('arguments with different names are valid, and services have no names', () => {
  const service = { kind: 'service', index: 2, handle: { name: 'a', ref: {} } } as const;
  const parameters = [argument('a'), argument('b', {}, 1), service];
  expect(nameRule(routeSubject({}, { parameters }))).toEqual([]);
});

test('the second argument of a name is RR1021 at its index', () => {
  const parameters = [argument('a'), argument('b', {}, 1), argument('a', {}, 2)];
  expect(nameRule(routeSubject({}, { parameters }))).toEqual([
    {
      code: 'RR1021',
      part: { kind: 'parameter', owner: 'route', index: 2, name: 'a', aspect: 'name' },
      expected: 'names that differ',
      received: 'a twice',
    },
  ]);
});
