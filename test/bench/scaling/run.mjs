/**
 * Measures what docs/scaling.md states: hits a second of one process by where its entries are, the milliseconds of
 * a purge by the number of processes, and the memory of entries. Starts a redis-server.
 *
 *   npm run bench -- scaling
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { send } from '../harness/load.mjs';
import { RedisNodes } from '../../soak/servers.mjs';

const SCRIPT = fileURLToPath(new URL('../../scaling/support/application.mjs', import.meta.url));
const REQUESTS = 40_000;
const PURGES = 200;

const redis = await RedisNodes.start('redis');
const [url] = redis.urls;
let namespaces = 0;

async function start(settings) {
  const child = fork(SCRIPT, [JSON.stringify(settings)]);
  const [{ url: at }] = await once(child, 'message');
  let lastId = 0;
  const ask = (command, value) =>
    new Promise((resolve) => {
      const id = ++lastId;
      child.on('message', function listen(message) {
        if (message.id !== id) return;
        child.off('message', listen);
        resolve(message.result);
      });
      child.send({ id, command, value });
    });
  return { url: `${at}/api/${settings.namespace}/v1/items`, ask, stop: () => child.disconnect() };
}

async function hitsOf(name, settings) {
  const namespace = `bench${++namespaces}`;
  const one = await start({ namespace, ...settings });
  await fetch(`${one.url}/7`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const target = `${one.url}/7`;
  await send(target, { status: 200 }, REQUESTS / 4);
  const since = performance.now();
  const before = await one.ask('cpu');
  await send(target, { status: 200 }, REQUESTS);
  const cpu = ((await one.ask('cpu')) - before) / REQUESTS;
  const rate = (REQUESTS * 1000) / (performance.now() - since);
  console.log(`${name}: ${Math.round(rate)} hits a second, ${cpu.toFixed(1)} µs of CPU each`);
  one.stop();
}

async function purgesOf(count) {
  const settings = {
    namespace: `bench${++namespaces}`,
    store: { kind: 'redis', url },
    cache: { memory: {} },
  };
  const all = await Promise.all(Array.from({ length: count }, () => start(settings)));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const times = [];
  for (let purge = 0; purge < PURGES; purge++) {
    await Promise.all(all.map((one) => fetch(`${one.url}/7`)));
    const since = performance.now();
    await all[0].ask('purgeTags', ['item-7']);
    times.push(performance.now() - since);
  }
  times.sort((one, other) => one - other);
  const [median, p99] = [times[PURGES / 2], times[Math.floor(PURGES * 0.99)]];
  console.log(`a purge with ${count} processes: ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
  for (const one of all) one.stop();
}

console.log(`Node ${process.version}`);
await hitsOf('memory of the process', { store: { kind: 'none' } });
await hitsOf('Redis', { store: { kind: 'redis', url } });
await hitsOf('Redis with memory in front', {
  store: { kind: 'redis', url },
  cache: { memory: {} },
});
for (const count of [1, 2, 8]) await purgesOf(count);
await redis.stop();
