import { spawn } from 'node:child_process';

/**
 * Requests before the count begins, and at its end: those between them are warm. V8 has compiled what they pass by
 * then, and a count differs by about a hundredth from run to run, whatever else the machine does.
 */
const FROM = Number(process.env.FROM ?? 4_000);
const TO = Number(process.env.TO ?? 9_000);

const VALGRIND = [
  '--tool=cachegrind',
  '--cache-sim=no',
  '--cachegrind-out-file=/dev/null',
  // V8 writes code.
  '--smc-check=all-non-file',
];
/**
 * The same hashes and the same order in each run, without threads that compile or collect. The young generation is larger
 * than all that the requests allocate: one collection of the heap between them would add a tenth to each.
 */
const NODE = [
  '--single-threaded',
  '--hash-seed=42',
  '--random-seed=42',
  '--min-semi-space-size=1024',
  '--max-semi-space-size=1024',
];

/** The instructions of a warm request, with those of the client, which is in the process of the server. */
export async function instructionsOf(contender, work) {
  const [before, after] = await Promise.all([
    countOf(contender, work, FROM),
    countOf(contender, work, TO),
  ]);
  return (after - before) / (TO - FROM);
}

/** The instructions of a process from its start to the response of the last request. */
async function countOf({ script, args, base = '', env }, work, requests) {
  const asked = JSON.stringify({ ...work, path: base + work.path, requests });
  const child = spawn('valgrind', [...VALGRIND, process.execPath, ...NODE, script, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ROUTES: '10', ...env, COUNTED: asked },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [code] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  const [, count] = /I +refs: +([\d,]+)/.exec(said) ?? [];
  if (code !== 0 || count === undefined) throw new Error(`${script} ended with ${code}:\n${said}`);
  return Number(count.replaceAll(',', ''));
}
