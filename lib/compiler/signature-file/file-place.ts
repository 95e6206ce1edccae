import { posix, resolve } from 'node:path';
import { ts } from '../program/typescript.js';

/** The folders that the paths in a file of signatures start from. */
export interface FilePlace {
  /** The path of the file itself, from which it imports the classes. */
  readonly path: string;
  /** The folder of the manifest, from which it names the sources. */
  readonly root: string;
}

/** The place of a file of signatures. */
export function filePlace(file: string): FilePlace {
  const path = resolve(file).replaceAll('\\', '/');
  const folder = posix.dirname(path);
  const manifest = ts.findConfigFile(folder, (name) => ts.sys.fileExists(name), 'package.json');
  return { path, root: manifest === undefined ? folder : posix.dirname(manifest) };
}
