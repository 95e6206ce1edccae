import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sourcesOf } from './library.js';

/** The most lines that the median function and 95 of 100 functions have. */
const MEDIAN = 5;
const NINETY_FIFTH = 16;

interface Measured {
  readonly lines: number;
  readonly place: string;
}

const functions = sourcesOf('lib')
  .flatMap((path) => functionsIn(path, readSource(path)))
  .toSorted((a, b) => a.lines - b.lines);

test('the median function of lib has at most 5 lines', () => {
  expect(functions.length).toBeGreaterThan(1500);
  expect(functions[Math.floor(functions.length / 2)]?.lines).toBeLessThanOrEqual(MEDIAN);
});

test('95 of 100 functions of lib have at most 16 lines', () => {
  const long = functions.filter(({ lines }) => lines > NINETY_FIFTH).toReversed();
  const share = long.length / functions.length;
  const list = long.map(({ lines, place }) => `${lines} ${place}`).join('\n');
  expect(share, `${long.length} of ${functions.length} functions:\n${list}`).toBeLessThanOrEqual(
    0.05,
  );
});

test('a function is measured from its first to its last line', () => {
  const code =
    'const a = () => 1;\nclass A {\n  get b() {\n    return () => {\n    };\n  }\n  c;\n}';
  expect(functionsIn('x.ts', code).map(({ lines }) => lines)).toEqual([1, 4, 2]);
});

/** Every function, method, accessor and constructor with a body. */
function functionsIn(path: string, code: string): readonly Measured[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
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
