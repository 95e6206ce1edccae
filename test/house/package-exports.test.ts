import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { exportedNames, GENERATED, packageExports } from './exports/package-exports.js';

test('the compiler recognizes every export of the package', async () => {
  const options = { ...(await resolveConfig(GENERATED)), filepath: GENERATED };
  const expected = await format(packageExports(), options);
  expect(readFileSync(GENERATED, 'utf8'), 'Run: npm run generate').toBe(expected);
});

test('an export is known by the name that the package gives it', () => {
  const text = "export { b, a as c } from './a.js';\nexport type { D } from './d.js';";
  expect(exportedNames(text)).toEqual(['D', 'b', 'c']);
});

test('an entry with another statement than a list of exports is rejected', () => {
  expect(() => exportedNames("export * from './a.js';")).toThrow('not a list of exports');
});
