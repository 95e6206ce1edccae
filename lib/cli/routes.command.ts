import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { RouteDescription } from '../routes/route-description.js';
import { auditRows, type AuditRow } from './audit-row.js';
import type { CommandOptions, Output } from './command-line.js';
import { formatNamed, jsonText, markdownLines, tableLines } from './formats.js';
import { readApplication } from './read-routes.js';

export const FORMATS = { table, json: jsonText, markdown } as const;

const COLUMNS = ['Method', 'Path', 'Permission', 'Cache', 'Handler', 'Arguments'] as const;

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
  const before = existsSync(file) ? parseLock(readFileSync(file, 'utf8'), file) : {};
  writeFileSync(file, lockText(rows, before));
  output.print(`${file} holds ${rows.length} routes.`);
  return 0;
}

function checkLock(file: string, routes: readonly RouteDescription[], output: Output): number {
  if (!existsSync(file)) {
    throw new InvalidArgumentException(
      `There is no ${file}. Write it and commit it: nestjs-rest-routes routes --write ${file}`,
    );
  }
  const rows = auditRows(routes);
  const before = parseLock(readFileSync(file, 'utf8'), file);
  const changes = differences(before, rows);
  if (changes.length > 0) {
    output.complain(
      `The routes are not those of ${file}:\n${indented(changes)}\n` +
        `If that is meant: nestjs-rest-routes routes --write ${file}`,
    );
  }
  const writes = unmeantPublicWrites(before, rows);
  if (writes.length > 0) {
    output.complain(
      `Everyone may call these routes, and they write:\n${indented(writes)}\n` +
        `If that is meant, add "publicWrite": "meant" to each of them in ${file}.`,
    );
  }
  if (changes.length > 0 || writes.length > 0) return 1;
  output.print(`The routes are those of ${file}.`);
  return 0;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
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

/** The routes of a lock file, by method and path. */
type Lock = Readonly<Record<string, Locked>>;

/** @param before The previous file: additions by people are kept. */
export function lockText(rows: readonly AuditRow[], before: Lock = {}): string {
  const lines = Object.entries(lockOf(rows, before)).map(
    ([route, locked]) => `  ${JSON.stringify(route)}: ${JSON.stringify(locked)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

export function differences(before: Lock, rows: readonly AuditRow[]): readonly string[] {
  const after = lockOf(rows, before);
  const routes = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return routes.flatMap((route) => routeDifferences(route, before[route], after[route]));
}

/** The routes that write and that everyone may call, unless the lock file marks them as intended. */
export function unmeantPublicWrites(before: Lock, rows: readonly AuditRow[]): readonly string[] {
  return Object.entries(lockOf(rows, before))
    .filter(([route, locked]) => isPublicWrite(route, locked) && locked[MEANT] === undefined)
    .map(([route]) => route);
}

const MEANT = 'publicWrite';

function isPublicWrite(route: string, { permission }: Locked): boolean {
  return permission === 'public' && !route.startsWith('GET ');
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

function lockOf(rows: readonly AuditRow[], before: Lock): Lock {
  return Object.fromEntries(
    rows.map(({ method, path, permission, cache, batch, responses, arguments: args }) => {
      const route = `${method} ${path}`;
      const isMeant = isPublicWrite(route, { permission }) && before[route]?.[MEANT] === 'meant';
      const locked = {
        permission,
        arguments: args.join(', '),
        cache,
        ...(batch ? { batch: 'allowed' } : {}),
        ...(responses === 'declared' ? { responses } : {}),
        ...(isMeant ? { [MEANT]: 'meant' } : {}),
      };
      return [route, locked];
    }),
  );
}

/** @throws InvalidArgumentException */
export function parseLock(text: string, file: string): Lock {
  try {
    return JSON.parse(text) as Lock;
  } catch (error) {
    throw new InvalidArgumentException(`${file} is not JSON: ${String(error)}`);
  }
}
