import { relative, resolve, sep } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { SchematicsException } from '../devkit.js';
import { convertFile } from '../../convert/convert-file.js';
import { joinRemarks } from '../../convert/remarks.js';
import { formatted } from '../source/formatted.js';

/** The options of `convert`. */
export interface ConvertOptions {
  /** The file, as the first argument. */
  readonly name?: string;
  readonly path?: string;
  /** Whether handlers with guards are open to everyone whom the guards accept. */
  readonly trustGuards?: boolean;
}

/** `nest generate -c nestjs-rest-routes convert src/users/users.controller.ts` */
export function convert({ name, path = name, trustGuards = false }: ConvertOptions): Rule {
  if (path === undefined || path === '') {
    throw new SchematicsException(
      'State the file: nest generate -c nestjs-rest-routes convert src/users/users.controller.ts',
    );
  }
  return formatted((tree, { logger }) => {
    const root = process.cwd();
    const file = resolve(root, path);
    const request = { file, root, tsconfig: undefined, prefix: undefined };
    const { changes, remarks } = convertFile({ ...request, trustsGuards: trustGuards });
    for (const [changed, text] of changes) {
      tree.overwrite(relative(root, changed).split(sep).join('/'), text);
    }
    for (const line of joinRemarks(remarks)) logger.info(line);
  });
}
