/**
 * Plants faults in the library, one at a time, and runs a short soak with each: its checker must find every one, and
 * nothing without one. Ends with 1 where it does not.
 *
 *   npm run build && node test/extra/soak/planted.mjs
 *   node test/extra/soak/planted.mjs 'users share an entry'   # only this one
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What is replaced in the build, and what the checker must say. */
const PLANTED = [
  { name: 'nothing', replace: [], finds: undefined },
  {
    name: 'a purge tells no other process',
    replace: [['async end(keys) {', 'async end(keys) { return true;']],
    finds: 'stale',
  },
  {
    name: 'the store tells no process what has changed',
    replace: [
      [
        'return caching.client.clientSideCache;',
        "return Object.assign(caching.client.clientSideCache, { trackingOn: () => ['PING'] });",
      ],
    ],
    finds: 'stale',
  },
  {
    name: 'users share an entry',
    replace: [
      ['function partitionOfCaller(id) {', "function partitionOfCaller(id) { return 'user';"],
    ],
    finds: 'another user',
  },
  {
    name: 'reads under way survive a purge',
    replace: [
      [
        'function isInGenerations(call, { tokens, isStoreDown }) {',
        'function isInGenerations(call, { tokens, isStoreDown }) { return true;',
      ],
    ],
    // A purge comes between two requests only while methods take their time.
    settings: { READ_MS: '150' },
    finds: 'stale',
  },
  {
    name: 'the memory level ignores its bound',
    replace: [['ttl: ttlMs - lateMs', 'ttl: 3_600_000']],
    // Only hits: the first operation that fails would end the use of memory.
    settings: { FAULTS: 'mute' },
    finds: 'stale',
  },
];

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
const SETTINGS = {
  MINUTES: '0.6',
  STORES: 'redis',
  RATE: '200',
  PROCESSES: '4',
  FAULTS: 'half-open,cut-off,mute',
};

async function violationsWith({ replace, settings }) {
  const planted = JSON.stringify(replace);
  const env = { ...SETTINGS, ...settings, ...process.env, PLANTED: planted };
  const child = spawn(process.execPath, [RUN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  if (output.includes('SKIPPED')) {
    console.log(output.trim());
    process.exit(0);
  }
  const line = /^violations +(.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`The soak ended with ${code}:\n${output}`);
  return { line, output };
}

/** A machine that is too busy sends too few requests to meet a fault; another seed has other requests. */
const SEEDS = ['42', '43', '44'];

async function check({ name, replace, settings, finds }) {
  for (const SEED of SEEDS) {
    const { line, output } = await violationsWith({ replace, settings: { ...settings, SEED } });
    const isFound = finds === undefined ? line === 'none' : line.includes(finds);
    console.log(`${isFound ? 'ok' : 'NOT OK'}: with ${name}, the checker finds: ${line}`);
    if (isFound) return true;
    console.log(output);
    // What is found without a fault is a fault.
    if (finds === undefined) return false;
  }
  return false;
}

const [, , only] = process.argv;
let areAllFound = true;
for (const planted of PLANTED) {
  if (only === undefined || planted.name === only)
    areAllFound = (await check(planted)) && areAllFound;
}
process.exit(areAllFound ? 0 : 1);
