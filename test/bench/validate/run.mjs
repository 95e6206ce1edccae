// What validating and sanitizing costs by itself, without HTTP.
// npm run bench -- validate; ROUNDS chooses how many.
import { fileURLToPath } from 'node:url';
import { describeRun } from '../harness/machine.mjs';
import { reportOf } from '../harness/report.mjs';
import { rounds } from '../harness/settings.mjs';
import { head, median, medianRatio, row } from '../harness/statistics.mjs';
import { CASES } from './cases.mjs';
import { contenders } from './contenders.mjs';
import { BURSTS, CALLS } from './settings.mjs';

const script = fileURLToPath(new URL('./contender.mjs', import.meta.url));

const names = Object.keys(await contenders());
console.log(
  describeRun(
    `${rounds} rounds of ${BURSTS} bursts of ${CALLS} calls, each in a process of its own`,
  ),
);
const runs = [];
for (let round = 0; round < rounds; round++) {
  const times = {};
  for (const name of names) times[name] = await reportOf(script, [name]);
  runs.push(times);
}
for (const work of Object.keys(CASES)) {
  console.log(head([`\`${work}\``, 'ns a call', 'of by hand']));
  for (const name of names.filter((one) => runs[0]?.[one][work] !== undefined)) {
    const nanoseconds = median(runs.map((times) => times[name][work])).toFixed(0);
    const ratio = medianRatio(
      runs,
      (times) => times[name][work],
      (times) => times['by hand'][work],
    );
    console.log(row([name, nanoseconds, ratio]));
  }
}
