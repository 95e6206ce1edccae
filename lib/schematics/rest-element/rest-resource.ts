import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { createFiles, elementOf, type Element, type ElementOptions } from './element.js';
import { register } from './register.js';
import { resourceEndToEndText, resourceFiles } from './resource-files.js';
import { findRootModule } from '../source/root-module.js';

/** `nest generate -c nestjs-rest-routes rest-resource items` */
export function restResource(options: ElementOptions): Rule {
  return (tree, context) => {
    const element = elementOf(options);
    const withSpec = options.spec !== false;
    createFiles(tree, element.folder, resourceFiles(element, withSpec));
    if (options.skipImport === true) return;
    register(tree, context, [
      { type: 'controller', element },
      { type: 'service', element },
    ]);
    if (withSpec) createEndToEndTest(tree, element, options.sourceRoot ?? 'src');
  };
}

/** A library of a monorepo has no application to test it in. */
function createEndToEndTest(tree: Tree, element: Element, sourceRoot: string): void {
  const root = findRootModule(tree, sourceRoot);
  if (root === undefined) return;
  const folder = posix.join('/', posix.dirname(sourceRoot), 'test');
  const { file, suffix } = element;
  const imported = (path: string): string => `./${posix.relative(folder, path)}`;
  const text = resourceEndToEndText(element, {
    moduleName: root.className,
    module: imported(root.path.replace(/\.ts$/, '.js')),
    controller: imported(posix.join(element.folder, `${file}.controller.js`)),
  });
  createFiles(tree, folder, { [`${file}.e2e-${suffix}.ts`]: text });
}
