import { relative } from 'node:path';
import {
  inCatalog,
  manifestOf,
  packageManagerOf,
  type Manifest,
  type PackageManager,
} from '../shared/package-manager.js';

/**
 * The packages of Nest that the library calls into, with the versions that its tests run on: each major from its
 * oldest one on. The peer ranges of `package.json` allow any Nest 11 and 12. With the ranges below as peers, npm
 * would fail with `ERESOLVE` before `nest add` or the startup can name the update.
 */
const SUPPORTED_NEST = {
  '@nestjs/core': '^11.2.10 || ^12.2.0',
  '@nestjs/common': '^11.2.10 || ^12.2.0',
  '@nestjs/platform-express': '^11.2.10 || ^12.2.0',
  '@nestjs/platform-fastify': '^11.2.8 || ^12.1.1',
  '@nestjs/testing': '^11.2.6 || ^12.1.1',
} as const;

export type NestPackage = keyof typeof SUPPORTED_NEST;

export const NEST_PACKAGES = Object.keys(SUPPORTED_NEST) as readonly NestPackage[];

export function isNestSupported(name: NestPackage, version: string): boolean {
  const found = numbersOf(version);
  // A pre-release comes before its version, and ranges exclude it.
  if (version.includes('-')) return false;
  return SUPPORTED_NEST[name].split(' || ').some((part) => {
    const oldest = numbersOf(part.slice(1));
    const different = oldest.findIndex((number, at) => number !== found[at]);
    if (different === -1) return true;
    return different > 0 && (found[different] ?? 0) > (oldest[different] ?? 0);
  });
}

/** The project that is updated, as far as the command depends on it. */
interface UpdatedProject {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly manager: PackageManager;
}

/** The project in the working directory. */
function workingProject(): UpdatedProject {
  const folder = process.cwd();
  return { folder, manifest: manifestOf(folder), manager: packageManagerOf(folder) };
}

/**
 * Explains which package of Nest is not supported, and how a supported one is installed.
 *
 * @param found The installed version, if it is known.
 * @param names All packages of Nest that the application has: their versions must be compatible.
 */
export function explainNestUpdate(
  name: NestPackage,
  found: string | undefined,
  names: readonly string[],
  { folder, manifest, manager }: UpdatedProject = workingProject(),
): string {
  const major = (numbersOf(found ?? '11')[0] ?? 11) < 12 ? 11 : 12;
  // Yarn writes what it is given into package.json: "11" would be the range.
  const isYarn = manager.install.startsWith('yarn');
  const inFile = inCatalog(manifest);
  const listed = names.filter((one) => inFile.includes(one));
  const packages = names
    .filter((one) => !listed.includes(one))
    .map((one) => (isYarn ? `"${one}@^${major}"` : `${one}@${major}`))
    .join(' ');
  const command =
    packages === ''
      ? `${manager.install.split(' ', 1).join()} install`
      : `${manager.install} ${packages}`;
  const file = relative(folder, manager.catalog);
  const edit = listed.length === 0 ? '' : `set ${listed.join(', ')} to ^${major} in ${file}, then `;
  return (
    `nestjs-rest-routes needs ${name} ${SUPPORTED_NEST[name]}, and ${found ?? 'an older version'} is installed. ` +
    `Update Nest: ${edit}${command}`
  );
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
