import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedFile } from '../../model/signature/rest-signatures.js';
import { sourceHash } from '../../model/signature/source-hash.js';
import { startFolders, upwards } from '../options/start-folders.js';

/**
 * The files whose sources are not those that their signatures were read from. Sources exist where an
 * application is developed, tested and built; where only the output is, nothing is compared here.
 */
export function changedFiles(
  files: readonly SignedFile[],
  folders: readonly string[] = searchedFolders(),
): ReadonlySet<SignedFile> {
  const root =
    folders.find((folder) => files.some(({ source }) => textAt(folder, source) !== undefined)) ??
    // Every signed file may have been moved: other sources show where they were.
    folders
      .filter((folder) => textAt(folder, 'package.json') !== undefined)
      .find((folder) => files.some(({ source }) => hasSources(folder, source)));
  if (root === undefined) return new Set();
  return new Set(files.filter((file) => isChanged(file, root)));
}

/** The folder of the entry module and the working directory, and those above them. */
function searchedFolders(): readonly string[] {
  return [...new Set(startFolders().flatMap(({ folder }) => upwards(folder)))];
}

function isChanged({ source, dependencies, hash }: SignedFile, root: string): boolean {
  const texts = [source, ...dependencies].map((path) => textAt(root, path));
  // A file that is gone has been moved or removed since.
  return texts.includes(undefined) || sourceHash(texts.map((text) => text ?? '')) !== hash;
}

/** Whether the folder that a path begins with, such as `src`, has sources in it. */
function hasSources(folder: string, path: string): boolean {
  const [first = ''] = path.split('/');
  if (first === path || first === '..') return false;
  try {
    const names = readdirSync(join(folder, first), { recursive: true }).map(String);
    return names.some((name) => SOURCE.test(name) && !name.includes('node_modules'));
  } catch {
    // There is no such folder.
    return false;
  }
}

/** TypeScript, and no declarations: what a build needs, and what it leaves behind. */
const SOURCE = /(?<!\.d)\.[cm]?tsx?$/;

function textAt(folder: string, path: string): string | undefined {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    // It is not there, or the process may not read it.
    return undefined;
  }
}
