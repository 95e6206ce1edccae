import { posix } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { importExtension } from '../source/import-extension.js';
import { findRootModule, type RootModule } from '../source/root-module.js';
import type { Element } from './element.js';
import { filesFromTemplates } from './files-from-templates.js';

/**
 * Creates a test of a resource in its application, in the `test` folder beside the sources, as `nest new`
 * does. A library of a monorepo has no application to test the resource in.
 */
export function endToEndTest(element: Element, sourceRoot = 'src'): Rule {
  return (tree) => {
    const root = findRootModule(tree, sourceRoot);
    if (root === undefined) return undefined;
    const folder = posix.join('/', posix.dirname(sourceRoot), 'test');
    const names = {
      ...element,
      resource: element.file,
      ...importsOf(element, root, folder, importExtension(tree)),
    };
    return filesFromTemplates({ templates: 'end-to-end', folder }, names);
  };
}

/** What the test imports, by paths from its folder. */
function importsOf(element: Element, root: RootModule, folder: string, js: string): object {
  const from = (path: string): string => `./${posix.relative(folder, path)}`;
  return {
    moduleName: root.className,
    modulePath: from(root.path.replace(/\.ts$/, js)),
    controllerPath: from(posix.join(element.folder, `${element.file}.controller${js}`)),
  };
}
