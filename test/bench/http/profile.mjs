// Where the time of a contender goes: the functions that take most of it by themselves.
// npm run bench -- profile [adapter] [work] [contender]; REQUESTS chooses how many.
import { pinThisProcess } from '../harness/cores.mjs';
import { send } from '../harness/load.mjs';
import { timesOf } from '../harness/profile.mjs';
import { start } from '../harness/server.mjs';
import { WARM_UP } from '../harness/settings.mjs';
import { contendersOf } from './contenders.mjs';
import { WORKS } from './works.mjs';

const [, , adapter = 'fastify', work = 'one', name = 'ours'] = process.argv;
const SHOWN = 30;

const contender = contendersOf(adapter).find((one) => one.name === name);
if (contender === undefined || WORKS[work] === undefined)
  throw new Error(
    `no contender ${name} on ${adapter}, or no work ${work} (${Object.keys(WORKS).join(', ')})`,
  );
pinThisProcess();
const server = await start(contender, WORKS[work].routes);
const target = server.target(WORKS[work]);
await send(target, WORKS[work], WARM_UP);
await server.inspect('profile');
await send(target, WORKS[work], WARM_UP);
const times = timesOf(await server.inspect('profiled'), WARM_UP);
await server.stop();

const total = [...times.values()].reduce((sum, time) => sum + time, 0);
console.log(
  `${name} on ${adapter}, ${work}: ${total.toFixed(1)} µs for a request while profiled\n`,
);
for (const [where, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
  console.log(`${time.toFixed(2).padStart(6)} µs  ${where}`);
