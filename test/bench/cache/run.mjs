// What a hit costs, beside the same route uncached and beside Nest's CacheInterceptor.
// node test/bench/cache/run.mjs [rounds] [seconds] — after `npm run build`.
import autocannon from 'autocannon';
import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 3);
const script = fileURLToPath(new URL('./application.mjs', import.meta.url));
const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;

async function start(contender, adapter) {
  const options = canPin ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] } : {};
  const child = fork(script, [contender, adapter], options);
  const [url] = await once(child, 'message');
  return { url, stop: () => child.disconnect() };
}

async function measure(url) {
  await autocannon({ url, connections: 40, duration: 1 });
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 40,
    duration: seconds,
  });
  assert.equal(non2xx + errors, 0);
  return requests.average;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (canPin) spawnSync('taskset', ['-cp', '1', String(process.pid)]);
console.log(
  '| adapter | uncached | hit | Nest uncached | Nest CacheInterceptor | hit / uncached | hit / CacheInterceptor |',
);
console.log('|---|---|---|---|---|---|---|');
for (const adapter of ['fastify', 'express']) {
  const works = [];
  for (let round = 0; round < rounds; round++) {
    const work = {};
    for (const contender of ['rest', 'nest']) {
      const { url, stop } = await start(contender, adapter);
      const [fresh, cached] = await Promise.all(
        ['fresh', 'cached'].map(async (name) =>
          (await fetch(`${url}/api/acme/v1/items/${name}`)).text(),
        ),
      );
      assert.equal(fresh, cached);
      work.answer ??= fresh;
      assert.equal(fresh, work.answer);
      for (const name of ['fresh', 'cached'])
        work[`${contender}.${name}`] = await measure(`${url}/api/acme/v1/items/${name}`);
      stop();
    }
    works.push(work);
  }
  const rate = (name) => Math.round(median(works.map((work) => work[name])));
  const ratio = (a, b) => median(works.map((work) => work[a] / work[b])).toFixed(2);
  console.log(
    `| ${adapter} | ${rate('rest.fresh')}/s | ${rate('rest.cached')}/s | ${rate('nest.fresh')}/s | ${rate('nest.cached')}/s | ${ratio('rest.cached', 'rest.fresh')} | ${ratio('rest.cached', 'nest.cached')} |`,
  );
}
