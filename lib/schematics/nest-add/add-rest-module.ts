import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { MetadataManager } from '@nestjs/schematics';
import { findRootModule, importExtension } from '../source/project.js';
import { withImport } from '../source/with-import.js';
import { takesSignaturesFile } from './add-signatures-file.js';

/**
 * Imports `RestModule` into the root module. The namespace is written into the source, where it does not
 * depend on the folder that the application runs in.
 */
export function addRestModule(sourceRoot: string, namespace: string): Rule {
  return (tree, context) => {
    const path = rootModulePath(tree, sourceRoot);
    const text = tree.exists(path) ? tree.readText(path) : '';
    if (text.includes('RestModule')) return;
    const withSignatures = takesSignaturesFile(tree, sourceRoot);
    const quoted = `'${namespace.replaceAll(/['\\]/g, '\\$&')}'`;
    const members = [`namespace: ${quoted}`, ...(withSignatures ? ['signatures'] : [])];
    const module = `RestModule.forRoot({ ${members.join(', ')} })`;
    const changed = new MetadataManager(text).insert('imports', module, undefined);
    if (changed === undefined) {
      context.logger.warn(
        `${path} has no @Module: add ${module} to the imports of the root module.`,
      );
      return;
    }
    const imported = withImport(changed, 'RestModule');
    const signatures = signaturesFrom(path, sourceRoot, importExtension(tree));
    tree.overwrite(
      path,
      withSignatures ? withImport(imported, 'signatures', signatures) : imported,
    );
  };
}

/** How the root module imports the file of signatures. */
function signaturesFrom(path: string, sourceRoot: string, extension: string): string {
  const folder = posix.relative(posix.dirname(path), posix.join('/', sourceRoot));
  return `./${posix.join(folder, 'rest-signatures')}${extension}`;
}

function rootModulePath(tree: Tree, sourceRoot: string): string {
  const found = findRootModule(tree, sourceRoot);
  return found?.file ?? posix.join('/', sourceRoot, 'app.module.ts');
}
