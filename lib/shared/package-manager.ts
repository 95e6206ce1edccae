import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isNotInstalled } from './is-not-installed.js';

/** How the packages of a project are installed. */
export interface PackageManager {
  /** The command that adds packages: `pnpm add`. */
  readonly install: string;
  /** The file of the workspace with the versions that a manifest states as `catalog:`. */
  readonly catalog: string;
}

/** By their lock files; in a workspace, only its root has one. */
const LOCK_FILES = {
  'pnpm-lock.yaml': { install: 'pnpm add', catalog: 'pnpm-workspace.yaml' },
  'pnpm-workspace.yaml': { install: 'pnpm add', catalog: 'pnpm-workspace.yaml' },
  'yarn.lock': { install: 'yarn add', catalog: '.yarnrc.yml' },
  'bun.lock': { install: 'bun add', catalog: 'package.json' },
  'bun.lockb': { install: 'bun add', catalog: 'package.json' },
  'package-lock.json': { install: 'npm install', catalog: 'package.json' },
};

/**
 * @param folder The folder of the project.
 * @param isThere Whether a file exists in that folder, which a schematic may be about to change.
 * @returns That of the nearest folder upwards with a lock file, or else npm.
 */
export function packageManagerOf(
  folder: string,
  isThere = (file: string): boolean => existsSync(join(folder, file)),
): PackageManager {
  for (const [file, { install, catalog }] of Object.entries(LOCK_FILES)) {
    if (isThere(file)) return { install, catalog: join(folder, catalog) };
  }
  const parent = dirname(folder);
  return parent === folder
    ? { install: 'npm install', catalog: join(folder, 'package.json') }
    : packageManagerOf(parent);
}

/** The part of a manifest that is read here. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly workspaces?: unknown;
}

/** The manifest of a folder; an empty one if it cannot be read: only a message depends on it. */
export function manifestOf(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

/** The packages whose versions a manifest leaves to a catalog of its workspace. */
export function inCatalog({ dependencies, devDependencies }: Manifest): readonly string[] {
  const stated = Object.entries({ ...dependencies, ...devDependencies });
  return stated.filter(([, version]) => version.startsWith('catalog:')).map(([name]) => name);
}

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
