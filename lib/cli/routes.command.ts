import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { RouteDescription } from '../routes/route-description.js';
import { auditRows, type AuditRow } from './audit-row.js';
import type { CommandOptions, Output } from './command-line.js';
import { formatNamed, jsonText, markdownLines, tableLines, wrapped } from './formats.js';
import { readApplication } from './read-routes.js';
import { unlistedControllers } from './unlisted-controllers.js';

export const FORMATS = { table, json, markdown } as const;

const COLUMNS = ['Method', 'Path', 'Permission', 'Cache', 'Handler', 'Arguments'] as const;

export async function routesCommand(
  [module]: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const routes = await (await readApplication(module, options.prefix)).routes();
  // The sources are those of the application that the project builds.
  const unlisted = module === undefined ? await unlistedControllers(routes) : [];
  for (const name of unlisted) {
    output.complain(`note: no module of the application lists ${name}; its routes are 404.`);
  }
  if (options.write !== undefined) return writeLock(options.write, routes, output);
  if (options.check !== undefined) return checkLock(options.check, routes, output);
  const format = formatNamed<(rows: readonly AuditRow[], columns?: number) => string>(
    FORMATS,
    options.format ?? 'table',
  );
  const listed = routes.filter(
    ({ permission }) => options.public !== true || permission.kind === 'public',
  );
  output.print(format(auditRows(listed), output.columns));
  return 0;
}

function writeLock(file: string, routes: readonly RouteDescription[], output: Output): number {
  const rows = auditRows(routes);
  writeFileSync(file, lockText(rows));
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
  const writes = unmeantPublicWrites(rows);
  if (writes.length > 0) {
    output.complain(
      `Everyone may call these routes, and they write:\n${indented(writes)}\n` +
        'If that is meant, state it: @RestRoute(…, { publicWrite: true }). If a guard decides, state it as the permission: new GuardedBy(Guard).',
    );
  }
  if (changes.length > 0 || writes.length > 0) return 1;
  output.print(`The routes are those of ${file}.`);
  return 0;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

/** @param columns The width of the terminal. In a wider table, each route has lines of its own. */
function table(rows: readonly AuditRow[], columns = Infinity): string {
  const lines = tableLines([COLUMNS.map((name) => name.toUpperCase()), ...rows.map(cellsOf)]);
  const fits = lines.every(({ length }) => length <= columns);
  return (fits ? lines : rows.flatMap((row) => narrowLines(row, columns))).join('\n');
}

/** Method and path, then permission, cache and handler, then the arguments. */
function narrowLines(row: AuditRow, columns: number): readonly string[] {
  const [method = '', path = '', permission = '', cache = '', handler = '', args = ''] =
    cellsOf(row);
  const details = [permission, cache === '' ? '' : `cache ${cache}`, handler];
  return [
    ...wrapped(`${method.padEnd(6)} ${path}`, columns, ''),
    ...wrapped(details.filter((text) => text !== '').join(' · '), columns, INDENT),
    ...(args === '' ? [] : wrapped(args, columns, INDENT)),
  ];
}

const INDENT = '       ';

function json(rows: readonly AuditRow[]): string {
  return jsonText(rows);
}

function markdown(rows: readonly AuditRow[]): string {
  const cells = rows.map((row) => cellsOf(row).map((cell) => cell.replaceAll('|', '\\|')));
  return markdownLines(COLUMNS, cells).join('\n');
}

function cellsOf(row: AuditRow): readonly string[] {
  const { method, path, cache } = row;
  return [method, path, permissionCell(row), cache, handlerCell(row), row.arguments.join(', ')];
}

/** `public behind SignatureGuard`, `capability edit_items (of the controller); roles: ["admin"]` */
function permissionCell({ permission, permissionOrigin, guards, metadata }: AuditRow): string {
  const from = permissionOrigin === 'controller' ? ' (of the controller)' : '';
  const behind = guards.length === 0 ? '' : ` behind ${guards.join(', ')}`;
  return [`${permission}${from}${behind}`, ...metadata].join('; ');
}

/** `ItemsController.update (hidden, batch, tool, declared responses)` */
function handlerCell({ handler, hidden, batch, tool, responses }: AuditRow): string {
  const options = [
    ...(hidden ? ['hidden'] : []),
    ...(batch ? ['batch'] : []),
    ...(tool ? ['tool'] : []),
    ...(responses === 'declared' ? ['declared responses'] : []),
  ];
  return options.length === 0 ? handler : `${handler} (${options.join(', ')})`;
}

/** The committed part of a route. The names of its class and method are not part of it: they may change freely. */
type Locked = Readonly<Record<string, string>>;

/** The routes of a lock file, by method and path. */
type Lock = Readonly<Record<string, Locked>>;

export function lockText(rows: readonly AuditRow[]): string {
  const lines = Object.entries(lockOf(rows)).map(
    ([route, locked]) => `  ${JSON.stringify(route)}: ${JSON.stringify(locked)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

export function differences(before: Lock, rows: readonly AuditRow[]): readonly string[] {
  const after = lockOf(rows);
  const routes = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return routes.flatMap((route) => routeDifferences(route, before[route], after[route]));
}

/** The routes that write and that everyone may call, unless they state that it is intended. */
export function unmeantPublicWrites(rows: readonly AuditRow[]): readonly string[] {
  return rows
    .filter(({ method, permission, publicWrite }) => {
      return permission === 'public' && method !== 'GET' && !publicWrite;
    })
    .map(({ method, path, guards }) => {
      return `${method} ${path}${guards.length === 0 ? '' : ` behind ${guards.join(', ')}`}`;
    });
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

function lockOf(rows: readonly AuditRow[]): Lock {
  return Object.fromEntries(rows.map((row) => [`${row.method} ${row.path}`, lockedOf(row)]));
}

/** The facts that decide which callers and requests a route admits, and which callers learn of it. */
function lockedOf(row: AuditRow): Locked {
  const { permission, guards, metadata, values, cache, idempotent, deadline } = row;
  return {
    permission,
    ...(guards.length === 0 ? {} : { guards: guards.join(', ') }),
    ...(metadata.length === 0 ? {} : { metadata: metadata.join('; ') }),
    arguments: row.arguments.join(', '),
    ...(values.length === 0 ? {} : { values: values.join(', ') }),
    ...(row.unknownArguments === 'refuse' ? { unknownArguments: row.unknownArguments } : {}),
    cache,
    ...(row.hidden ? { hidden: 'hidden' } : {}),
    ...(idempotent === '' ? {} : { idempotent }),
    ...(row.versioned ? { version: 'compared' } : {}),
    ...(deadline === '' ? {} : { deadline }),
    ...(row.batch ? { batch: 'allowed' } : {}),
    ...(row.tool ? { tool: 'offered' } : {}),
    ...(row.responses === 'declared' ? { responses: row.responses } : {}),
  };
}

/** @throws InvalidArgumentException */
export function parseLock(text: string, file: string): Lock {
  try {
    return JSON.parse(text) as Lock;
  } catch (error) {
    throw new InvalidArgumentException(`${file} is not JSON: ${String(error)}`);
  }
}
