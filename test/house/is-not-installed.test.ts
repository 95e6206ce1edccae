import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isNotInstalled } from '../../lib/shared/is-not-installed.js';

test('A package that an import or a require does not find counts as not installed', async () => {
  const missing: string = 'no-such-package';
  const error: unknown = await import(/* @vite-ignore */ missing).catch((one: unknown) => one);
  expect(isNotInstalled(error)).toBe(true);
  expect(isNotInstalled(Object.assign(new Error(''), { code: 'MODULE_NOT_FOUND' }))).toBe(true);
});

test('So does one whose error is of another realm, as errors of Jest are', () => {
  const code = "Object.assign(new Error('missing'), { code: 'MODULE_NOT_FOUND' })";
  const error: unknown = runInContext(code, createContext({}));
  expect(error instanceof Error).toBe(false);
  expect(isNotInstalled(error)).toBe(true);
});

test.each([[undefined], ['MODULE_NOT_FOUND'], [new Error('broken')], [{ code: 'EACCES' }]])(
  '%j does not',
  (error) => {
    expect(isNotInstalled(error)).toBe(false);
  },
);
