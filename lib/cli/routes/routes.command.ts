import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RouteDescription } from '../../model/description/route-description.js';
import { auditRows } from './audit-row.js';
import { FORMATS, isFormatName, type FormatName } from './output-formats.js';
import { differences, lockText } from './lock.js';
import type { CommandOptions, Output } from '../command-line.js';

/** Lists the routes, writes the lock file, or compares the routes with the lock file. */
export function routesCommand(
  routes: readonly RouteDescription[],
  options: CommandOptions,
  output: Output,
): number {
  if (options.write !== undefined) return writeLock(options.write, routes, output);
  if (options.check !== undefined) return checkLock(options.check, routes, output);
  const format = checkedFormat(options.format ?? 'table');
  const listed = routes.filter(
    ({ permission }) => options.public !== true || permission.kind === 'public',
  );
  output.print(FORMATS[format](auditRows(listed)));
  return 0;
}

function checkedFormat(format: string): FormatName {
  if (isFormatName(format)) return format;
  throw new InvalidArgumentException(
    `--format is ${Object.keys(FORMATS).join(', ')}, not ${JSON.stringify(format)}.`,
  );
}

function writeLock(file: string, routes: readonly RouteDescription[], output: Output): number {
  const rows = auditRows(routes);
  writeFileSync(file, lockText(rows));
  output.print(`${file} holds ${rows.length} routes.`);
  return 0;
}

function checkLock(file: string, routes: readonly RouteDescription[], output: Output): number {
  const changes = differences(readLock(file), auditRows(routes), file);
  if (changes.length === 0) {
    output.print(`The routes are those of ${file}.`);
    return 0;
  }
  output.complain(
    `The routes are not those of ${file}:\n${changes.map((change) => `  ${change}`).join('\n')}\n` +
      `If that is meant: nestjs-rest-routes routes --write ${file}`,
  );
  return 1;
}

function readLock(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new InvalidArgumentException(
    `There is no ${file}. Write it and commit it: nestjs-rest-routes routes --write ${file}`,
  );
}
