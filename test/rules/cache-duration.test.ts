import { expect, test } from 'vitest';
import { durationRule } from '../../lib/routes/rules/cache.rules.js';
import { routeSubject } from './support/subject.js';

const EXPECTED = 'ttl with a unit, more than zero, at most a year';

test.each(['500ms', '1.5s', '365d'])('the ttl %j is valid', (ttl) => {
  expect(durationRule(routeSubject({ cache: { ttl, statesVary: false } }))).toEqual([]);
});

test.each([
  ['0s', '"0s"'],
  ['400d', '"400d"'],
  ['5', '"5"'],
  ['5 m', '"5 m"'],
  [300, '300'],
  [undefined, 'nothing'],
])('the ttl %j is RR1024 at the ttl', (ttl, received) => {
  expect(durationRule(routeSubject({ cache: { ttl, statesVary: false } }))).toEqual([
    { code: 'RR1024', part: { kind: 'cache', option: 'ttl' }, expected: EXPECTED, received },
  ]);
});

test('staleWhileRevalidate may be zero', () => {
  const cache = { ttl: '5m', staleWhileRevalidate: '0s', statesVary: false };
  expect(durationRule(routeSubject({ cache }))).toEqual([]);
});

test.each(['366d', 'soon', 60])('staleWhileRevalidate %j is RR1024', (staleWhileRevalidate) => {
  const cache = { ttl: '5m', staleWhileRevalidate, statesVary: false };
  expect(durationRule(routeSubject({ cache }))).toMatchObject([
    {
      code: 'RR1024',
      part: { kind: 'cache', option: 'staleWhileRevalidate' },
      expected: 'staleWhileRevalidate with a unit, at most a year',
    },
  ]);
});

test('two invalid durations are two diagnostics', () => {
  const cache = { ttl: '0s', staleWhileRevalidate: '', statesVary: false };
  expect(durationRule(routeSubject({ cache }))).toHaveLength(2);
});
