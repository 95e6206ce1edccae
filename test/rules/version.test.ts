import { expect, test } from 'vitest';
import { versionRule } from '../../lib/routes/rules/controller.rules.js';
import { controllerSubject } from './support/subject.js';

test.each(['v1', 'v1/beta', '2.0', ''])('the version %j is valid', (version) => {
  expect(versionRule(controllerSubject({ version }))).toEqual([]);
});

test('a class without @RestController has no version to check', () => {
  expect(versionRule(controllerSubject({ version: undefined }))).toEqual([]);
});

test.each(['/v1', 'v1/', 'v 1', 'a//b'])('the version %j is RR1002 at the version', (version) => {
  expect(versionRule(controllerSubject({ version }))).toEqual([
    {
      code: 'RR1002',
      part: { kind: 'version' },
      expected: 'a version such as "v1"',
      received: JSON.stringify(version),
    },
  ]);
});
