import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isNotInstalled } from './is-not-installed.js';

/**
 * Finds a package that only builds and tests need. Such tools are not peers, because npm keeps the peers of a package in
 * production; so they are resolved from the project too, which states them, in case this package cannot see them.
 *
 * @returns Its path; `undefined` if it is not installed.
 */
export function findTool(name: string): string | undefined {
  const places = [join(process.cwd(), 'package.json'), import.meta.url];
  return places.map((place) => resolvedFrom(place, name)).find((path) => path !== undefined);
}

function resolvedFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
