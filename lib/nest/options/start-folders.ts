import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** A folder where the search for the project's manifest starts. */
export interface StartFolder {
  readonly folder: string;
  readonly isEntry: boolean;
}

/**
 * The folder of the entry module, by its real path and as it was named where that differs, then the
 * working directory. A service manager may start `node /app/dist/main.js` anywhere.
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
 * A folder and those above it. A folder in `node_modules` ends at its package: a test runner is the
 * entry module of a test, and what lies above its package may be another project of the workspace.
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

/** `node dist/main` names no file: the extension is missing. */
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
