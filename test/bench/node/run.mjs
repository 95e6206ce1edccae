// What each optimisation for V8 gains, on one or several versions of Node:
// npm run bench -- node [--node <path>]...; ROUNDS and REQUESTS choose.
// Both variants take turns, each in a process of its own. A gain is above 1.00 where the optimisation helps.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pinThisProcess } from '../harness/cores.mjs';
import { measure, send } from '../harness/load.mjs';
import { start } from '../harness/server.mjs';
import { requests, rounds, WARM_UP } from '../harness/settings.mjs';

const { values } = parseArgs({ options: { node: { type: 'string', multiple: true } } });
const nodes = values.node ?? [process.execPath];
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const GET = { path: '/api/acme/v1/items', status: 200 };

/** Less is better in each `unit`. */
const CASES = [
  { name: 'express requests', unit: 'µs CPU', run: serve(GET) },
  { name: 'merged objects', unit: 'ns', run: operate },
];

function envOf(variant) {
  return variant === 'off' ? { NESTJS_REST_ROUTES_OPTIMIZE: 'off' } : {};
}

function serve(work) {
  return async (node, name, variant) => {
    const script = path('server.mjs');
    const contender = { name, script, node, env: envOf(variant) };
    const server = await start(contender, 0);
    await send(server.target(work), work, WARM_UP);
    const { cpu } = await measure(server, work, requests);
    await server.stop();
    return cpu;
  };
}

function operate(node, name, variant) {
  const output = execFileSync(node, [path('operations.mjs'), name, variant], { encoding: 'utf8' });
  return Number(output);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function compare(node, { name, run }) {
  const results = { on: [], off: [] };
  for (let round = 0; round < rounds; round++) {
    // Neither variant is always the first.
    const turns = round % 2 === 0 ? ['on', 'off'] : ['off', 'on'];
    for (const variant of turns) results[variant].push(await run(node, name, variant));
  }
  const on = median(results.on);
  const off = median(results.off);
  return { on, off, gain: off / on };
}

pinThisProcess();
console.log('| Node | optimisation | on | off | unit | gain |\n|---|---|---|---|---|---|');
for (const node of nodes) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  for (const one of CASES) {
    const { on, off, gain } = await compare(node, one);
    const cells = [version, one.name, on.toFixed(1), off.toFixed(1), one.unit, gain.toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
