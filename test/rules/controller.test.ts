import { expect, test } from 'vitest';
import { controllerRule } from '../../lib/routes/rules/controller.rules.js';
import { routeSubject } from './support/subject.js';

test('a route in a class with @RestController is valid', () => {
  expect(controllerRule(routeSubject())).toEqual([]);
});

test('a route in a class without @RestController is RR1007', () => {
  expect(controllerRule(routeSubject({}, { version: undefined }))).toMatchObject([
    { code: 'RR1007', received: 'none' },
  ]);
});
