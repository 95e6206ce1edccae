import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sourcesOf } from './library.js';

/** How Vitest skips tests. Only `skipIf` may be used, with a condition that prints its reason. */
const SKIPS = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails', 'only']);

test('a test that is skipped prints what is skipped and why', () => {
  const silent = sourcesOf('test').flatMap((path) => silentSkipsIn(path, readSource(path)));
  expect(silent, 'Write skipIf(loudly(condition, what, why)).').toEqual([]);
});

test('a silent skip is found', () => {
  const code = `test.skipIf(loudly(a, 'b', 'c'))('d', e);\ntest.skipIf(a)('d', e);\nit.skip('f');`;
  expect(silentSkipsIn('x.ts', code)).toEqual(['x.ts:2', 'x.ts:3']);
});

function silentSkipsIn(path: string, code: string): readonly string[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSkip(node.expression) && !isLoud(node)) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `test.skipIf`, `describe.skip`, `it.todo`. */
function isSkip(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || !SKIPS.has(callee.name.text)) return false;
  return /^(?:it|test|describe)\b/.test(callee.getText());
}

function isLoud({ expression, arguments: [condition] }: ts.CallExpression): boolean {
  const isConditional =
    ts.isPropertyAccessExpression(expression) && expression.name.text === 'skipIf';
  const isCall = condition !== undefined && ts.isCallExpression(condition);
  return isConditional && isCall && condition.expression.getText() === 'loudly';
}
