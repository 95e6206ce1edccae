import type { Rule } from '@angular-devkit/schematics';
import { noop } from '../devkit.js';
import { formatted } from '../source/formatted.js';
import { elementOf, type ElementOptions } from './element.js';
import { filesFromTemplates } from './files-from-templates.js';
import { registerInModule } from './register-in-module.js';

/** `nest generate -c nestjs-rest-routes rest-controller items` */
export function restController(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  return formatted(
    filesFromTemplates(
      'controller',
      folder,
      { ...element, controller: file },
      options.spec !== false,
    ),
    options.skipImport === true ? noop() : registerInModule(element, ['controller']),
  );
}
