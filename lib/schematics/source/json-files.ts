import type { Tree } from '@angular-devkit/schematics';
import { applyEdits, modify, parse, printParseErrorCode, SchematicsException } from '../devkit.js';
import { isJsonObject } from '../../shared/records.js';

/** Some tools on Windows write it. */
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Reads a JSON file, which may have comments and trailing commas, as files of Jest and TypeScript do; a missing file
 * reads as an empty object.
 *
 * @throws SchematicsException that names the file and the line, before anything is changed.
 */
export function readJson(tree: Tree, path: string): Record<string, unknown> {
  const text = tree.read(path)?.toString().replace(BYTE_ORDER_MARK, '');
  if (text === undefined) return {};
  const errors: Parameters<typeof parse>[1] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && isJsonObject(value)) return value;
  const line = text.slice(0, first?.offset ?? 0).split('\n').length;
  const problem = first === undefined ? 'no object' : printParseErrorCode(first.error);
  throw new SchematicsException(
    `${path} could not be read: ${problem} in line ${line}. Correct it, and run the command again. Nothing is changed yet.`,
  );
}

/** A place and its new value. The index -1 adds to a list; objects and lists on the way are created. */
export type JsonChange = readonly [place: readonly (string | number)[], value: unknown];

/** Changes a JSON file that exists. Comments stay, and so does the formatting of lines that do not change. */
export function changeJson(tree: Tree, path: string, changes: readonly JsonChange[]): void {
  const written = tree.read(path)?.toString();
  if (written === undefined || changes.length === 0) return;
  const text = written.replace(BYTE_ORDER_MARK, '');
  const mark = written.slice(0, written.length - text.length);
  tree.overwrite(path, mark + changes.reduce(withChange, text));
}

function withChange(text: string, [place, value]: JsonChange): string {
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  // A file on one line stays on one line.
  const isFormatted = /\n|^\{\s*\}$/.test(text.trim());
  return applyEdits(
    text,
    modify(text, [...place], value, isFormatted ? { formattingOptions } : {}),
  );
}
