import { expect, test } from 'vitest';
import { batchRule } from '../../lib/routes/rules/controller.rules.js';
import { routeSubject } from './support/subject.js';

const options = { batch: true };
const readers = { respondsItself: () => true };

test('a route that does not allow batches may serve only GET, and may send its response itself', () => {
  expect(batchRule(routeSubject({}, { readers }))).toEqual([]);
  expect(batchRule(routeSubject({ options: { batch: false } }, { readers }))).toEqual([]);
});

test('a route that serves POST beside GET may allow batches', () => {
  expect(batchRule(routeSubject({ options, methods: ['GET', 'POST'] }))).toEqual([]);
});

test('a route of batches that serves only GET is RR1032 at the options', () => {
  expect(batchRule(routeSubject({ options }))).toEqual([
    {
      code: 'RR1032',
      part: { kind: 'options' },
      expected: 'POST, PUT, PATCH or DELETE',
      received: 'only GET',
    },
  ]);
});

test('a route of batches without any method has the diagnostic of its methods only', () => {
  expect(batchRule(routeSubject({ options, methods: [] }))).toEqual([]);
});

test('a route of batches that sends its response itself is RR1032 at the options', () => {
  expect(batchRule(routeSubject({ options, methods: ['POST'] }, { readers }))).toEqual([
    {
      code: 'RR1032',
      part: { kind: 'options' },
      expected: 'a method that returns its response',
      received: '@Res()',
    },
  ]);
});
