// Where the time of a contender goes: the functions that take most of it by themselves.
// npm run bench -- profile [adapter] [work] [contender]; in the usual application, or with APPLICATION=empty.
import { pinThisProcess } from '../harness/cores.mjs';
import { send } from '../harness/load.mjs';
import { timesOf } from '../harness/profile.mjs';
import { start } from '../harness/server.mjs';
import { WARM_UP } from '../harness/settings.mjs';
import { contendersOf, usualContendersOf } from './contenders.mjs';
import { USUAL_WORKS, WORKS } from './works.mjs';

const [, , adapter = 'fastify', work = 'one', name = 'ours'] = process.argv;
const SHOWN = Number(process.env.SHOWN ?? 30);

const isEmpty = process.env.APPLICATION === 'empty';
const works = isEmpty ? WORKS : USUAL_WORKS;
const contenders = isEmpty ? contendersOf(adapter) : usualContendersOf(adapter);
const contender = contenders.find((one) => one.name === name);
if (contender === undefined || works[work] === undefined)
  throw new Error(
    `no contender ${name} on ${adapter}, or no work ${work} (${Object.keys(works).join(', ')})`,
  );
pinThisProcess();
const server = await start(contender, works[work].routes);
const target = server.target(works[work]);
await send(target, works[work], WARM_UP);
await server.inspect('profile');
await send(target, works[work], WARM_UP);
const times = timesOf(await server.inspect('profiled'), WARM_UP);
await server.stop();

const total = [...times.values()].reduce((sum, time) => sum + time, 0);
console.log(
  `${name} on ${adapter}, ${work}: ${total.toFixed(1)} µs for a request while profiled\n`,
);
for (const [where, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
  console.log(`${time.toFixed(2).padStart(6)} µs  ${where}`);
