import { dirname, join } from 'node:path';
import { ts } from './typescript.js';

/** This package, as its own manifest names it. */
const PACKAGE_NAME = 'nestjs-rest-routes';
const INSTALLED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Tells whether a file belongs to this package: installed, linked, or a checkout of it. */
export function createPackageTest(): (fileName: string) => boolean {
  const known = new Map<string, boolean>();
  const isOurFolder = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const manifest = ts.sys.readFile(join(folder, 'package.json'));
    const parent = dirname(folder);
    const answer =
      manifest === undefined
        ? parent !== folder && isOurFolder(parent)
        : manifest.includes(`"name": "${PACKAGE_NAME}"`);
    known.set(folder, answer);
    return answer;
  };
  return (fileName) => {
    const installed = INSTALLED.exec(fileName)?.[1];
    return installed === undefined ? isOurFolder(dirname(fileName)) : installed === PACKAGE_NAME;
  };
}
