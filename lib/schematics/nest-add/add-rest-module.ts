import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { MetadataManager } from '@nestjs/schematics';
import { withImports } from '../../compiler/syntax/text-edits.js';
import { findRootModule, importExtension, PACKAGE } from '../source/project.js';
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
    const imports = [{ name: 'RestModule', module: PACKAGE }];
    if (withSignatures) {
      const signatures = signaturesFrom(path, sourceRoot, importExtension(tree));
      imports.push({ name: 'signatures', module: signatures });
    }
    tree.overwrite(path, withImports(changed, imports));
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
