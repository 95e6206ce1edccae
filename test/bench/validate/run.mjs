// What it costs to validate and sanitize the arguments of `one` and `order`, in this process.
// node test/bench/validate/run.mjs [rounds] — after `npm run build`.
import assert from 'node:assert/strict';
import { contenders } from './contenders.mjs';
import { CASES } from './cases.mjs';

const rounds = Number(process.argv[2] ?? 7);
const CALLS = 200_000;
/** Kept, so that nothing is optimised away. */
let last;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const all = await contenders();
for (const [work, { accepted, refused }] of Object.entries(CASES)) {
  for (const [name, validators] of Object.entries(all)) {
    assert.deepEqual(
      plain(await validators[work](accepted())),
      accepted('typed'),
      `${name}: ${work}`,
    );
    for (const value of refused)
      assert.equal(await validators[work](value), undefined, `${name}: ${JSON.stringify(value)}`);
  }
  const times = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, validators] of Object.entries(all))
      times[name].push(await time(validators[work], accepted()));
  }
  const hand = median(times['by hand']);
  console.log(`\n| \`${work}\` | ns a call | of by hand |\n|---|---|---|`);
  for (const [name, values] of Object.entries(times))
    console.log(
      `| ${name} | ${median(values).toFixed(0)} | ${(median(values) / hand).toFixed(2)} |`,
    );
}

/** Instances of a class are as good as plain objects. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

async function time(validate, value) {
  const isAsync = validate(value) instanceof Promise;
  const calls = isAsync ? CALLS / 20 : CALLS;
  for (let at = 0; at < calls / 10; at++) last = isAsync ? await validate(value) : validate(value);
  const start = process.hrtime.bigint();
  for (let at = 0; at < calls; at++) last = isAsync ? await validate(value) : validate(value);
  assert.notEqual(last, undefined);
  return Number(process.hrtime.bigint() - start) / calls;
}
