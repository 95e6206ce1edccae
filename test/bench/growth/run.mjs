// How CPU time for a request grows with the number of routes, items, arguments, and bytes of a body, beside raw
// Fastify. npm run bench -- growth; ROUNDS chooses, PLOTS=FOLDER draws. Ends with 1 where the time grows faster than
// the work, and than in raw Fastify.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure, send } from '../harness/load.mjs';
import { describeRun } from '../harness/machine.mjs';
import { lineChart } from '../harness/plot.mjs';
import { start } from '../harness/server.mjs';
import { only, rounds } from '../harness/settings.mjs';
import { head, median, row } from '../harness/statistics.mjs';

const base = '/api/acme/v1';
const post = (path, value) => ({
  path: base + path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
  status: 200,
});
const get = (path) => ({ path: base + path, status: 200 });
const argumentsOf = (size) =>
  Object.fromEntries(Array.from({ length: size }, (_, n) => [`a${n}`, n]));

const DIRECTIONS = {
  routes: {
    sizes: [10, 100, 1_000, 10_000],
    work: (size) => get(`/things/${size >> 1}/7`),
  },
  items: { sizes: [1, 10, 100, 1_000, 10_000], work: () => get('/items') },
  arguments: {
    sizes: [1, 10, 100, 1_000],
    work: (size) => ({ ...post('/many', argumentsOf(size)), status: [200, 201] }),
  },
  body: {
    sizes: [10, 1_000, 10_000, 100_000, 1_000_000],
    work: (size) => ({ ...post('/text', { title: 'x'.repeat(size) }), status: [200, 201] }),
  },
};
const SIDES = { ours: 'ours', fastify: 'raw Fastify' };
/** Work for a turn: fewer requests of large ones. */
const requestsOf = (direction, size) =>
  direction === 'routes' ? 8_000 : Math.max(100, Math.min(8_000, Math.round(800_000 / size)));

const script = fileURLToPath(new URL('./server.mjs', import.meta.url));
pinThisProcess();
console.log(describeRun(`${rounds} rounds, servers in turns`));
for (const direction of only('DIRECTIONS', Object.keys(DIRECTIONS))) {
  const { sizes, work } = DIRECTIONS[direction];
  const lines = { ours: [], fastify: [] };
  console.log(head([direction, 'ours, µs', 'raw Fastify, µs', 'raw Fastify / ours']));
  for (const size of sizes) {
    const times = await timesOf(direction, size, work(size));
    for (const side of Object.keys(SIDES)) lines[side].push([size, median(times[side])]);
    const [ours, fastify] = [lines.ours.at(-1)[1], lines.fastify.at(-1)[1]];
    const cells = [ours.toFixed(1), fastify.toFixed(1), (fastify / ours).toFixed(2)];
    console.log(row([size.toLocaleString('en'), ...cells]));
  }
  reportSlope(direction, lines);
  if (process.env.PLOTS !== undefined)
    writeFileSync(
      join(process.env.PLOTS, `growth-${direction}.svg`),
      lineChart({
        title: `CPU time of the server for a request by ${direction}`,
        xLabel: direction === 'body' ? 'bytes of the body' : direction,
        yLabel: 'µs',
        lines: Object.entries(SIDES).map(([side, label]) => ({ label, points: lines[side] })),
      }),
    );
}

async function timesOf(direction, size, work) {
  const servers = {};
  const times = { ours: [], fastify: [] };
  const count = requestsOf(direction, size);
  try {
    for (const name of Object.keys(SIDES))
      servers[name] = await start({
        name,
        script,
        args: [name, direction],
        env: { SIZE: String(size) },
      });
    for (const server of Object.values(servers)) await send(server.target(work), work, 3 * count);
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? ['ours', 'fastify'] : ['fastify', 'ours'])
        times[side].push(await measure(servers[side], work, count));
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
  return times;
}

function slopeOf([size, time], [larger, longer]) {
  return Math.log(longer / time) / Math.log(larger / size);
}

/** Ten times the work may take ten times as long, or as much longer as in raw Fastify; a tenth more is noise. */
function reportSlope(direction, { ours, fastify }) {
  for (let at = 1; at < ours.length; at++) {
    const slope = slopeOf(ours[at - 1], ours[at]);
    const theirs = slopeOf(fastify[at - 1], fastify[at]);
    if (slope <= 1.1) continue;
    const powers = `the power ${slope.toFixed(2)}, that of raw Fastify with ${theirs.toFixed(2)}`;
    console.error(
      `${direction}: from ${ours[at - 1][0]} to ${ours[at][0]}, the time grows with ${powers}.`,
    );
    if (slope > theirs + 0.1) process.exitCode = 1;
  }
}
