/**
 * Plants faults that were in the library once, each alone, and counts how many applications it takes to find each:
 *
 *   npm run test:extra -- parity-planted            # at most 200 applications for each
 *   APPLICATIONS=50 npm run test:extra -- parity-planted
 *   npm run test:extra -- parity-planted observable # those with a word in their names
 *
 * Ends with 1 if one is not found.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { FAULTS } from './faults.mjs';

const { APPLICATIONS = '200' } = process.env;

const [word = ''] = process.argv.slice(2);

for (const { name } of FAULTS.filter((one) => one.name.includes(word))) {
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.mjs')], {
    env: { ...process.env, APPLICATIONS, REDUCED: '0', PARITY_FAULT: name },
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, first] = /The first is application (\d+)/.exec(stdout) ?? [];
  if (first === undefined) process.exitCode = 1;
  console.log(`${first?.padStart(4) ?? 'none'} of ${APPLICATIONS}: ${name}`);
}
