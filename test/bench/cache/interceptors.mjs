// RestCacheInterceptor beside Nest's CacheInterceptor on one plain controller: requests a second on a hit, and
// how often the method runs for 200 concurrent requests that miss. npm run bench:cache; ROUNDS, SECONDS and
// ADAPTER choose.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { pinThisProcess } from '../harness/cores.mjs';
import { loader, measure } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { head, row } from '../harness/statistics.mjs';
import { start } from '../harness/server.mjs';
import { adapters, rounds, seconds } from '../harness/settings.mjs';
import { median, medianRatio } from '../harness/statistics.mjs';

const HIT = { path: '/items/cached', status: 200 };
const MISS = { path: '/items/slow', status: 200 };
const CONCURRENT = 200;

const script = fileURLToPath(new URL('./plain-controller.mjs', import.meta.url));
const contendersOf = (adapter) => [
  { name: 'RestCacheInterceptor', script, args: [adapter, 'rest'] },
  { name: 'CacheInterceptor', script, args: [adapter, 'nest'] },
];

async function callsForMisses(contender) {
  const server = await start(contender);
  const texts = await Promise.all(
    Array.from({ length: CONCURRENT }, async () => (await fetch(server.target(MISS))).text()),
  );
  assert.equal(new Set(texts).size, 1, `${contender.name} answers differently`);
  const { cachedCalls } = await server.inspect();
  await server.stop();
  return cachedCalls;
}

async function rateOfHits(contender) {
  const server = await start(contender);
  const rate = await measure(server, HIT, seconds);
  const { cachedCalls } = await server.inspect();
  assert.equal(cachedCalls, 1, `${contender.name} does not cache`);
  await server.stop();
  return rate;
}

pinThisProcess();
console.log(describeRun(`${rounds} rounds of ${seconds} s, ${loader}`));
for (const adapter of adapters) {
  const contenders = contendersOf(adapter);
  const calls = [];
  for (const contender of contenders) calls.push(await callsForMisses(contender));
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const rates = [];
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const at of order) rates[at] = await rateOfHits(contenders[at]);
    runs.push(rates);
  }
  const columns = ['requests a second on a hit', 'beside Nest', `calls for ${CONCURRENT} misses`];
  console.log(head([`plain controller on ${adapter}`, ...columns]));
  contenders.forEach(({ name }, at) => {
    const rate = runs.length === 0 ? '' : Math.round(median(runs.map((rates) => rates[at])));
    const ratio =
      runs.length === 0
        ? ''
        : medianRatio(
            runs,
            (rates) => rates[at],
            (rates) => rates[1],
          );
    console.log(row([name, rate, ratio, calls[at]]));
  });
}
