import type { Rule } from '@angular-devkit/schematics';
import { elementOf, type ElementOptions } from '../rest-element/element.js';
import { formatted } from '../source/formatted.js';
import { filesFromTemplates } from '../rest-element/files-from-templates.js';

/** The kinds of permissions that need code or a name of their own. */
export type PermissionKind = 'callback' | 'capability';

/** The options of `permission`. */
export interface PermissionOptions extends Pick<
  ElementOptions,
  'name' | 'path' | 'sourceRoot' | 'flat' | 'spec' | 'specFileSuffix'
> {
  readonly kind?: PermissionKind;
  /** The kind, by the name of the only such flag that the Nest CLI forwards. */
  readonly type?: PermissionKind;
}

/** `nest generate -c nestjs-rest-routes permission edit-books` */
export function permissionStub({ type, kind = type, ...options }: PermissionOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  const capability = file.replaceAll('-', '_');
  return formatted(
    filesFromTemplates(
      { templates: kind ?? 'callback', folder, withTests: options.spec !== false },
      { ...element, permission: file, capability, constant: capability.toUpperCase() },
    ),
  );
}
