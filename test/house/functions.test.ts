import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sourcesOf, parseSource } from './library.js';

/** The most lines of a function and of a file. */
const FUNCTION_LINES = 60;
const FILE_LINES = 300;

interface Measured {
  readonly lines: number;
  readonly place: string;
}

const files = sourcesOf('lib').map((path) => ({ path, code: readSource(path) }));

test('no function of lib has more than 60 lines', () => {
  const functions = files.flatMap(({ path, code }) => functionsIn(path, code));
  expect(functions.length).toBeGreaterThan(500);
  expect(functions.filter(({ lines }) => lines > FUNCTION_LINES)).toEqual([]);
});

test('no file of lib has more than 300 lines', () => {
  const sizes = files.map(({ path, code }) => ({ path, lines: code.trimEnd().split('\n').length }));
  expect(sizes.filter(({ lines }) => lines > FILE_LINES)).toEqual([]);
});

test('a function is measured from its first to its last line', () => {
  const code =
    'const a = () => 1;\nclass A {\n  get b() {\n    return () => {\n    };\n  }\n  c;\n}';
  expect(functionsIn('x.ts', code).map(({ lines }) => lines)).toEqual([1, 4, 2]);
});

/** Every function, method, accessor and constructor with a body. */
function functionsIn(path: string, code: string): readonly Measured[] {
  const source = parseSource(path, code);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = lineOf(node.getStart());
      found.push({ lines: lineOf(node.end) - first + 1, place: `${path}:${first}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
