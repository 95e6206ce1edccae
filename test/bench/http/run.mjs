// Requests a second of the same API, written with several tools, side by side: medians and ratios.
// node test/bench/http/run.mjs [rounds] [seconds] [adapter] — after `npm run build`.
import { cpus } from 'node:os';
import { contendersOf } from './contenders.mjs';
import { measure, pinThisProcess, start } from './load.mjs';
import { prove } from './prove.mjs';
import { WORKS } from './works.mjs';

const rounds = Number(process.argv[2] ?? 7);
const seconds = Number(process.argv[3] ?? 3);
const adapters = process.argv[4] === undefined ? ['fastify', 'express'] : [process.argv[4]];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

pinThisProcess();
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0].model} × ${cpus().length}; ${rounds} rounds of ${seconds} s, medians; ratios are of one round, then their median.`,
);
for (const adapter of adapters) {
  const contenders = contendersOf(adapter);
  const runs = [];
  const answers = {};
  for (let round = 0; round < rounds; round++) {
    const run = {};
    for (const contender of contenders) {
      for (const [name, work] of Object.entries(WORKS)) {
        if (!contender.does(name)) continue;
        run[name] ??= {};
      }
      for (const routes of [10, 1_000]) {
        const works = Object.entries(WORKS).filter(
          ([name, work]) => contender.does(name) && (work.routes ?? 10) === routes,
        );
        if (works.length === 0) continue;
        const server = await start(contender, routes);
        await prove(server, works, answers, contender);
        for (const [name, work] of works)
          run[name][contender.name] = await measure(server, work, seconds);
        await server.stop();
      }
    }
    runs.push(run);
  }
  print(adapter, contenders, runs);
}

function print(adapter, contenders, runs) {
  const rate = (work, name) => median(runs.map((run) => run[work][name]));
  const ratio = (work, name) =>
    median(runs.map((run) => run[work].ours / run[work][name])).toFixed(2);
  const peers = contenders.map(({ name }) => name).filter((name) => name !== 'ours');
  console.log(`\n| on ${adapter}, requests/s (ours / theirs) | ours | ${peers.join(' | ')} |`);
  console.log(`|---|---|${peers.map(() => '---|').join('')}`);
  for (const work of Object.keys(WORKS)) {
    const cells = peers.map((name) =>
      runs[0][work]?.[name] === undefined
        ? '–'
        : `${Math.round(rate(work, name))} (${ratio(work, name)})`,
    );
    console.log(`| \`${work}\` | ${Math.round(rate(work, 'ours'))} | ${cells.join(' | ')} |`);
  }
  const against = (a, b) => median(runs.map((run) => run[a].ours / run[b].ours)).toFixed(2);
  console.log(
    `\nours: cached list / list ${against('cached list', 'list')}; one of 1,000 routes / one of 10 ${against('one of 1,000 routes', 'one of 10 routes')}`,
  );
}
