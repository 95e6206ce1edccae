import type { Rule } from '@angular-devkit/schematics';
import { chain, noop } from '../devkit.js';
import { elementOf, type ElementOptions } from './element.js';
import { filesFromTemplates } from './files-from-templates.js';
import { registerInModule } from './register-in-module.js';

/** `nest generate -c nestjs-rest-routes rest-controller items` */
export function restController(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  return chain([
    filesFromTemplates(
      { templates: 'controller', folder, withTests: options.spec !== false },
      { ...element, controller: file },
    ),
    options.skipImport === true ? noop() : registerInModule(element, ['controller']),
  ]);
}
