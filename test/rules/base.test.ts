import { expect, test } from 'vitest';
import { baseRule } from '../../lib/routes/rules/controller.rules.js';
import { controllerSubject } from './support/subject.js';

test.each(['', '/items', '/items/{id}'])('the base %j is valid', (base) => {
  expect(baseRule(controllerSubject({ base }))).toEqual([]);
});

test.each(['items', '/a?', '/a//b'])('the base %j is RR1001 at the base', (base) => {
  expect(baseRule(controllerSubject({ base }))).toMatchObject([
    { code: 'RR1001', part: { kind: 'base' }, received: JSON.stringify(base) },
  ]);
});
