import { dirname, join } from 'node:path';
import { ts } from './typescript.js';

/** The name of this package in its manifest. */
const PACKAGE_NAME = 'nestjs-rest-routes';
const INSTALLED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Tests and samples of a checkout are applications: a class of theirs is none of the package. */
const OWN_FOLDERS = ['lib', 'dist'];

/** Tells whether a file belongs to this package: installed, linked, or a checkout of it. */
export function createPackageTest(): (fileName: string) => boolean {
  const known = new Map<string, boolean>();
  const isOwnFolder = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const parent = dirname(folder);
    const isOwn =
      OWN_FOLDERS.some((name) => join(parent, name) === folder && isOwnRoot(parent)) ||
      (parent !== folder && isOwnFolder(parent));
    known.set(folder, isOwn);
    return isOwn;
  };
  return (fileName) => {
    const installed = INSTALLED.exec(fileName)?.[1];
    return installed === undefined ? isOwnFolder(dirname(fileName)) : installed === PACKAGE_NAME;
  };
}

function isOwnRoot(folder: string): boolean {
  const manifest = ts.sys.readFile(join(folder, 'package.json'));
  return manifest?.includes(`"name": "${PACKAGE_NAME}"`) === true;
}
