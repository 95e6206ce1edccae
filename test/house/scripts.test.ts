import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { FAULTS } from '../extra/parity/faults.mjs';
import { allPages, readText, ROOT } from './docs/pages.js';

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
const text = allPages()
  .map((page) => page.text)
  .join('\n');

/** Of an application of `nest new`, in getting started. */
const OF_APPLICATIONS = ['start:dev', 'test:e2e'];

const DISPATCHERS = { bench: 'test/bench/run.mjs', 'test:extra': 'test/extra/run.mjs' };

const run = (...words: string[]) =>
  spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });

test('package.json has at most 14 scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(14);
});

test('the pages name only scripts that are there', () => {
  const named = new Set([...text.matchAll(/\bnpm run ([\w:-]*\w)/g)].map(([, name = '']) => name));
  const known = new Set([...Object.keys(scripts), ...OF_APPLICATIONS]);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});

test.each(Object.entries(DISPATCHERS))(
  'npm run %s lists its names, which are those of the pages',
  (script, file) => {
    expect(scripts[script]).toBe(`node ${file}`);
    const { status, stdout } = run(file);
    const [title, ...names] = stdout.trim().split('\n');
    expect([status, title]).toEqual([0, `npm run ${script} -- NAME, where NAME is one of:`]);
    const named = text.matchAll(new RegExp(`npm run ${script} -- ([\\w-]+)`, 'g'));
    const listed = new Set([...named].map(([, name = '']) => name));
    expect([...listed].toSorted()).toEqual(names.toSorted());
  },
);

test.each(Object.values(DISPATCHERS))('%s ends with 1 for an unknown name', (file) => {
  const { status, stdout, stderr } = run(file, 'constructor');
  expect([status, stderr]).toEqual([1, '"constructor" is not one of these names.\n']);
  expect(stdout).toContain('NAME is one of');
});

test('a benchmark gets the words after its name', () => {
  const { status, stderr } = run('test/bench/run.mjs', 'gate', '--no-such-option');
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--no-such-option'");
});

test('each text that parity-planted replaces is in the library', () => {
  const lost = FAULTS.filter(({ file, from }) => !readText(file).includes(from));
  expect(lost.map(({ name }) => name)).toEqual([]);
});
