import type { Tree } from '@angular-devkit/schematics';
import { ts } from '../../compiler/program/typescript.js';
import { plainName } from '../../compiler/syntax/nodes.js';
import {
  type Edit,
  indentOf,
  insert,
  parse,
  replaceNode,
  withEdits,
} from '../../compiler/syntax/text-edits.js';
import { isJsonObject } from '../../shared/records.js';

/** Reads a JSON file; a missing file reads as an empty object. */
export function readJson(tree: Tree, path: string): Record<string, unknown> {
  // Some tools on Windows write a byte order mark.
  const text = tree
    .read(path)
    ?.toString()
    .replace(/^\ufeff/, '');
  return JSON.parse(text ?? '{}') as Record<string, unknown>;
}

/** Writes a JSON file. Unchanged parts keep their formatting: on one line, or with any indentation. */
export function writeJson(tree: Tree, path: string, value: unknown): void {
  const text = tree.read(path)?.toString();
  if (text === undefined) tree.create(path, `${JSON.stringify(value, undefined, 2)}\n`);
  else tree.overwrite(path, withJson(text, value));
}

/** How a file writes its values. */
interface JsonStyle {
  /** The indentation of one level; `undefined` if the file has one line. */
  readonly indentation: string | undefined;
  /** Whether colons and commas have no space after them. */
  readonly isCompact: boolean;
}

function withJson(text: string, value: unknown): string {
  const [statement] = parse(text, 'file.json').statements;
  if (statement === undefined || !ts.isExpressionStatement(statement)) return text;
  const line = text.trim();
  const isOneLine = !line.includes('\n') && line !== '{}';
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const style = {
    indentation: isOneLine ? undefined : indentation,
    isCompact: isOneLine && !/[:,{[]\s/.test(line),
  };
  return withEdits(text, editsOf(statement.expression, value, style));
}

/** The changes that give a node another value. */
function editsOf(node: ts.Expression, value: unknown, style: JsonStyle): readonly Edit[] {
  if (JSON.stringify(JSON.parse(node.getText())) === JSON.stringify(value)) return [];
  if (ts.isObjectLiteralExpression(node) && isJsonObject(value)) {
    const old = node.properties.filter(ts.isPropertyAssignment);
    const names = old.map(({ name }) => plainName(name) ?? '');
    if (names.length > 0 && names.every((name) => name in value)) {
      const fresh = Object.entries(value).filter(([name]) => !names.includes(name));
      return [
        ...old.flatMap((one, at) => editsOf(one.initializer, value[names[at] ?? ''], style)),
        ...added(node, old, fresh, style),
      ];
    }
  }
  if (ts.isArrayLiteralExpression(node) && Array.isArray(value)) {
    const old = [...node.elements];
    if (old.length > 0 && old.length <= value.length) {
      const fresh = value.slice(old.length).map((one: unknown) => ['', one] as const);
      return [
        ...old.flatMap((one, at) => editsOf(one, value[at], style)),
        ...added(node, old, fresh, style),
      ];
    }
  }
  return [replaceNode(node, print(value, indentOf(node), style))];
}

/** Adds members after the last one, on lines of their own if the others are. */
function added(
  node: ts.Node,
  old: readonly ts.Node[],
  fresh: readonly (readonly [name: string, value: unknown])[],
  style: JsonStyle,
): readonly Edit[] {
  const last = old.at(-1);
  if (last === undefined) return [];
  const isOneLine = !node.getText().includes('\n');
  const own = isOneLine ? { ...style, indentation: undefined } : style;
  const indent = indentOf(last);
  const between = isOneLine ? (style.isCompact ? ',' : ', ') : `,\n${indent}`;
  const colon = style.isCompact ? ':' : ': ';
  return fresh.map(([name, value]) => {
    const key = name === '' ? '' : `${JSON.stringify(name)}${colon}`;
    return insert(last.getEnd(), `${between}${key}${print(value, indent, own)}`);
  });
}

function print(value: unknown, indent: string, { indentation, isCompact }: JsonStyle): string {
  if (isCompact) return JSON.stringify(value);
  if (indentation === undefined) return printOnLine(value);
  return JSON.stringify(value, undefined, indentation).replaceAll('\n', `\n${indent}`);
}

function printOnLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printOnLine).join(', ')}]`;
  if (!isJsonObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${printOnLine(one)}`,
  );
  return `{ ${members.join(', ')} }`;
}
