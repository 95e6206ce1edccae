import { expect, test } from 'vitest';
import { pathRule } from '../../lib/routes/rules/route.rules.js';
import { routeSubject } from './support/subject.js';

test.each(['', '/', '/a.b_c~d-e', '/{id}/lines/{line}'])('the path %j is valid', (path) => {
  expect(pathRule(routeSubject({ path }))).toEqual([]);
});

test.each(['items', '/a b', '/{id', '/a//b', '/{0}'])(
  'the path %j is RR1001 at the path',
  (path) => {
    expect(pathRule(routeSubject({ path }))).toMatchObject([
      { code: 'RR1001', part: { kind: 'path' }, received: JSON.stringify(path) },
    ]);
  },
);

test('a path that plain JavaScript leaves out is RR1001', () => {
  expect(pathRule(routeSubject({ path: undefined as never }))).toMatchObject([
    { code: 'RR1001', received: 'nothing' },
  ]);
});

test('a placeholder of the base that the path repeats is RR1001', () => {
  expect(pathRule(routeSubject({ path: '/{id}' }, { base: '/items/{id}' }))).toMatchObject([
    { code: 'RR1001', received: '{id} twice in "/items/{id}/{id}"' },
  ]);
});
