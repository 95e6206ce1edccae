// Bytes that a request leaves on the heap: the growth of a young generation that is never collected
// meanwhile. npm run bench -- allocation; ADAPTER, WORKS and CONTENDERS choose.
import assert from 'node:assert/strict';
import { describeRun } from '../harness/machine.mjs';
import { start } from '../harness/server.mjs';
import { adapters, isChosenContender, only } from '../harness/settings.mjs';
import { head, row } from '../harness/statistics.mjs';
import { contendersOf } from './contenders.mjs';
import { WORKS } from './works.mjs';

/** Compiled by then, and far below what the young generation holds. */
const REQUESTS = 2_000;
const FLAGS = ['--max-semi-space-size=1024', '--min-semi-space-size=1024', '--expose-gc'];
const works = only('WORKS', ['one', 'list', 'order', 'denied', 'cached list']);

async function bytesOf(contender, work) {
  const server = await start(contender, 10, FLAGS);
  await askMany(server, work);
  const before = await server.inspect('collect');
  await askMany(server, work);
  const after = await server.inspect();
  await server.stop();
  assert.ok(after.heapUsed > before.heapUsed, `${contender.name}: collected meanwhile`);
  return (after.heapUsed - before.heapUsed) / REQUESTS;
}

async function askMany(server, work) {
  const { method, headers, body } = work;
  for (let at = 0; at < REQUESTS; at++)
    await (await fetch(server.target(work), { method, headers, body })).arrayBuffer();
}

console.log(describeRun(`${REQUESTS} requests`));
for (const adapter of adapters) {
  console.log(head([`on ${adapter}: KiB a request`, ...works.map((work) => `\`${work}\``)]));
  for (const contender of contendersOf(adapter).filter(isChosenContender)) {
    const cells = [];
    for (const work of works) {
      const bytes = contender.does(work) ? await bytesOf(contender, WORKS[work]) : undefined;
      cells.push(bytes === undefined ? '–' : (bytes / 1024).toFixed(1));
    }
    console.log(row([contender.name, ...cells]));
  }
}
