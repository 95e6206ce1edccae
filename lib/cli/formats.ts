import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';

/** @throws InvalidArgumentException for one that does not exist. */
export function formatNamed<Format>(
  formats: Readonly<Record<string, Format>>,
  name: string,
): Format {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  throw new InvalidArgumentException(
    `--format is ${Object.keys(formats).join(', ')}, not ${JSON.stringify(name)}.`,
  );
}

export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (at: number): number => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  const widths = rows[0]?.map((_, at) => widthOf(at)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function markdownLines(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Lines of at most `columns` characters, broken at spaces; a longer word is divided. */
export function wrapped(text: string, columns: number, indent: string): readonly string[] {
  const width = Math.max(columns - indent.length, 1);
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest].map((line) => `${indent}${line}`);
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
