// What a cache, a validator and a batch save: a cached list, and a 304 for it, beside the same list without a
// cache; a batch of 25 beside 25 requests. CPU time of the server, and time on one connection, in turns. npm run bench -- savings; ROUNDS,
// REQUESTS and ADAPTER choose.
import assert from 'node:assert/strict';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure, send } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { start } from '../harness/server.mjs';
import { adapters, requests, rounds } from '../harness/settings.mjs';
import { head, median, row } from '../harness/statistics.mjs';
import { contendersOf } from './contenders.mjs';
import { ORDER } from './data.mjs';
import { WORKS } from './works.mjs';

const ITEMS_OF_BATCH = 25;
const OURS = 'ours';

/** An order, 25 times in one request; the path is that of the API, not of the items. */
const batch = {
  path: '/../../batch/v1',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  status: 207,
  body: JSON.stringify({
    requests: Array.from({ length: ITEMS_OF_BATCH }, () => ({
      method: 'POST',
      path: '/acme/v1/items',
      body: ORDER,
    })),
  }),
};

async function proveBatch(server) {
  const response = await fetch(server.target(batch), batch);
  const { responses } = await response.json();
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  assert.equal(responses.length, ITEMS_OF_BATCH);
}

async function worksOf(server) {
  const { headers } = await fetch(server.target(WORKS['cached list']));
  const fresh = { 'if-none-match': headers.get('etag') };
  return {
    list: WORKS.list,
    'cached list': WORKS['cached list'],
    304: { ...WORKS['cached list'], status: 304, headers: fresh },
    order: WORKS.order,
    batch,
  };
}

/** Of a request, on one connection that stays open. */
async function microseconds(server, work, count) {
  return 1_000_000 / (await measure(server, work, count, 1)).rate;
}

pinThisProcess();
console.log(describeRun(`${rounds} rounds of ${requests} requests, works in turns`));
for (const adapter of adapters) {
  const ours = contendersOf(adapter).find(({ name }) => name === OURS);
  const server = await start({ ...ours, env: { BATCH: '1' } });
  try {
    await proveBatch(server);
    const works = await worksOf(server);
    const all = Object.entries(works);
    const countOf = (name) => (name === 'batch' ? requests / ITEMS_OF_BATCH : requests);
    for (const [name, work] of all) await send(server.target(work), work, countOf(name) * 3);
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const run = {};
      for (const [name, work] of all) run[name] = (await measure(server, work, countOf(name))).cpu;
      for (const name of ['order', 'batch'])
        run[`${name}, alone`] = await microseconds(server, works[name], countOf(name));
      runs.push(run);
    }
    print(adapter, runs);
  } finally {
    await server.stop();
  }
}

function print(adapter, runs) {
  const time = (name) => median(runs.map((run) => run[name])).toFixed(1);
  const ratio = (a, b, times = 1) =>
    median(runs.map((run) => (run[a] * times) / run[b])).toFixed(2);
  console.log(head([`on ${adapter}`, 'µs', 'ratio']));
  console.log(row(['`list`', time('list'), '']));
  console.log(row(['`cached list`', time('cached list'), ratio('list', 'cached list')]));
  console.log(row(['304 of `cached list`', time('304'), ratio('list', '304')]));
  console.log(row(['`order`', time('order'), '']));
  console.log(
    row(['25 × `order` in a batch', time('batch'), ratio('order', 'batch', ITEMS_OF_BATCH)]),
  );
  console.log(row(['one connection: `order`', time('order, alone'), '']));
  const alone = ratio('order, alone', 'batch, alone', ITEMS_OF_BATCH);
  console.log(row(['one connection: 25 × `order` in a batch', time('batch, alone'), alone]));
}
