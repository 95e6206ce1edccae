import type { AuditRow } from './audit-row.js';

/** The output formats by name. */
export const FORMATS = { table, json, markdown } as const;

export type FormatName = keyof typeof FORMATS;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

const COLUMNS = ['Method', 'Path', 'Permission', 'Cache', 'Handler', 'Arguments'] as const;

function table(rows: readonly AuditRow[]): string {
  const cells = [COLUMNS.map((name) => name.toUpperCase()), ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function json(rows: readonly AuditRow[]): string {
  return JSON.stringify(rows, undefined, 2);
}

function markdown(rows: readonly AuditRow[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows.map(cellsOf).map(line)].join('\n');
}

function cellsOf(row: AuditRow): readonly string[] {
  const { method, path, permission, cache } = row;
  return [method, path, permission, cache, handlerCell(row), row.arguments.join(', ')];
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
