import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.js';

/** The major and the minor version of an installed package of Nest. CI runs some tests on older ones too. */
export function nestVersion(name: string): readonly [major: number, minor: number] {
  // The file is read by its path: some versions do not export it.
  const path = join(REPOSITORY, 'node_modules/@nestjs', name, 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}

/** Prints what is not tested on Nest 11 and why, where that is installed, and returns whether it is. */
export function isNest11(what: string, why: string): boolean {
  const is = isBefore('core', [12, 0]);
  if (is) console.warn(`NOT ON NEST 11: ${what}: ${why}.`);
  return is;
}

/** Whether an older version of a package of Nest is installed. */
export function isBefore(
  name: string,
  [major, minor]: readonly [major: number, minor: number],
): boolean {
  const installed = nestVersion(name);
  return installed[0] < major || (installed[0] === major && installed[1] < minor);
}
