// From the start of a process to its first answer, the part after the imports, and memory: ours and
// plain Nest with class-validator. npm run bench -- start; ROUNDS and ADAPTER choose.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describeRun } from '../harness/machine.mjs';
import { reportOf } from '../harness/report.mjs';
import { adapters, rounds } from '../harness/settings.mjs';
import { head, median, medianRatio, row } from '../harness/statistics.mjs';

const script = fileURLToPath(new URL('./application.mjs', import.meta.url));
const COLUMNS = {
  'first answer, ms': ({ answered }) => answered,
  'after imports, ms': ({ imported, answered }) => answered - imported,
  'heap, MiB': ({ heapUsed }) => heapUsed / 2 ** 20,
  'resident, MiB': ({ resident }) => resident / 2 ** 20,
};

const run = (contender, adapter, count) =>
  reportOf(script, [contender, adapter, String(count)], { flags: ['--expose-gc'] });

async function measurePair(adapter, count) {
  const ours = await run('rest', adapter, count);
  const nest = await run('nest', adapter, count);
  assert.deepEqual(ours.answers, nest.answers, 'they do not answer the same');
  return { ours, nest };
}

console.log(describeRun(`${rounds} rounds`));
const titles = Object.keys(COLUMNS).map((title) => `${title}: ours / Nest (ratio)`);
console.log(head(['adapter', 'controllers × 5 routes', ...titles]));
for (const adapter of adapters) {
  for (const count of [1, 50, 200]) {
    const pairs = [];
    for (let round = 0; round < rounds; round++) pairs.push(await measurePair(adapter, count));
    const cells = Object.values(COLUMNS).map((read) => {
      const [ours, nest] = ['ours', 'nest'].map((who) =>
        median(pairs.map((pair) => read(pair[who]))),
      );
      const ratio = medianRatio(
        pairs,
        (pair) => read(pair.ours),
        (pair) => read(pair.nest),
      );
      return `${ours.toFixed(0)} / ${nest.toFixed(0)} (${ratio})`;
    });
    console.log(row([adapter, count, ...cells]));
  }
}
