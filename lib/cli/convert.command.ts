import { relative, resolve } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import type { SourceHosts } from '../compiler/project.js';
import { convertFile } from '../convert/convert-file.js';
import { joinRemarks, type Remark } from '../convert/remarks.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { formatEdited, projectFormat } from '../wordpress/import/project-files.js';
import type { CommandOptions, Output } from './command-line.js';

/** Rewrites plain controllers in place. A file that was formatted by the project's Prettier is formatted again. */
export async function convertCommand(
  files: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  if (files.length === 0) {
    throw new InvalidArgumentException(
      'convert needs files of plain controllers: nestjs-rest-routes convert src/users/users.controller.ts',
    );
  }
  const root = process.cwd();
  const format = await projectFormat(root);
  const hosts: SourceHosts = new Map();
  const said: Remark[] = [];
  try {
    for (const file of files) {
      const request = {
        file: resolve(root, file),
        root,
        tsconfig: options.tsconfig,
        prefix: options.prefix,
        trustsGuards: options['trust-guards'] === true,
      };
      const { changes, remarks } = convertFile(request, hosts);
      for (const [path, text] of changes) {
        const name = relative(root, path);
        output.print(`update ${name}`);
        if (options['dry-run'] === true) continue;
        writeFileSync(path, await formatEdited(name, readFileSync(path, 'utf8'), text, format));
      }
      said.push(...remarks);
    }
  } finally {
    for (const line of joinRemarks(said)) output.print(line);
  }
  return 0;
}
