// What validating and sanitizing costs by itself, in this process.
// npm run bench:validate; ROUNDS chooses how many.
import assert from 'node:assert/strict';
import { describeRun } from '../harness/machine.mjs';
import { rounds } from '../harness/settings.mjs';
import { head, median, medianRatio, row } from '../harness/statistics.mjs';
import { CASES } from './cases.mjs';
import { contenders } from './contenders.mjs';

const CALLS = 200_000;
/** Kept, so that nothing is optimised away. */
let last;

/** Instances of a class are as good as plain objects. */
const plain = (value) => JSON.parse(JSON.stringify(value));

async function prove(name, validate, { accepted, refused }) {
  for (const [given, expected] of accepted)
    assert.deepEqual(plain(await validate(given())), expected, name);
  for (const value of refused) {
    const what = `${name} accepts ${JSON.stringify(value)}`;
    assert.equal(await validate(structuredClone(value)), undefined, what);
  }
}

/** Nanoseconds a call. */
async function time(validate, value) {
  const isAsync = validate(value) instanceof Promise;
  const calls = isAsync ? CALLS / 20 : CALLS;
  const run = isAsync ? runAsync : runSync;
  await run(validate, value, calls / 10);
  const start = process.hrtime.bigint();
  await run(validate, value, calls);
  assert.notEqual(last, undefined);
  return Number(process.hrtime.bigint() - start) / calls;
}

function runSync(validate, value, calls) {
  for (let at = 0; at < calls; at++) last = validate(value);
}

async function runAsync(validate, value, calls) {
  for (let at = 0; at < calls; at++) last = await validate(value);
}

const all = Object.entries(await contenders());
console.log(describeRun(`${rounds} rounds of ${CALLS} calls`));
for (const [work, cases] of Object.entries(CASES)) {
  for (const [name, validators] of all) await prove(`${name}: ${work}`, validators[work], cases);
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const times = {};
    for (const [name, validators] of all)
      times[name] = await time(validators[work], cases.accepted[0][0]());
    runs.push(times);
  }
  console.log(head([`\`${work}\``, 'ns a call', 'of by hand']));
  for (const [name] of all) {
    const nanoseconds = median(runs.map((times) => times[name])).toFixed(0);
    const ratio = medianRatio(
      runs,
      (times) => times[name],
      (times) => times['by hand'],
    );
    console.log(row([name, nanoseconds, ratio]));
  }
}
