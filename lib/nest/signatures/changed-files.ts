import { readFileSync } from 'node:fs';
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
  const root = folders.find((folder) =>
    files.some(({ source }) => textAt(folder, source) !== undefined),
  );
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

function textAt(folder: string, path: string): string | undefined {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    // It is not there, or the process may not read it.
    return undefined;
  }
}
