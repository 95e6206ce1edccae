import { expect, test } from 'vitest';
import { checkAfter, checkTable } from '../../lib/routes/compile-route.js';
import { controllerWith, routeWith } from './support/subject.js';

const items = controllerWith({ routes: [routeWith({ methods: ['GET', 'POST'] })] });

test('routes that differ in path or method are valid', () => {
  const routes = [routeWith(), routeWith({ methods: ['POST'] }), routeWith({ path: '/a' })];
  expect(checkTable([controllerWith({ routes })])).toEqual([]);
});

test('a method that is named twice on one route counts once', () => {
  expect(
    checkTable([controllerWith({ routes: [routeWith({ methods: ['GET', 'GET'] })] })]),
  ).toEqual([]);
});

test('a route that repeats path and method is RR1013 at its own path', () => {
  const routes = [routeWith(), routeWith({ methodName: 'list', routeIndex: 1 })];
  expect(checkTable([controllerWith({ routes })])).toEqual([
    {
      code: 'RR1013',
      className: 'Items',
      methodName: 'list',
      expected: 'one method for it',
      received: 'GET /v1/items also at Items.get',
      location: {
        className: 'Items',
        methodName: 'list',
        routeIndex: 1,
        part: { kind: 'path' },
      },
    },
  ]);
});

test.each(['/A', '/a/'])('the path %j repeats /a', (path) => {
  const routes = [routeWith({ path: '/a' }), routeWith({ path })];
  expect(checkTable([controllerWith({ routes })])).toHaveLength(1);
});

test('a base and a path that join to the path of another controller repeat it', () => {
  const other = controllerWith({
    className: 'Other',
    base: '',
    routes: [routeWith({ path: '/items', methods: ['POST'] })],
  });
  expect(checkTable([items, other])).toMatchObject([
    { className: 'Other', received: 'POST /v1/items also at Items.get' },
  ]);
});

test('each repeated method of a route is a diagnostic', () => {
  const other = controllerWith({ ...items, className: 'Other' });
  expect(checkTable([items, other])).toHaveLength(2);
});

test('checkAfter reports only the last controller', () => {
  const other = controllerWith({ ...items, className: 'Other' });
  const last = controllerWith({ ...items, className: 'Last' });
  const found = checkAfter([items, other], last).map(({ className }) => className);
  expect(found).toEqual(['Last', 'Last']);
});
