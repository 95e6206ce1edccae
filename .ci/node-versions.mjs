// Runs the tests of HTTP, of the plugins and of the examples in docs on the other majors of Node that are
// supported; the whole suite runs on the oldest: node .ci/node-versions.mjs [--plugins] [path of a node]...
// `--plugins` leaves out the tests of HTTP, which `.ci/run` has on these majors in other steps. Needs the build.
// Ends with 1 if a test fails or all of it takes too long.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, withNode } from './install-node.mjs';
import { ONCE_ON_EACH_ADAPTER } from './scratch-project.mjs';

const MAJORS = ['22', '24', '26'];
// The other house tests only read sources, and the builds of test/compiler/integrations/nest-build.builds take minutes.
const PLUGINS = [
  'test/compiler/integrations/register.builds',
  'test/compiler/integrations/jest-transformer.builds',
  'test/compiler/integrations/bundler-plugin.builds',
  'test/compiler/integrations/rspack.builds',
];
const HTTP = [
  'test/lifecycle/',
  'test/nest/',
  'test/platform/',
  'test/routing/',
  'test/features/',
  'test/house/docs-examples',
];
const MINUTES = 20;

const deadline = Date.now() + MINUTES * 60_000;
const paths = process.argv.slice(2).filter((word) => word !== '--plugins');
const tests = process.argv.includes('--plugins') ? PLUGINS : [...PLUGINS, ...HTTP];

try {
  if (!existsSync('dist')) throw new Error('There is no dist: run "npm run build" first.');
  if (paths.length > 0) for (const path of paths) runTests(describe(path));
  else withNode(MAJORS, (nodes) => nodes.forEach(runTests));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function runTests({ binary, env, version }) {
  console.log(`\nTests on Node ${version}`);
  const projects = [...ONCE_ON_EACH_ADAPTER, '--project=builds'];
  const options = ['run', '--typecheck.enabled=false', ...projects, ...tests];
  const timeout = Math.max(1, deadline - Date.now());
  const { status, signal } = spawnSync(binary, ['node_modules/vitest/vitest.mjs', ...options], {
    stdio: 'inherit',
    timeout,
    env,
  });
  if (signal !== null) throw new Error(`The tests did not end within ${MINUTES} minutes.`);
  if (status !== 0) throw new Error(`The tests on Node ${version} ended with ${status}.`);
}
