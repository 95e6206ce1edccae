// Runs the tests of HTTP, of the plugins and of the examples in docs on the other majors of Node that are
// supported; the whole suite runs on the oldest: node .ci/node-versions.mjs. Binaries of Node come from npm's
// packages for the platform. With paths as arguments, those binaries are used:
// node .ci/node-versions.mjs /opt/node-24/bin/node. Needs the build. Ends with 1 where a test fails or all of it
// takes too long.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installNode } from './install-node.mjs';

const MAJORS = ['22', '24'];
// The other house tests only read sources, and the builds of test/compiler/integrations/nest-build take minutes.
const TESTS = [
  'test/http/',
  'test/signature/',
  'test/compiler/integrations/register',
  'test/compiler/integrations/jest-transformer',
  'test/compiler/integrations/bundler-plugin',
  'test/compiler/integrations/rspack',
  'test/house/docs-examples',
];
/** Starts the whole corpus for the sake of its signatures, which do not depend on Node, and takes a minute. */
const LEFT_OUT = 'test/signature/corpus-boots.test.ts';
const MINUTES = 15;

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-node-'));
const deadline = Date.now() + MINUTES * 60_000;

try {
  if (!existsSync('dist')) throw new Error('There is no dist: run "npm run build" first.');
  const given = process.argv.slice(2);
  for (const node of given.length > 0 ? given : installNode(folder, MAJORS)) runTests(node);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function runTests(node) {
  const started = Date.now();
  console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  // Tests start "node" by name too.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const vitest = 'node_modules/vitest/vitest.mjs';
  run(node, [vitest, 'run', '--typecheck.enabled=false', '--exclude', LEFT_OUT, ...TESTS], { env });
  console.log(`${Math.round((Date.now() - started) / 1000)} seconds`);
}

function run(command, args, options) {
  const timeout = Math.max(1, deadline - Date.now());
  const { status, signal } = spawnSync(command, args, { stdio: 'inherit', timeout, ...options });
  if (signal !== null) throw new Error(`The tests did not end within ${MINUTES} minutes.`);
  if (status !== 0)
    throw new Error(`${command} ${args.slice(0, 2).join(' ')} ended with ${status}.`);
}
