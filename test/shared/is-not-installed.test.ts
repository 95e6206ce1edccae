import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isNotInstalled } from '../../lib/shared/is-not-installed.js';

const errorOf = (load: () => unknown): unknown => {
  try {
    return load();
  } catch (error) {
    return error;
  }
};

test('a package that require does not find is missing', () => {
  const require = createRequire(import.meta.url);
  expect(isNotInstalled(errorOf(() => require('no-such-package')))).toBe(true);
});

test('a package that import does not find is missing', async () => {
  const name = 'no-such-package';
  const error: unknown = await import(/* @vite-ignore */ name).catch((cause: unknown) => cause);
  expect(isNotInstalled(error)).toBe(true);
});

test('an error of another realm, as Jest has one, is recognized', () => {
  const error: unknown = runInNewContext(
    "Object.assign(new Error('none'), { code: 'MODULE_NOT_FOUND' })",
  );
  expect(error instanceof Error).toBe(false);
  expect(isNotInstalled(error)).toBe(true);
});

test.each([new Error('broken'), undefined, null, 'MODULE_NOT_FOUND', { code: 'EACCES' }])(
  'another error of an import is not a missing package: %s',
  (error) => {
    expect(isNotInstalled(error)).toBe(false);
  },
);
