import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { MetadataManager } from '@nestjs/schematics';
import { findRootModule } from '../source/root-module.js';
import { withImport } from '../source/with-import.js';

/**
 * Imports `RestModule` into the root module. The namespace is written into the source, where it does not
 * depend on the folder that the application runs in.
 */
export function addRestModule(sourceRoot: string, namespace: string): Rule {
  return (tree, context) => {
    const path = rootModulePath(tree, sourceRoot);
    const text = tree.exists(path) ? tree.readText(path) : '';
    if (text.includes('RestModule')) return;
    const module = `RestModule.forRoot({ namespace: '${namespace.replaceAll(/['\\]/g, '\\$&')}' })`;
    const changed = new MetadataManager(text).insert('imports', module, undefined);
    if (changed === undefined) {
      context.logger.warn(
        `${path} has no @Module: add ${module} to the imports of the root module.`,
      );
      return;
    }
    tree.overwrite(path, withImport(changed, 'RestModule'));
  };
}

function rootModulePath(tree: Tree, sourceRoot: string): string {
  const found = findRootModule(tree, sourceRoot);
  return found?.path ?? posix.join('/', sourceRoot, 'app.module.ts');
}
