// Requests a second of the same API, written with several tools, side by side: medians and ratios.
// npm run bench; ROUNDS, SECONDS, ADAPTER, WORKS and CONTENDERS (names between semicolons) choose;
// AWAKE=1 keeps the core of the load from sleeping.
import { keepLoadAwake, pinThisProcess } from '../harness/cores.mjs';
import { loader, measure } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { start } from '../harness/server.mjs';
import { adapters, isChosenContender, only, rounds, seconds } from '../harness/settings.mjs';
import { contendersOf } from './contenders.mjs';
import { prove } from './prove.mjs';
import { printAgainstItself, printTable } from './table.mjs';
import { WORKS } from './works.mjs';

const works = only('WORKS', Object.keys(WORKS)).map((name) => [name, WORKS[name]]);

/** Starts a contender for each table of routes that it is asked with, and hands on what it is asked. */
async function eachServer(contender, use) {
  const done = works.filter(([name]) => contender.does(name));
  for (const routes of new Set(done.map(([, work]) => work.routes))) {
    const asked = done.filter(([, work]) => work.routes === routes);
    const server = await start(contender, routes);
    await use(server, asked);
    await server.stop();
  }
}

async function measureRound(contenders, round) {
  const rates = {};
  // Nobody is always the first, or always behind the same other.
  const turn = round % contenders.length;
  for (const contender of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
    await eachServer(contender, async (server, asked) => {
      for (const [name, work] of asked) {
        rates[name] ??= {};
        rates[name][contender.name] = await measure(server, work, seconds);
      }
    });
  }
  return rates;
}

pinThisProcess();
const isAwake = process.env.AWAKE === '1';
console.log(
  describeRun(`${rounds} rounds of ${seconds} s, ${loader}${isAwake ? ', its core awake' : ''}`),
);
if (isAwake) keepLoadAwake();
for (const adapter of adapters) {
  const contenders = contendersOf(adapter).filter(isChosenContender);
  const answers = {};
  for (const contender of contenders)
    await eachServer(contender, (server, asked) => prove(server, asked, answers, contender));
  console.log(
    `\nOn ${adapter}, all answer the same: ${contenders.map(({ name }) => name).join(', ')}.`,
  );
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await measureRound(contenders, round));
  if (rounds === 0) continue;
  printTable(adapter, contenders, runs);
  printAgainstItself(runs);
}
