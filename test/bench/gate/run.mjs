// Compares this checkout, packed, with a stored build, all processes alive and in turns: the CPU time of the server
// for a request, from the process itself, and the bytes that a request allocates. Ends with 1 above the limits, with
// the difference of both profiles by function. The stored build runs twice: a difference between its two processes is
// noise, and CPU time counts as a loss only above both of them.
// npm run bench -- gate [--base FILE.tgz] [--store] [--times N]; ADAPTER and WORKS choose, TURNS says how many
// turns. With `--times`, N passes show how far the ratios of one build differ.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pinThisProcess } from '../harness/cores.mjs';
import { describeRun } from '../harness/machine.mjs';
import { measure, send } from '../harness/load.mjs';
import { differenceOf, timesOf } from '../harness/profile.mjs';
import { start } from '../harness/server.mjs';
import { adapters, only, WARM_UP } from '../harness/settings.mjs';
import { head, median, row } from '../harness/statistics.mjs';
import { USUAL_WORKS, WORKS } from '../http/works.mjs';
import { install, pack, STORED } from './packages.mjs';

const LIMITS = { cpu: 1.03, bytes: 1.03 };
/** Of a set of processes. */
const TURNS = Number(process.env.TURNS ?? 15);
/** Short, so that what else the machine does at the time hits all processes alike. */
const REQUESTS = 2_000;
/** Optimized code differs a little from process to process, also of one build. */
const SETS = 3;
/** Of a count of bytes. */
const COUNTED = 2_000;
/** Nothing is collected while bytes are counted. */
const NEVER_COLLECTS = ['--max-semi-space-size=1024', '--min-semi-space-size=1024', '--expose-gc'];

/** The usual application first. */
const ROWS = {
  ...Object.fromEntries(
    ['one', 'list', 'order', 'cached list'].map((name) => [
      `usual ${name}`,
      { work: USUAL_WORKS[name], env: { USUAL: '1' } },
    ]),
  ),
  ...Object.fromEntries(['one', 'order'].map((name) => [name, { work: WORKS[name], env: {} }])),
};
const works = only('WORKS', Object.keys(ROWS));
const { values: asked } = parseArgs({
  options: {
    base: { type: 'string', default: STORED },
    store: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-gate-'));

try {
  const packed = pack(folder);
  if (asked.store) copyFileSync(packed, STORED);
  else await compare(packed);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(packed) {
  if (!existsSync(asked.base)) throw new Error(`There is no stored build ${asked.base}.`);
  const scripts = {
    base: install(asked.base, join(folder, 'base')),
    again: install(asked.base, join(folder, 'again')),
    head: install(packed, join(folder, 'head')),
  };
  pinThisProcess();
  console.log(describeRun(`${TURNS} turns of ${REQUESTS} requests in ${SETS} sets of processes`));
  const failures = [];
  for (let pass = 1; pass <= Number(asked.times); pass++)
    for (const adapter of adapters) {
      console.log(head([`on ${adapter}`, 'CPU, µs', 'ratio', 'noise', 'bytes', 'ratio']));
      for (const work of works) failures.push(...(await compareWork(scripts, adapter, work)));
    }
  for (const failure of failures) console.error(`\n${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Prints a row, and returns what is above a limit. */
async function compareWork(scripts, adapter, name) {
  const measured = { ...ROWS[name], scripts, adapter };
  const cpu = await cpuOfSets(measured);
  const bytes = await bytesOfBoth(measured);
  const grown = bytes.head / bytes.base;
  const loss = () => median(cpu.map((set) => set.head / Math.max(set.base, set.again)));
  // Noise is rarely above the limit twice, and a loss always: all sets together decide.
  if (loss() > LIMITS.cpu)
    for (let more = 0; more < 2; more++) cpu.push(...(await cpuOfSets(measured)));
  const ratio = loss();
  const micros = (side) => median(cpu.map((set) => set[side])).toFixed(1);
  const noise = median(cpu.map((set) => Math.abs(set.again / set.base - 1)));
  console.log(
    row([
      `\`${name}\``,
      `${micros('head')} (${micros('base')}, ${micros('again')})`,
      ratio.toFixed(3),
      noise.toFixed(3),
      `${Math.round(bytes.head)} (${Math.round(bytes.base)})`,
      grown.toFixed(3),
    ]),
  );
  const failures = [];
  if (grown > LIMITS.bytes)
    failures.push(
      `${name} on ${adapter} allocates ${grown.toFixed(3)} times the bytes of the stored build; the limit is ${LIMITS.bytes}.`,
    );
  if (ratio > LIMITS.cpu)
    failures.push(
      [
        `${name} on ${adapter} takes ${ratio.toFixed(3)} times the CPU time of the stored build; the limit is ${LIMITS.cpu}. By function:`,
        ...(await profiles(measured)),
      ].join('\n'),
    );
  return failures;
}

/** The CPU time of each process, a record for each set of processes. */
async function cpuOfSets(measured) {
  const { work } = measured;
  const sets = [];
  for (let set = 0; set < SETS; set++)
    await withAll(measured, [], async (servers) => {
      const sides = Object.keys(servers);
      const times = Object.fromEntries(sides.map((side) => [side, []]));
      for (const side of sides) await send(servers[side].target(work), work, WARM_UP);
      for (let turn = 0; turn < TURNS; turn++) {
        const first = (turn + set) % sides.length;
        for (const side of [...sides.slice(first), ...sides.slice(0, first)])
          times[side].push(await measure(servers[side], work, REQUESTS));
      }
      sets.push(Object.fromEntries(sides.map((side) => [side, lowerQuartile(times[side])])));
    });
  return sets;
}

/** What disturbs a turn makes it slower, never faster: a median still has half of the disturbances. */
function lowerQuartile(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)];
}

async function bytesOfBoth(measured) {
  const { work } = measured;
  const bytes = {};
  await withAll(twoSides(measured), NEVER_COLLECTS, async (servers) => {
    for (const [side, server] of Object.entries(servers)) {
      await send(server.target(work), work, COUNTED);
      const counts = [];
      for (let time = 0; time < 3; time++) {
        const before = await server.inspect('collect');
        await send(server.target(work), work, COUNTED);
        counts.push(((await server.inspect('inspect')).heapUsed - before.heapUsed) / COUNTED);
      }
      bytes[side] = median(counts);
    }
  });
  return bytes;
}

async function profiles(measured) {
  const { work } = measured;
  const found = {};
  await withAll(twoSides(measured), [], async (servers) => {
    for (const [side, server] of Object.entries(servers)) {
      await send(server.target(work), work, WARM_UP);
      await server.inspect('profile');
      await send(server.target(work), work, WARM_UP);
      found[side] = timesOf(await server.inspect('profiled'), WARM_UP);
    }
  });
  return differenceOf(found.base, found.head);
}

function twoSides(measured) {
  const { base, head } = measured.scripts;
  return { ...measured, scripts: { base, head } };
}

async function withAll({ scripts, adapter, env }, flags, use) {
  const servers = {};
  try {
    for (const [name, script] of Object.entries(scripts))
      servers[name] = await start(
        { name, script, args: [adapter], base: '/api/acme/v1', env },
        10,
        flags,
      );
    await use(servers);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}
