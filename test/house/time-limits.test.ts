import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sourcesOf, parseSource } from './library.js';

/** Measurements, and checks with a configuration of their own, which `npm test` does not run. */
const APART = /^test\/(?:bench|extra)\//;

/** What a test is made of, and what starts a process. */
const LIMITED =
  /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach|spawn|spawnSync|execFile|execFileSync|fork)\b/;

test('a test has no time limit of its own, which a busy machine exceeds', () => {
  const limits = sourcesOf('test')
    .filter((path) => !APART.test(path))
    .flatMap((path) => limitsIn(path, readSource(path)));
  expect(
    limits,
    'The limit for all is HANG in vitest.config.ts; wait with "until" of test/support.',
  ).toEqual([]);
});

test('a time limit of each kind is found', () => {
  const code = `test('a', () => {}, 60_000);
test.each([1])('a', () => {}, 60_000);
beforeAll(() => {}, LIMIT);
test('a', { timeout: 1 }, () => {});
spawnSync('a', [], { timeout: 1 });
vi.waitFor(() => {});
socket.setTimeout(1);
test('a', () => {});
readIndex({ timeout: 1 });
setTimeout(() => {}, 1);`;
  expect(limitsIn('x.ts', code)).toEqual([1, 2, 3, 4, 5, 6, 7].map((line) => `x.ts:${line}`));
});

function limitsIn(path: string, code: string): readonly string[] {
  const source = parseSource(path, code);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && hasLimit(node)) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function hasLimit(call: ts.CallExpression): boolean {
  const callee = call.expression.getText();
  // By default, they give up after a second.
  if (/^vi\.wait(?:For|Until)$/.test(callee)) return true;
  if (callee.endsWith('.setTimeout')) return true;
  if (!LIMITED.test(callee)) return false;
  return isLimitAfterFunction(call) || call.arguments.some(statesTimeout);
}

/** `test(title, task, limit)`, `beforeAll(task, limit)`. */
function isLimitAfterFunction({ arguments: given }: ts.CallExpression): boolean {
  const task = given.at(-2);
  return task !== undefined && (ts.isArrowFunction(task) || ts.isFunctionExpression(task));
}

function statesTimeout(argument: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(({ name }) => name?.getText() === 'timeout');
}
