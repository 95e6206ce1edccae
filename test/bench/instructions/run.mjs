// Counts the instructions of a warm request of the usual application, packed, beside the stored build and beside the
// same work by hand on the adapter of an empty Nest application, which is the limit of any library on Nest. No other
// load of the machine changes a count by more than about a hundredth. Ends with 1 above the limit.
// npm run bench -- instructions [--base FILE.tgz] [--alone]; ADAPTER and WORKS choose, FROM and TO are the requests
// between which it counts, and `--alone` leaves out the limit.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install, pack, STORED } from '../gate/packages.mjs';
import { adapters, only } from '../harness/settings.mjs';
import { head, row } from '../harness/statistics.mjs';
import { USUAL_WORKS } from '../http/works.mjs';
import { instructionsOf } from './count.mjs';

const LIMIT = 1.02;
const { 'cached list': hit, ...others } = USUAL_WORKS;
const WORKS = { ...others, hit, unauthorized: { path: '/items/7', status: 401 } };
const BY_HAND = new Set(['one', 'list', 'order', 'unauthorized']);

const works = only('WORKS', Object.keys(WORKS));
const { values: asked } = parseArgs({
  options: {
    base: { type: 'string', default: STORED },
    alone: { type: 'boolean', default: false },
  },
});
if (spawnSync('valgrind', ['--version']).status !== 0) {
  throw new Error('Instructions are counted by valgrind. Install it: apt-get install valgrind.');
}
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-instructions-'));
try {
  const base = install(asked.base, join(folder, 'base'));
  const ours = install(pack(folder), join(folder, 'head'));
  const failures = [];
  for (const adapter of adapters) {
    console.log(
      head([`on ${adapter}`, 'instructions', 'stored build', 'ratio', 'by hand', 'more']),
    );
    for (const name of works) failures.push(...(await compare({ base, ours, adapter, name })));
  }
  for (const failure of failures) console.error(`\n${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints a row, and returns what is above the limit. */
async function compare({ base, ours, adapter, name }) {
  const contender = { args: [adapter], env: { USUAL: '1' }, base: '/api/acme/v1' };
  const count = (script) => instructionsOf({ ...contender, script }, WORKS[name]);
  const [counted, stored] = [await count(ours), await count(base)];
  const isByHand = !asked.alone && BY_HAND.has(name);
  const byHand = isByHand ? await byHandOn(adapter, WORKS[name]) : undefined;
  const ratio = counted / stored;
  const thousands = (value) => (value === undefined ? '–' : `${Math.round(value / 1000)} 000`);
  console.log(
    row([
      `\`${name}\``,
      thousands(counted),
      thousands(stored),
      ratio.toFixed(3),
      thousands(byHand),
      thousands(byHand && counted - byHand),
    ]),
  );
  if (ratio <= LIMIT) return [];
  return [
    `${name} on ${adapter} takes ${ratio.toFixed(3)} times the instructions of the stored build; the limit is ${LIMIT}.`,
  ];
}

function byHandOn(adapter, work) {
  const script = fileURLToPath(new URL(`../http/contenders/raw-${adapter}.mjs`, import.meta.url));
  return instructionsOf({ script, args: [], env: { USUAL: '1', ON_NEST: '1' } }, work);
}
