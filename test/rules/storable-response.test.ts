import { expect, test } from 'vitest';
import { storableResponseRule } from '../../lib/routes/rules/cache.rules.js';
import { routeSubject } from './support/subject.js';

const cache = { ttl: '5m', statesVary: true };
const readers = { respondsItself: () => true };

test('a cached method that returns its response is valid', () => {
  const returning = { respondsItself: () => false };
  expect(storableResponseRule(routeSubject({ cache }, { readers: returning }))).toEqual([]);
});

test('a method that writes its response may do so without a cache', () => {
  expect(storableResponseRule(routeSubject({}, { readers }))).toEqual([]);
});

test('a cached method that writes its response itself is RR1026 at the cache', () => {
  expect(storableResponseRule(routeSubject({ cache }, { readers }))).toMatchObject([
    { code: 'RR1026', part: { kind: 'cache' }, received: '@Res() beside @Cache' },
  ]);
});

test('a compiler, which does not know the metadata of Nest, finds nothing', () => {
  expect(storableResponseRule(routeSubject({ cache }))).toEqual([]);
});
