// Nanoseconds of one operation, with an optimisation on or off: node operations.mjs CASE on|off.
import 'reflect-metadata';
import { shipped } from '../harness/shipped.mjs';

const { mergeObjects } = await shipped('mergeObjects');
const [, , name, variant] = process.argv;
const one = { className: 'A', methodName: 'b', index: 1 };
const two = { name: 'page', type: 'integer' };

const OPERATIONS = {
  'merged objects': {
    on: () => mergeObjects(one, two, { options: two }),
    off: () => ({ ...one, ...two, options: two }),
  },
};

const operation = OPERATIONS[name][variant];
let kept;

/** Called from as deep as the steps of a request are. */
function deep(depth) {
  return depth === 0 ? operation() : deep(depth - 1);
}

function measure(count) {
  const since = process.hrtime.bigint();
  for (let turn = 0; turn < count; turn++) kept = deep(12);
  return Number(process.hrtime.bigint() - since) / count;
}

measure(100_000);
const times = Array.from({ length: 9 }, () => measure(100_000)).toSorted((a, b) => a - b);
process.stdout.write(String(kept === undefined ? Number.NaN : times[4]));
