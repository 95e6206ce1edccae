import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { RouteDescription } from '../routes/route-description.js';
import { auditRows, type AuditRow } from './audit-row.js';
import type { CommandOptions, Output } from './command-line.js';
import { formatNamed, jsonText, markdownLines, tableLines } from './formats.js';
import { readApplication } from './read-routes.js';

/** The output formats by name. */
export const FORMATS = { table, json: jsonText, markdown } as const;

const COLUMNS = ['Method', 'Path', 'Permission', 'Cache', 'Handler', 'Arguments'] as const;

/** Lists the routes, writes the lock file, or compares the routes with the lock file. */
export async function routesCommand(
  [module]: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const { routes } = await readApplication(module, options.prefix);
  if (options.write !== undefined) return writeLock(options.write, routes, output);
  if (options.check !== undefined) return checkLock(options.check, routes, output);
  const format = formatNamed<(rows: readonly AuditRow[]) => string>(
    FORMATS,
    options.format ?? 'table',
  );
  const listed = routes.filter(
    ({ permission }) => options.public !== true || permission.kind === 'public',
  );
  output.print(format(auditRows(listed)));
  return 0;
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

function table(rows: readonly AuditRow[]): string {
  return tableLines([COLUMNS.map((name) => name.toUpperCase()), ...rows.map(cellsOf)]).join('\n');
}

function markdown(rows: readonly AuditRow[]): string {
  const cells = rows.map((row) => cellsOf(row).map((cell) => cell.replaceAll('|', '\\|')));
  return markdownLines(COLUMNS, cells).join('\n');
}

function cellsOf(row: AuditRow): readonly string[] {
  const { method, path, permission, permissionOrigin, cache } = row;
  const from = permissionOrigin === 'controller' ? ' (of the controller)' : '';
  return [method, path, `${permission}${from}`, cache, handlerCell(row), row.arguments.join(', ')];
}

/** `ItemsController.update (hidden, batch, declared responses)` */
function handlerCell({ handler, hidden, batch, responses }: AuditRow): string {
  const options = [
    ...(hidden ? ['hidden'] : []),
    ...(batch ? ['batch'] : []),
    ...(responses === 'declared' ? ['declared responses'] : []),
  ];
  return options.length === 0 ? handler : `${handler} (${options.join(', ')})`;
}

/** The committed part of a route. The names of classes and methods are not part of it: they may change freely. */
type Locked = Readonly<Record<string, string>>;

/** The text of the file to commit: an object with one line for each method and path. */
export function lockText(rows: readonly AuditRow[]): string {
  const lines = Object.entries(lockOf(rows)).map(
    ([route, locked]) => `  ${JSON.stringify(route)}: ${JSON.stringify(locked)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The changes since the file was written, one line each. */
export function differences(
  text: string,
  rows: readonly AuditRow[],
  file: string,
): readonly string[] {
  const before = new Map(Object.entries(parseLock(text, file)));
  const after = new Map(Object.entries(lockOf(rows)));
  const routes = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return routes.flatMap((route) => routeDifferences(route, before.get(route), after.get(route)));
}

function routeDifferences(
  route: string,
  before: Locked | undefined,
  after: Locked | undefined,
): readonly string[] {
  if (before === undefined) return [`+ ${route} is new: ${after?.['permission'] ?? ''}`];
  if (after === undefined) return [`- ${route} is gone`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `~ ${route}: ${name} was "${before[name] ?? ''}", is "${after[name] ?? ''}"`);
}

function lockOf(rows: readonly AuditRow[]): Readonly<Record<string, Locked>> {
  return Object.fromEntries(
    rows.map(({ method, path, permission, cache, batch, responses, arguments: args }) => [
      `${method} ${path}`,
      {
        permission,
        arguments: args.join(', '),
        cache,
        // Absent elsewhere, so that a file of an earlier version still matches.
        ...(batch ? { batch: 'allowed' } : {}),
        ...(responses === 'declared' ? { responses } : {}),
      },
    ]),
  );
}

function parseLock(text: string, file: string): Readonly<Record<string, Locked>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, Locked>>;
  } catch (error) {
    throw new InvalidArgumentException(`${file} is no JSON: ${String(error)}`);
  }
}
