import { expect, test } from 'vitest';
import { placeholderRule } from '../../lib/routes/rules/route.rules.js';
import { argument, parameterWith, routeSubject } from './support/subject.js';

const PATH = { path: '/{id}' };

test.each([
  ['an integer', argument('id')],
  ['a string', argument('id', { type: 'string' })],
  ['an enum of strings', argument('id', { type: 'string', enum: ['a', 'b'] })],
  ['an enum of numbers', argument('id', { type: 'number', enum: [1, 2.5] })],
])('%s fills a placeholder', (_title, parameter) => {
  expect(placeholderRule(routeSubject(PATH, { parameters: [parameter] }))).toEqual([]);
});

test('a placeholder without a parameter is RR1003 at the placeholder', () => {
  expect(placeholderRule(routeSubject(PATH))).toMatchObject([
    { code: 'RR1003', part: { kind: 'placeholder', name: 'id' } },
  ]);
});

test('a parameter with a diagnostic of its own is not reported as missing', () => {
  const parameters = [parameterWith()];
  expect(placeholderRule(routeSubject({ ...PATH, parameters }))).toEqual([]);
});

test('an optional parameter is RR1004 at its index', () => {
  const parameters = [argument('other'), argument('id', { required: false }, 1)];
  expect(placeholderRule(routeSubject(PATH, { parameters }))).toMatchObject([
    { code: 'RR1004', part: { kind: 'placeholder', name: 'id', parameterIndex: 1 } },
  ]);
});

test.each([
  ['a float', argument('id', { type: 'number' })],
  ['a list', argument('id', { type: 'array' })],
  ['a nullable integer', argument('id', { type: ['integer', 'null'] })],
  [
    'a date',
    {
      ...argument('id', { type: 'string' }),
      hydrations: [{ schema: { type: 'string' }, into: 'date' }],
    } as const,
  ],
])('%s is RR1005', (_title, parameter) => {
  expect(placeholderRule(routeSubject(PATH, { parameters: [parameter] }))).toMatchObject([
    { code: 'RR1005', part: { kind: 'placeholder', name: 'id', parameterIndex: 0 } },
  ]);
});
