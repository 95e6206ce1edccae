import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { NamespaceFact } from '../../routes/rule.js';

/** A folder in which the search for the project's manifest starts. */
interface StartFolder {
  readonly folder: string;
  readonly isEntry: boolean;
}

/**
 * The folder of the entry module, by its real path and by its stated path if that differs, then the working directory.
 * A service manager may start `node /app/dist/main.js` anywhere.
 */
export function startFolders(
  script: string | undefined = process.argv[1],
  workingDirectory: string = process.cwd(),
): readonly StartFolder[] {
  const entries = script === undefined ? [] : entryFolders(script);
  return [
    ...[...new Set(entries)].map((folder) => ({ folder, isEntry: true })),
    { folder: workingDirectory, isEntry: false },
  ];
}

/**
 * A folder and those above it. A folder in `node_modules` ends at its package: a test runner is the entry module of a
 * test, and a folder above its package may be another project of the workspace.
 */
export function upwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  const isLast = parent === folder || basename(parent) === 'node_modules';
  return isLast ? [folder] : [folder, ...upwards(parent)];
}

function entryFolders(script: string): readonly string[] {
  const path = resolve(script);
  return [realPath(path) ?? realPath(dirname(path)), path].flatMap((at) =>
    at === undefined ? [] : [isFolder(at) ? at : dirname(at)],
  );
}

/** `node dist/main` does not name a file, because the extension is missing. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const PACKAGE = 'nestjs-rest-routes';

const MANIFEST = 'package.json';

/**
 * The namespace in the nearest `package.json` that states one, from the folder of the entry module
 * upwards, then from the working directory upwards.
 *
 * @throws Error when a `package.json` on the way is not JSON.
 */
export function manifestNamespace(starts: readonly StartFolder[] = startFolders()): NamespaceFact {
  const read: string[] = [];
  for (const { folder, isEntry } of starts) {
    for (const at of upwards(folder)) {
      const path = join(at, MANIFEST);
      const manifest = readManifest(path);
      if (manifest === undefined) continue;
      read.push(path);
      // The command line of this package is also an entry module, but not an application.
      if (isEntry && property(manifest, 'name') === PACKAGE) continue;
      const namespace = property(property(manifest, PACKAGE), 'namespace');
      if (namespace !== undefined) return { value: namespace, origin: path };
    }
  }
  return { value: undefined, origin: searched(starts, read) };
}

/** `/app/dist (the entry module) and / (the working directory); read /app/package.json` */
function searched(starts: readonly StartFolder[], read: readonly string[]): string {
  const folders = starts.map(
    ({ folder, isEntry }) => `${folder} (${isEntry ? 'entry module' : 'working directory'})`,
  );
  const files = [...new Set(read)];
  const found = files.length === 0 ? `no ${MANIFEST} is there` : `${files.join(', ')} has none`;
  return `searched upwards from ${folders.join(' and ')}: ${found}`;
}

function readManifest(path: string): unknown {
  const text = textAt(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`nestjs-rest-routes: ${path} is not JSON.`, { cause });
  }
}

/** The text of a file without a byte order mark; `undefined` if it is not there, or the process may not read it. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch {
    // Another folder may have it.
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
