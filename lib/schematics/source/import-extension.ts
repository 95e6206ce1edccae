import type { Tree } from '@angular-devkit/schematics';
import {
  projectExtension,
  type ImportExtension,
} from '../../wordpress/import/source/module-source.js';

/** The extension of relative imports, as `nest new` writes them: none in a CommonJS project. */
export function importExtension(tree: Tree): ImportExtension {
  return projectExtension((path) => tree.read(path)?.toString());
}
