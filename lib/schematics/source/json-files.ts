import type { Tree } from '@angular-devkit/schematics';
import { applyEdits, modify, parse, printParseErrorCode, SchematicsException } from '../devkit.js';
import { ts } from '../../compiler/program/typescript.js';
import { optionOf } from '../../compiler/syntax/nodes.js';
import {
  appendElements,
  parse as parseSource,
  replaceNode,
  withEdits,
  type Edit,
} from '../../compiler/syntax/text-edits.js';
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

/** A file on one line stays on one line. In any other, an element or a property is written as its neighbours are. */
function withChange(text: string, change: JsonChange): string {
  const isOnOneLine = !text.trim().includes('\n');
  const edits = isOnOneLine ? undefined : besideNeighbours(text, change);
  return edits === undefined ? withNewPlace(text, change) : withEdits(text, edits);
}

/** `undefined` if the element or the property would be the first one. */
function besideNeighbours(text: string, [place, value]: JsonChange): readonly Edit[] | undefined {
  const [statement] = parseSource(text, 'file.json').statements;
  let node =
    statement !== undefined && ts.isExpressionStatement(statement)
      ? statement.expression
      : undefined;
  for (const [index, part] of place.entries()) {
    if (node === undefined) return undefined;
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) {
      return appendElements(node.elements, [textOf(value)]);
    }
    const found = optionOf(node, String(part));
    if (found === undefined && ts.isObjectLiteralExpression(node) && node.properties.length > 0) {
      const rest = place.slice(index + 1).reduceRight(within, value);
      return appendElements(node.properties, [`${JSON.stringify(part)}: ${textOf(rest)}`]);
    }
    node = found;
  }
  return node && [replaceNode(node, textOf(value))];
}

function within(value: unknown, part: string | number): unknown {
  return part === -1 ? [value] : { [part]: value };
}

/** On one line, with the spaces that people and Prettier write. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${textOf(one)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function withNewPlace(text: string, [place, value]: JsonChange): string {
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const isFormatted = /\n|^\{\s*\}$/.test(text.trim());
  return applyEdits(
    text,
    modify(text, [...place], value, isFormatted ? { formattingOptions } : {}),
  );
}
