// Where the time of a contender goes: the functions that take most of it by themselves.
// npm run bench:profile -- [adapter] [work] [contender]; SECONDS chooses how long.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure } from '../harness/load.mjs';
import { start } from '../harness/server.mjs';
import { seconds } from '../harness/settings.mjs';
import { contendersOf } from './contenders.mjs';
import { WORKS } from './works.mjs';

const [, , adapter = 'fastify', work = 'one', name = 'ours'] = process.argv;
const SHOWN = 30;

const contender = contendersOf(adapter).find((one) => one.name === name);
if (contender === undefined || WORKS[work] === undefined)
  throw new Error(
    `no contender ${name} on ${adapter}, or no work ${work} (${Object.keys(WORKS).join(', ')})`,
  );
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-profile-'));
pinThisProcess();
const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
const server = await start(contender, WORKS[work].routes, flags);
const rate = await measure(server, WORKS[work], seconds);
await server.stop();
const profile = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]), 'utf8'));
rmSync(folder, { recursive: true });

console.log(`${name} on ${adapter}, ${work}: ${Math.round(rate)} requests/s while profiled\n`);
const times = selfTimes(profile);
const total = [...times.values()].reduce((sum, time) => sum + time, 0);
for (const [where, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
  console.log(`${((time / total) * 100).toFixed(1).padStart(5)} %  ${where}`);

/** Of the seconds under load: not of the boot and the warm-up before, nor of waiting for the load. */
function selfTimes({ nodes, samples, timeDeltas, startTime, endTime }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map();
  let now = startTime;
  samples.forEach((id, at) => {
    const frame = frames.get(id);
    now += timeDeltas[at];
    if (frame.functionName === '(idle)' || now < endTime - seconds * 1e6) return;
    const where = placeOf(frame);
    times.set(where, (times.get(where) ?? 0) + timeDeltas[at]);
  });
  return times;
}

function placeOf({ functionName, url, lineNumber }) {
  const file = url.replace(/^.*node_modules\//, '').replace(/^file:.*\/(?=dist|test)/, '');
  return `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
}
