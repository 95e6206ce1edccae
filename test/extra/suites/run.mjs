// Runs the test suite of Nest with this library in every root module, and prints the totals. The library has a cached
// GET and a POST with a capability. It takes a checkout of that project with its dependencies installed; it fetches and
// builds nothing, and writes nothing into it. Needs `npm run build`.
//
//   node test/extra/suites/run.mjs nest --source ../nest [--only integration/hello-world]
//   node test/extra/suites/run.mjs nest --source ../nest --without     the totals without the library
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const SUITES = { nest: runNest };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    source: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'boolean', default: false },
  },
});
const suite = SUITES[positionals[0]];
if (suite === undefined || values.source === undefined) {
  console.error('Usage: node test/extra/suites/run.mjs nest --source <checkout> [--without]');
  process.exit(2);
}
const source = resolve(values.source);
for (const path of [join(source, 'node_modules'), here('../../../dist/index.js')]) {
  if (existsSync(path)) continue;
  console.error(`${path} is missing: install the checkout, and run "npm run build" here.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-suite-'));
try {
  const { passed, failed, skipped, failures, applied } = suite(join(folder, 'results.json'));
  for (const title of failures) console.log(`FAILED: ${title}`);
  console.log(`${positionals[0]}, ${values.without ? 'without the library' : applied}:`);
  console.log(
    `${passed} of ${passed + failed} passed, ${skipped} skipped, Node ${process.version}`,
  );
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** By the configuration of its integration tests, extended by ours. */
function runNest(results) {
  const counted = join(folder, 'applied');
  node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--root=${source}`,
      `--config=${here('nest-config.mjs')}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...values.only,
    ],
    { SUITE_SOURCE: source, SUITE_COUNT: counted, SUITE_WITHOUT: values.without ? '1' : '' },
  );
  const applications = existsSync(counted) ? readFileSync(counted, 'utf8').length : 0;
  if (applications === 0 && !values.without) throw new Error('No application had the routes.');
  const { testResults, ...totals } = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((one) => one.status === 'failed');
    if (titles.length === 0 && status === 'failed') return [`${name} (did not load)`];
    return titles.map(({ fullName }) => `${name}: ${fullName}`);
  });
  return {
    passed: totals.numPassedTests,
    failed: failed.length,
    skipped: totals.numPendingTests + totals.numTodoTests,
    failures: failed,
    applied: `with RestModule and two routes in ${applications} applications`,
  };
}

function node(args, env) {
  const { error } = spawnSync(process.execPath, args, {
    cwd: source,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) throw error;
}
