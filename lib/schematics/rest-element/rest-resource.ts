import type { Rule } from '@angular-devkit/schematics';
import { formatted } from '../source/formatted.js';
import { elementOf, type ElementOptions } from './element.js';
import { endToEndTest } from './end-to-end-test.js';
import { filesFromTemplates } from './files-from-templates.js';
import { registerInModule } from './register-in-module.js';

/** `nest generate -c nestjs-rest-routes rest-resource items` */
export function restResource(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  const withTests = options.spec !== false;
  const isRegistered = options.skipImport !== true;
  return formatted(
    filesFromTemplates(
      { templates: 'resource', folder, withTests },
      { ...element, resource: file },
    ),
    ...(isRegistered ? [registerInModule(element, ['controller', 'service'])] : []),
    ...(isRegistered && withTests ? [endToEndTest(element, options.sourceRoot)] : []),
  );
}
