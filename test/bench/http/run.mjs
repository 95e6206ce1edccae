// CPU time of the server for a request of the same API, written with several tools: all servers alive, warmed,
// and measured in turns, in the usual application and in an empty one. npm run bench -- http; ROUNDS, REQUESTS, APPLICATION,
// ADAPTER, WORKS and CONTENDERS (names between semicolons) choose. With PLOT=FILE.svg, three works of the usual
// application are drawn.
import { writeFileSync } from 'node:fs';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure, send } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { barChart } from '../harness/plot.mjs';
import { start } from '../harness/server.mjs';
import {
  adapters,
  isChosenContender,
  only,
  requests,
  rounds,
  WARM_UP,
} from '../harness/settings.mjs';
import { median } from '../harness/statistics.mjs';
import { contendersOf, usualContendersOf } from './contenders.mjs';
import { prove } from './prove.mjs';
import { printAgainstItself, printTable } from './table.mjs';
import { USUAL_WORKS, WORKS } from './works.mjs';

const APPLICATIONS = {
  usual: { works: USUAL_WORKS, contendersOf: usualContendersOf },
  empty: { works: WORKS, contendersOf },
};
const names = only('WORKS', Object.keys(WORKS));
const PLOTTED = ['one', 'list', 'order'];

/** A server for each contender and each number of routes, so that all of them are alive in each turn. */
async function startAll(contenders, works) {
  const asked = contenders.flatMap((contender) => {
    const does = works.filter(([name]) => contender.does(name));
    return [...new Set(does.map(([, work]) => work.routes))].map((routes) => ({
      contender,
      routes,
      works: does.filter(([, work]) => work.routes === routes),
    }));
  });
  const started = [];
  for (const one of asked) started.push({ ...one, server: await start(one.contender, one.routes) });
  return started;
}

/** `{ [work]: { [contender]: µs } }` of one round; no server is always the first. */
async function measureRound(servers, round) {
  const times = {};
  const turn = round % servers.length;
  for (const { contender, server, works } of [...servers.slice(turn), ...servers.slice(0, turn)])
    for (const [name, work] of works) {
      times[name] ??= {};
      times[name][contender.name] = await measure(server, work, requests);
    }
  return times;
}

pinThisProcess();
console.log(describeRun(`${rounds} rounds of ${requests} requests, servers in turns`));
const plotted = [];
for (const application of only('APPLICATION', Object.keys(APPLICATIONS)))
  for (const adapter of adapters) await compare(application, adapter);
if (process.env.PLOT !== undefined)
  writeFileSync(
    process.env.PLOT,
    barChart({ title: 'CPU time of the server for a request, µs (less is better)', bars: plotted }),
  );

function plottedOf(adapter, contenders, runs) {
  return contenders.map(({ name }) => ({
    label: `${name}, ${adapter}`,
    isOurs: name === 'ours',
    values: Object.fromEntries(
      PLOTTED.filter((work) => runs[0][work]?.[name] !== undefined).map((work) => [
        work,
        median(runs.map((run) => run[work][name])),
      ]),
    ),
  }));
}

async function compare(application, adapter) {
  const { works: known, contendersOf: all } = APPLICATIONS[application];
  const works = names.filter((name) => name in known).map((name) => [name, known[name]]);
  const contenders = all(adapter).filter(isChosenContender);
  const servers = await startAll(contenders, works);
  try {
    const responses = {};
    for (const { contender, server, works: own } of servers)
      await prove(server, own, responses, contender);
    console.log(
      `\nThe ${application} application on ${adapter}, all respond alike: ${contenders.map(({ name }) => name).join(', ')}.`,
    );
    if (rounds === 0) return;
    for (const { server, works: own } of servers)
      for (const [, work] of own) await send(server.target(work), work, WARM_UP);
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await measureRound(servers, round));
    printTable(adapter, contenders, runs);
    printAgainstItself(runs);
    if (application === 'usual') plotted.push(...plottedOf(adapter, contenders, runs));
  } finally {
    for (const { server } of servers) await server.stop();
  }
}
