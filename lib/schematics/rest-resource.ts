import type { Rule } from '@angular-devkit/schematics';
import { createFiles, elementOf, type ElementOptions } from './element.js';
import { register } from './register.js';
import { resourceFiles } from './resource-files.js';

/** `nest generate -c nestjs-rest-routes rest-resource items` */
export function restResource(options: ElementOptions): Rule {
  return (tree, context) => {
    const element = elementOf(options);
    createFiles(tree, element.folder, resourceFiles(element, options.spec !== false));
    if (options.skipImport === true) return;
    register(tree, context, [
      { type: 'controller', element },
      { type: 'service', element },
    ]);
  };
}
