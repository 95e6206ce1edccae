import { expect, test } from 'vitest';
import { reachOf } from '../support/reach-of-change.mjs';
import { asksForAdapters, asksForExtent, hasUsualParts, testFiles } from '../support/test-files.js';

const reached = (...changed: readonly string[]): readonly string[] => {
  const { tests } = reachOf(changed);
  return tests === 'all' ? [] : tests;
};

test('npm run test:mine runs a changed test, and those that import a changed file of test', () => {
  const tests = reached(
    'test/features/caching/keys.test.ts',
    'test/features/caching/support/setup.ts',
  );
  expect(tests).toContain('test/features/caching/keys.test.ts');
  expect(tests.filter((file) => file.startsWith('test/features/caching/')).length).toBeGreaterThan(
    1,
  );
  expect(tests.some((file) => file.startsWith('test/openapi/'))).toBe(false);
});

test('npm run test:mine runs the tests of a changed folder of lib, those that import the file, and those that read sources', () => {
  const tests = reached('lib/features/caching/keys.ts');
  expect(tests).toEqual(
    expect.arrayContaining(['test/features/caching/keys.test.ts', 'test/house/imports.test.ts']),
  );
  expect(tests.some((file) => file.startsWith('test/mcp/'))).toBe(false);
});

test('npm run test:mine runs the tests of all kinds of requests for a room that every request passes', () => {
  expect(reached('lib/lifecycle/request-context.ts')).toContain('test/routing/routing.test.ts');
});

test('npm run test:mine runs all tests if what every test is made of has changed, and none without a change', () => {
  expect(reachOf(['package.json', 'docs/caching.md']).tests).toBe('all');
  expect(reachOf([])).toEqual({ tests: [], reasons: ['Nothing has changed.'] });
});

test('a file of tests runs on the other adapter if it, or what it imports, asks for the adapters of the run', () => {
  expect(asksForAdapters('test/routing/routing.test.ts')).toBe(true);
  expect(asksForAdapters('test/conformance/http.test.ts')).toBe(true);
  expect(asksForAdapters('test/lifecycle/bad-input.test.ts')).toBe(false);
  expect(asksForAdapters('test/schema/limits.test.ts')).toBe(false);
});

test('a file of tests runs again as a whole if it sends a part of a recording or of random requests', () => {
  expect(testFiles().filter(asksForExtent)).toContain('test/conformance/values.test.ts');
  expect(asksForExtent('test/routing/routing.test.ts')).toBe(false);
});

test('applications have the usual parts, unless the file says why they have not', () => {
  expect(hasUsualParts('test/routing/routing.test.ts')).toBe(true);
  expect(hasUsualParts('test/security/options.test.ts')).toBe(false);
  expect(hasUsualParts('test/schema/limits.test.ts')).toBe(false);
});
