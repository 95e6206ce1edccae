// The first hour of a newcomer: npm run test:extra -- first-hour. It makes each application of `nest new`, installs
// the packed library, and does what docs/getting-started.md says, with no step between by hand.
// --only ROW runs one row, --keep leaves its folder.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createFiles, createShell, pack } from './application.mjs';
import { ROWS } from './rows.mjs';
import { STEPS, TYPED } from './steps.mjs';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, keep: { type: 'boolean' } },
});

const scratch = mkdtempSync(join(tmpdir(), 'rest-routes-first-hour-'));
try {
  checkDocumentation();
  const tarball = pack(scratch);
  const rows = ROWS.filter(({ name }) => options.only?.includes(name) ?? true);
  if (rows.length === 0) throw new Error(`There are ${ROWS.map(({ name }) => name).join(', ')}.`);
  const results = [];
  for (const row of rows) results.push(await runRow(row, tarball));
  console.log(tableOf(results));
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { row, error } of failed) console.error(`\n${row.name}: ${error}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  if (options.keep === true) console.log(`The applications are in ${scratch}.`);
  else rmSync(scratch, { recursive: true, force: true });
}

/** What is typed here is what docs/getting-started.md says. */
function checkDocumentation() {
  const page = readFileSync(join(REPOSITORY, 'docs/getting-started.md'), 'utf8');
  const missing = TYPED.filter((line) => !page.includes(`${line}\n`));
  if (missing.length > 0) throw new Error(`docs/getting-started.md lacks ${missing.join(', ')}.`);
}

/** Runs the steps of a row until one fails. */
async function runRow(row, tarball) {
  const folder = join(scratch, row.name);
  const root = join(folder, 'app');
  mkdirSync(folder);
  const times = new Map();
  try {
    const shell = createShell();
    const one = {
      row,
      root,
      env: shell.env,
      files: createFiles(root),
      run: (command, fails) => shell.run(root, command, fails),
      sources: () => sourcesIn(root),
    };
    const install = ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball];
    const steps = [
      ['new', () => row.create.forEach((command) => shell.run(folder, command))],
      ['install', () => one.run(install)],
      ...STEPS,
    ];
    for (const [title, step] of steps) {
      const start = performance.now();
      await step(one);
      const seconds = (performance.now() - start) / 1000;
      times.set(title, seconds);
      console.log(`${row.name}: ${String(title)}, ${seconds.toFixed(1)} s`);
    }
    return { row, times };
  } catch (error) {
    return { row, times, error: error instanceof Error ? error.message : String(error) };
  }
}

function sourcesIn(root) {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
}

/** Seconds for each step of each row. */
function tableOf(results) {
  const titles = [...new Set(results.flatMap(({ times }) => [...times.keys()]))];
  const lines = titles.map((title) => [
    title,
    ...results.map(({ times }) => times.get(title)?.toFixed(1) ?? '-'),
  ]);
  const totals = results.map(({ times }) => [...times.values()].reduce((a, b) => a + b, 0));
  const all = [
    ['seconds', ...results.map(({ row }) => row.name)],
    ...lines,
    ['in all', ...totals.map((total) => total.toFixed(0))],
    ['result', ...results.map(({ error }) => (error === undefined ? 'ok' : 'FAILED'))],
  ];
  const width = (column) => Math.max(...all.map((line) => line[column].length));
  return all.map((line) => line.map((cell, at) => cell.padEnd(width(at))).join('  ')).join('\n');
}
