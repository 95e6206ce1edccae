import { dirname, join } from 'node:path';
import { ts } from './typescript.js';

/** The name of this package in its manifest. */
const PACKAGE_NAME = 'nestjs-rest-routes';
const INSTALLED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Tests and samples of a checkout are applications: their classes are not part of the package. */
const OWN_FOLDERS = ['lib', 'dist'];

type FileTest = (fileName: string) => boolean;

/** Makes a test whether a file belongs to this package: installed, linked, or a checkout of it. */
export function createOwnPackageTest(): FileTest {
  const isInOwnFolder = createOwnFolderTest();
  return (fileName) => {
    const installed = INSTALLED.exec(fileName)?.[1];
    return installed === undefined ? isInOwnFolder(dirname(fileName)) : installed === PACKAGE_NAME;
  };
}

/** Reads the manifest above each folder once. */
function createOwnFolderTest(): FileTest {
  const known = new Map<string, boolean>();
  const isOwn: FileTest = (folder) => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const parent = dirname(folder);
    const result = isPackageFolder(folder, parent) || (parent !== folder && isOwn(parent));
    known.set(folder, result);
    return result;
  };
  return isOwn;
}

function isPackageFolder(folder: string, parent: string): boolean {
  if (!OWN_FOLDERS.some((name) => join(parent, name) === folder)) return false;
  const manifest = ts.sys.readFile(join(parent, 'package.json'));
  return manifest?.includes(`"name": "${PACKAGE_NAME}"`) === true;
}
