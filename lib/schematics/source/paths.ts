import { posix } from 'node:path';
import type { Tree } from '@angular-devkit/schematics';

/** The files and folders that an absolute path names, in which `*` stands for a part of a name. */
export function pathsAt(tree: Tree, pattern: string): readonly string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  return parts.reduce<readonly string[]>(
    (places, part) => places.flatMap((place) => pathsWithin(tree, place, part)),
    ['/'],
  );
}

function pathsWithin(tree: Tree, folder: string, part: string): readonly string[] {
  if (!part.includes('*')) return [posix.join(folder, part)];
  const [start = '', ...rest] = part.split('*');
  const end = rest.join('*');
  const { subdirs, subfiles } = tree.getDir(folder);
  const names = [...subdirs, ...subfiles].filter((name) => name !== 'node_modules');
  return names
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => posix.join(folder, name));
}
