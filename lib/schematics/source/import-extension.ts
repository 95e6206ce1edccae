import type { Tree } from '@angular-devkit/schematics';
import { readJson } from './json-file.js';

/** The extension of relative imports, as `nest new` writes them: none in a CommonJS project. */
export function importExtension(tree: Tree): '.js' | '' {
  return readJson(tree, '/package.json')['type'] === 'module' ? '.js' : '';
}
