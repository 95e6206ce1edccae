/**
 * Plants faults in a copy of `lib`, and lists those that tests find: their number is a measure of the tests. The same
 * seed plants the same faults in the same sources.
 *
 *   npm run test:extra -- mutation --results ../mutation.jsonl           # 60 faults, an hour; begins where it ended
 *   npm run test:extra -- mutation --results ../mutation.jsonl --report  # what is known so far
 *   npm run test:extra -- mutation --list                                # the faults
 *
 * Of `npm test`, and then of the rest of `npm run test:all`, a fault alone is put to the tests that are likely to find it.
 * Those that are left are put to all tests together, and each alone to the tests that failed then. What needs a build is
 * left out: it would be built for each fault. `--seed` and `--count` choose other faults, `--only likely` and `--only whole`
 * do one of the two steps, `--minutes` is the limit of a run of tests, `--suite` names one of the two commands.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFaults } from './choose.mjs';
import { withCopy, withFaults } from './copy.mjs';
import { likelyTests } from './likely-tests.mjs';
import { report } from './report.mjs';
import { Tests } from './tests.mjs';

const { values } = parseArgs({
  options: {
    results: { type: 'string' },
    seed: { type: 'string', default: '1001' },
    count: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '60' },
    only: { type: 'string' },
    suite: { type: 'string' },
    list: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

/** The projects of `vitest.config.ts`. */
const SUITES = {
  'npm test': ['fastify', 'counted'],
  'npm run test:all': ['express', 'whole', 'bare', 'counted-express'],
};

/** The plugin that compiles the tests is loaded once for a process. */
const COMPILES_TESTS = /^lib\/compiler\//;

const root = resolve('.');
const limit = Number(values.minutes) * 60_000;

if (values.list) for (const fault of faults()) console.log(lineOf(fault));
else if (values.report) console.log(report(faults(), readResults()));
else await withCopy(root, run);

function faults() {
  return chooseFaults(root, { seed: Number(values.seed), count: Number(values.count) });
}

function lineOf({ id, kind, before, after }) {
  const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${kind.padEnd(20)} ${id}  ${short(before)} → ${short(after)}`;
}

async function run(folder) {
  if (values.results === undefined) throw new Error('--results FILE, outside of the repository');
  const all = faults();
  for (const [suite, projects] of Object.entries(SUITES)) {
    if (values.suite !== undefined && values.suite !== suite) continue;
    const tests = new Tests(folder, projects, limit);
    if (values.only !== 'whole') await alone(folder, suite, tests, untried(all, suite, 'likely'));
    const left = new Set(untried(all, suite, 'likely'));
    if (values.only !== 'likely') {
      const tried = untried(all, suite, 'whole').filter((fault) => !left.has(fault));
      await together(folder, suite, tests, tried);
    }
    tests.close();
  }
  console.log(report(all, readResults()));
}

/** The faults that no suite has found and that this part of a suite has not tried. */
function untried(all, suite, part) {
  const results = readResults();
  const known = new Set(
    results
      .filter((one) => one.failure !== undefined || (one.suite === suite && one.part === part))
      .map(({ id }) => id),
  );
  return all.filter(({ id }) => !known.has(id));
}

async function alone(folder, suite, tests, left) {
  for (const [at, fault] of left.entries()) {
    console.log(`${suite}, ${at + 1} of ${left.length}: ${lineOf(fault)}`);
    const likely = likelyTests(folder, fault.path).map((file) => join(folder, file));
    keep(fault, suite, 'likely', await failureOf(folder, tests, fault, likely));
  }
}

async function together(folder, suite, tests, left) {
  if (left.length === 0) return;
  console.log(`${suite}: all tests with ${left.length} faults`);
  const failed = await withFaults(folder, left, async (changed) => {
    if (left.some(({ path }) => COMPILES_TESTS.test(path))) tests.close();
    return tests.failures(changed, await tests.files());
  });
  const hasEnded = failed.every(({ file }) => file !== '');
  if (!hasEnded && left.length > 1) {
    tests.close();
    const half = Math.ceil(left.length / 2);
    await together(folder, suite, tests, left.slice(0, half));
    await together(folder, suite, tests, left.slice(half));
    return;
  }
  const files = await withoutFailures(tests, [...new Set(failed.map(({ file }) => file))]);
  for (const fault of left) {
    const failure = hasEnded ? await failureOf(folder, tests, fault, files) : failed[0];
    keep(fault, suite, 'whole', failure);
  }
}

/** The files that pass without a fault. */
async function withoutFailures(tests, files) {
  const failed = await tests.failures([], files);
  return files.filter((path) => !failed.some(({ file }) => file === path));
}

async function failureOf(folder, tests, fault, files) {
  if (files.length === 0) return undefined;
  const isCompiler = COMPILES_TESTS.test(fault.path);
  if (isCompiler) tests.close();
  try {
    return await withFaults(folder, [fault], async (changed) => {
      const [first] = await tests.failures(changed, files, { bail: 1 });
      return first;
    });
  } finally {
    if (isCompiler) tests.close();
  }
}

function keep({ id }, suite, part, failure) {
  console.log(failure === undefined ? '  not found' : `  found by ${failure.title}`);
  appendFileSync(values.results, `${JSON.stringify({ id, suite, part, failure })}\n`);
}

function readResults() {
  if (values.results === undefined || !existsSync(values.results)) return [];
  return readFileSync(values.results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
