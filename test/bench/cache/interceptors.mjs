// RestCacheInterceptor beside Nest's CacheInterceptor on one plain controller: CPU time of the server on a hit, and how
// often the method runs for 200 concurrent requests that miss. npm run bench -- cache; ROUNDS, REQUESTS and ADAPTER
// choose.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure, send } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { head, row } from '../harness/statistics.mjs';
import { start } from '../harness/server.mjs';
import { adapters, requests, rounds, WARM_UP } from '../harness/settings.mjs';
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

async function cpuOfHits(contender) {
  const server = await start(contender);
  await send(server.target(HIT), HIT, WARM_UP);
  const cpu = await measure(server, HIT, requests);
  const { cachedCalls } = await server.inspect();
  assert.equal(cachedCalls, 1, `${contender.name} does not cache`);
  await server.stop();
  return cpu;
}

pinThisProcess();
console.log(describeRun(`${rounds} rounds of ${requests} requests`));
for (const adapter of adapters) {
  const contenders = contendersOf(adapter);
  const calls = [];
  for (const contender of contenders) calls.push(await callsForMisses(contender));
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const rates = [];
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const at of order) rates[at] = await cpuOfHits(contenders[at]);
    runs.push(rates);
  }
  const columns = ['CPU of a hit, µs', 'Nest / this', `calls for ${CONCURRENT} misses`];
  console.log(head([`plain controller on ${adapter}`, ...columns]));
  contenders.forEach(({ name }, at) => {
    const rate = runs.length === 0 ? '' : median(runs.map((rates) => rates[at])).toFixed(1);
    const ratio =
      runs.length === 0
        ? ''
        : medianRatio(
            runs,
            (rates) => rates[1],
            (rates) => rates[at],
          );
    console.log(row([name, rate, ratio, calls[at]]));
  });
}
