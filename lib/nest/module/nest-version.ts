import { createRequire } from 'node:module';
import { Injector } from '../internals.js';

/** What the peer ranges of @nestjs/common and @nestjs/core allow: the oldest version of each major. */
export const NEST_RANGE = '^11.2.10 || ^12.2.0';

/** The packages of Nest that the library calls into, whose versions must fit each other. */
const PACKAGES = ['@nestjs/core', '@nestjs/common'];

/**
 * Stops an application on a version of Nest that the peer range excludes, where a package manager has
 * ignored the range. It would start there, and enhancers of request scope or of a class would not run as
 * they should. Where the manifests of the packages cannot be read, as in a bundle, one of the methods that
 * are needed decides.
 *
 * @throws Error
 */
export function checkNestVersion(readManifest = requireManifest): void {
  const manifests = PACKAGES.map((name) => [name, readManifest(name)?.version] as const);
  const wrong = manifests.find(([, version]) => version !== undefined && !isNestSupported(version));
  if (wrong !== undefined) throw unsupported(wrong.join(' '));
  if (!('createResolutionContext' in Injector.prototype)) throw unsupported('an older version');
}

/** Whether the peer range allows a version of Nest. */
export function isNestSupported(version: string): boolean {
  const found = numbersOf(version);
  // A pre-release comes before its version, and ranges leave it out.
  if (version.includes('-')) return false;
  return NEST_RANGE.split(' || ').some((part) => {
    const oldest = numbersOf(part.slice(1));
    const different = oldest.findIndex((number, at) => number !== found[at]);
    if (different === -1) return true;
    return different > 0 && (found[different] ?? 0) > (oldest[different] ?? 0);
  });
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}

function unsupported(found: string): Error {
  return new Error(
    `nestjs-rest-routes needs @nestjs/core and @nestjs/common ${NEST_RANGE}, and ${found} is installed. ` +
      'Update the packages of Nest: npm install @nestjs/common@^11.2.10 @nestjs/core@^11.2.10 on Nest 11, ' +
      'npm install @nestjs/common@^12.2.0 @nestjs/core@^12.2.0 on Nest 12.',
  );
}

/** The manifest of the copy of a package that the library imports; `undefined` in a bundle. */
function requireManifest(name: string): { readonly version?: string } | undefined {
  try {
    return createRequire(import.meta.url)(`${name}/package.json`) as { readonly version?: string };
  } catch {
    // A bundle has no manifests, and in the format of CommonJS no URL of its own either.
    return undefined;
  }
}
