import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf, parseSource } from './library.js';

const VITEST = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');

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

test('the last line of a run repeats each thing that was skipped, and why, once', () => {
  const folder = mkdtempSync(join(REPOSITORY, 'node_modules/.skips-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const support = join(REPOSITORY, 'test/support');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { repeatSkips } from '${support}/repeat-skips.js';
export default { test: { onConsoleLog: repeatSkips(), projects: [{ test: { include: ['*.test.ts'] } }] } };\n`,
  );
  for (const name of ['one', 'other']) {
    writeFileSync(
      join(folder, `${name}.test.ts`),
      `import { test } from 'vitest';
import { loudly } from '${support}/skip-loudly.js';
test.skipIf(loudly(true, 'the proxy', 'there is no nginx on the path'))('a', () => undefined);
test.skipIf(loudly(true, 'the ${name} store', 'there is no server on the path'))('b', () => undefined);
test.skipIf(loudly(false, 'the sample', 'it is not built'))('c', () => undefined);\n`,
    );
  }
  const { stdout } = spawnSync(
    process.execPath,
    [VITEST, 'run', '--root', folder, '--reporter=dot'],
    { encoding: 'utf8', env: { ...process.env, VITEST: undefined } },
  );
  expect(stdout.trim().split('\n').at(-1)).toBe(
    'SKIPPED in this run: the one store: there is no server on the path; the other store: there is no server on the path; the proxy: there is no nginx on the path.',
  );
});

function silentSkipsIn(path: string, code: string): readonly string[] {
  const source = parseSource(path, code);
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
