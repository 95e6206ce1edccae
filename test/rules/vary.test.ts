import { expect, test } from 'vitest';
import { varyRule } from '../../lib/routes/rules/cache.rules.js';
import { routeSubject } from './support/subject.js';

const silent = { ttl: '5m', statesVary: false };
const request = { kind: 'request', index: 0 } as const;
const nest = { kind: 'nest', index: 0 } as const;

test.each(['none', 'user', { headers: ['Accept-Language'] }])('vary %j is valid', (vary) => {
  const cache = { ttl: '5m', statesVary: true, vary };
  expect(varyRule(routeSubject({ cache }, { parameters: [request] }))).toEqual([]);
});

test('a function is a valid vary', () => {
  const cache = { ttl: '5m', statesVary: true };
  expect(varyRule(routeSubject({ cache }, { parameters: [request] }))).toEqual([]);
});

test.each(['everybody', null, { headers: [] }, { headers: ['*'] }, { headers: ['a b'] }, {}])(
  'vary %j is RR1022 at vary',
  (vary) => {
    const cache = { ttl: '5m', statesVary: true, vary };
    expect(varyRule(routeSubject({ cache }))).toMatchObject([
      {
        code: 'RR1022',
        part: { kind: 'cache', option: 'vary' },
        received: JSON.stringify(vary),
      },
    ]);
  },
);

test('a method that receives only arguments need not state vary', () => {
  expect(varyRule(routeSubject({ cache: silent }))).toEqual([]);
});

test.each([
  ['the request', request],
  ["a value of Nest's decorators", nest],
])('a method that receives %s without vary is RR1022', (_title, parameter) => {
  expect(varyRule(routeSubject({ cache: silent }, { parameters: [parameter] }))).toMatchObject([
    { code: 'RR1022', expected: 'vary', received: 'none' },
  ]);
});

test('a request-bound controller without vary is RR1022', () => {
  const readers = { isRequestBound: () => true };
  expect(varyRule(routeSubject({ cache: silent }, { readers }))).toMatchObject([
    { code: 'RR1022' },
  ]);
});

test('a route without a cache is not checked', () => {
  expect(varyRule(routeSubject({}, { parameters: [request] }))).toEqual([]);
});
