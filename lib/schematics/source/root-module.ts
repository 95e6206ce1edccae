import type { Tree } from '@angular-devkit/schematics';
import { findBootedModule } from '../../wordpress/import/import-routes.js';
import type { RootModule } from '../../wordpress/import/write-controllers.js';

export type { RootModule };

/** Finds the root module below a source root. A library has none. */
export function findRootModule(tree: Tree, sourceRoot: string): RootModule | undefined {
  return findBootedModule((path) => tree.read(path)?.toString(), sourceRoot);
}
