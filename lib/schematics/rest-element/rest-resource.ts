import { posix } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { formatted } from '../source/formatted.js';
import { type Element, elementOf, type ElementOptions } from './element.js';
import { findRootModule, importExtension } from '../source/project.js';
import type { ExportedClass } from '../../wordpress/import/source/module-source.js';
import { filesFromTemplates } from './files-from-templates.js';
import { registerInModule } from './register-in-module.js';

/** `nest generate -c nestjs-rest-routes rest-resource items` */
export function restResource(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  const withTests = options.spec !== false;
  const isRegistered = options.skipImport !== true;
  return formatted(
    filesFromTemplates('resource', folder, { ...element, resource: file }, withTests),
    ...(isRegistered ? [registerInModule(element, ['controller', 'service'])] : []),
    ...(isRegistered && withTests ? [endToEndTest(element, options.sourceRoot)] : []),
  );
}

/**
 * Creates a test of a resource in its application, in the `test` folder beside the sources, as `nest new`
 * does. A library of a monorepo has no application to test the resource in.
 */
function endToEndTest(element: Element, sourceRoot = 'src'): Rule {
  return (tree) => {
    const root = findRootModule(tree, sourceRoot);
    if (root === undefined) return undefined;
    const folder = posix.join('/', posix.dirname(sourceRoot), 'test');
    const names = {
      ...element,
      resource: element.file,
      ...importsOf(element, root, folder, importExtension(tree)),
    };
    return filesFromTemplates('end-to-end', folder, names);
  };
}

/** What the test imports, by paths from its folder. */
function importsOf(element: Element, root: ExportedClass, folder: string, js: string): object {
  const from = (path: string): string => `./${posix.relative(folder, path)}`;
  return {
    moduleName: root.className,
    modulePath: from(root.file.replace(/\.ts$/, js)),
    controllerPath: from(posix.join(element.folder, `${element.file}.controller${js}`)),
  };
}
