// Where the time of a contender goes: the functions that take most of it by themselves.
// node test/bench/http/profile.mjs [adapter] [work] [contender] — after `npm run build`.
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contendersOf } from './contenders.mjs';
import { measure, pinThisProcess, start } from './load.mjs';
import { WORKS } from './works.mjs';

const [, , adapter = 'fastify', work = 'one', name = 'ours'] = process.argv;
const SECONDS = 5;
const SHOWN = 30;

const contender = contendersOf(adapter).find((one) => one.name === name);
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-profile-'));
pinThisProcess();
const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
const server = await start(contender, WORKS[work].routes ?? 10, flags);
const rate = await measure(server, WORKS[work], SECONDS);
await server.stop();
const profile = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]), 'utf8'));
rmSync(folder, { recursive: true });

const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
const self = new Map();
let total = 0;
profile.samples.forEach((id, at) => {
  const { functionName, url, lineNumber } = nodes.get(id);
  const where = url.replace(/^.*node_modules\//, '').replace(/^file:.*\/(?=dist|test)/, '');
  const key = `${functionName || '(anonymous)'} ${where}:${lineNumber + 1}`;
  self.set(key, (self.get(key) ?? 0) + profile.timeDeltas[at]);
  total += profile.timeDeltas[at];
});
console.log(`${name} on ${adapter}, ${work}: ${Math.round(rate)} requests/s while profiled\n`);
for (const [key, time] of [...self].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
  console.log(`${((time / total) * 100).toFixed(1).padStart(5)} %  ${key}`);
