import type { Rule } from '@angular-devkit/schematics';
import { elementOf, type ElementOptions } from '../rest-element/rest-element.js';
import { formatted } from '../source/formatted.js';
import { filesFromTemplates } from '../rest-element/files-from-templates.js';

/** The options of `permission`. */
export interface PermissionOptions extends Pick<
  ElementOptions,
  'name' | 'path' | 'sourceRoot' | 'flat' | 'spec' | 'specFileSuffix'
> {
  /** The kinds that need code or a name of their own. */
  readonly kind?: 'callback' | 'capability';
  /** The kind, by the name of the only such flag that the Nest CLI forwards. */
  readonly type?: PermissionOptions['kind'];
}

/** `nest generate -c nestjs-rest-routes permission edit-books` */
export function permissionStub({ type, kind = type, ...options }: PermissionOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  const capability = file.replaceAll('-', '_');
  return formatted(
    filesFromTemplates(
      kind ?? 'callback',
      folder,
      { ...element, permission: file, capability, constant: capability.toUpperCase() },
      options.spec !== false,
    ),
  );
}
