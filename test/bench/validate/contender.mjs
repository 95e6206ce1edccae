// One contender in a process of its own, since V8 learns from all that a process has done before: node
// contender.mjs <name>. Proves that it accepts and refuses what it should, and says its times.
import assert from 'node:assert/strict';
import { median } from '../harness/statistics.mjs';
import { CASES } from './cases.mjs';
import { contenders } from './contenders.mjs';
import { BURSTS, CALLS } from './settings.mjs';

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

/** Nanoseconds a call. Bursts, as V8 leaves a single long loop with what it knew of it at first. */
async function time(validate, value) {
  const isAsync = validate(value) instanceof Promise;
  const calls = isAsync ? CALLS / 20 : CALLS;
  const run = isAsync ? runAsync : runSync;
  const bursts = [];
  for (let burst = 0; burst < BURSTS; burst++) {
    const start = process.hrtime.bigint();
    await run(validate, value, calls);
    bursts.push(Number(process.hrtime.bigint() - start) / calls);
  }
  assert.notEqual(last, undefined);
  return median(bursts);
}

function runSync(validate, value, calls) {
  for (let at = 0; at < calls; at++) last = validate(value);
}

async function runAsync(validate, value, calls) {
  for (let at = 0; at < calls; at++) last = await validate(value);
}

const [, , name] = process.argv;
const { [name]: validators } = await contenders();
const times = {};
for (const [work, cases] of Object.entries(CASES)) {
  // What a contender cannot express is left out of its table.
  if (validators[work] === undefined) continue;
  await prove(`${name}: ${work}`, validators[work], cases);
  times[work] = await time(validators[work], cases.accepted[0][0]());
}
process.send(times);
process.disconnect();
