// Runs what the uncommitted change reaches: npm run test:mine. With a name, what has changed since that commit:
// npm run test:mine -- main. It is a quick look: before a commit, `npm test` runs all.
import { execFileSync, spawnSync } from 'node:child_process';
import { reachOf } from './support/reach-of-change.mjs';

const [since = 'HEAD'] = process.argv.slice(2);

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '');

const changed = [
  ...git('diff', '--name-only', '--relative', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const { tests, reasons } = reachOf(changed);
for (const reason of reasons) console.log(reason);
if (tests.length > 0) {
  const projects = ['fastify', 'counted'].map((name) => `--project=${name}`);
  const args = ['run', '--passWithNoTests', ...projects, ...(tests === 'all' ? [] : tests)];
  const vitest = 'node_modules/vitest/vitest.mjs';
  const { status } = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
