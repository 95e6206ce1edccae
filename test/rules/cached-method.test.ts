import { expect, test } from 'vitest';
import { cachedMethodRule } from '../../lib/routes/rules/cache.rules.js';
import { routeSubject } from './support/subject.js';

const cache = { ttl: '5m', statesVary: false };

test('a route of any method may do without a cache', () => {
  expect(cachedMethodRule(routeSubject({ methods: ['POST'] }))).toEqual([]);
});

test('a cached route that serves only GET is valid', () => {
  expect(cachedMethodRule(routeSubject({ cache }))).toEqual([]);
});

test('a cached route that serves more than GET is RR1012 at the cache', () => {
  expect(cachedMethodRule(routeSubject({ cache, methods: ['GET', 'POST'] }))).toEqual([
    { code: 'RR1012', part: { kind: 'cache' }, expected: 'only GET', received: 'GET, POST' },
  ]);
});
