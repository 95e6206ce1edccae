/**
 * Generates applications and requests, and compares a plain controller of Nest with a route in each of them.
 *
 *   npm run test:extra -- parity                                # the part of CI
 *   APPLICATIONS=10000 SEED=1 npm run test:extra -- parity      # as many, from this seed on
 *   ADAPTER=fastify npm run test:extra -- parity
 *   npm run test:extra -- parity --seed 17                      # one application
 *   npm run test:extra -- parity --seed 17 --show 9             # and what was seen of its request 9
 *   npm run test:extra -- parity --counts                       # how often each part was tried
 *   npm run test:extra -- parity --parts helmet,compression     # only applications of these parts
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    parts: { type: 'string' },
    shapes: { type: 'string' },
    show: { type: 'string' },
    counts: { type: 'boolean', default: false },
  },
});
const { env } = process;
const from = Number(values.seed ?? env.SEED ?? 1);
const count = values.seed === undefined ? Number(env.APPLICATIONS ?? 1000) : 1;
const wanted = {
  ...(env.ADAPTER === undefined ? {} : { adapter: env.ADAPTER }),
  ...(values.parts === undefined ? {} : { parts: values.parts.split(',') }),
  ...(values.shapes === undefined ? {} : { shapes: values.shapes.split(',') }),
};
const root = join(import.meta.dirname, '../../..');
const mostReduced = Number(env.REDUCED ?? 2);
/** A planted fault has a folder of its own, so that its runs do not disturb others. */
const folder = env.PARITY_FAULT === undefined ? 'parity' : 'parity-planted';
env.PARITY_BUILD ??= join(root, 'node_modules/.cache/nestjs-rest-routes', folder);
const WORKERS = Math.min(count, Number(env.WORKERS ?? availableParallelism()));
/** A process keeps what Nest, and packages, keep of each application. */
const MOST_OF_A_WORKER = 400;
/** Of each application. */
const REQUESTS = 20;
/** So many applications have each known difference; more if it is rare. */
const WHOLE = 1000;
const LARGE = 30_000;

if (env.PARITY_BUILT === undefined)
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts') });

const results = [];
/** Differences by what makes them the same: where they were found. */
const found = new Map();
/** The known differences, each with its page, and the number of parts of the catalogue. */
let catalogue = {
  known: /** @type {{ name: string; page: string; isRare: boolean }[]} */ ([]),
  parts: 0,
};
const next = { seed: from };
const started = performance.now();
await Promise.all(Array.from({ length: WORKERS }, () => work()));
report();

async function work() {
  while (!isDone()) await withWorker();
}

/** A planted fault needs to be found once. */
function isDone() {
  return next.seed >= from + count || (env.PARITY_FAULT !== undefined && found.size > 0);
}

/** Runs applications in one process, until it has run many, or ended. */
function withWorker() {
  return new Promise((resolve) => {
    const child = fork(join(env.PARITY_BUILD, 'worker.js'), {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let left = MOST_OF_A_WORKER;
    let current;
    const give = () => {
      if (left-- === 0 || isDone()) {
        current = undefined;
        child.kill();
        return;
      }
      current = next.seed++;
      child.send({ seed: current, wanted, mostReduced, shown: values.show });
    };
    child.on('message', (message) => {
      if (message.known === undefined) take(message);
      else catalogue = message;
      give();
    });
    child.on('exit', (code, signal) => {
      if (left === MOST_OF_A_WORKER)
        throw new Error(`A worker ended before its first application: ${code ?? signal}`);
      if (current !== undefined) {
        const key = `the process ended: ${code ?? signal}`;
        take({
          seed: current,
          met: [],
          unstable: [],
          milliseconds: 0,
          found: [{ key, page: `seed ${current}` }],
        });
      }
      resolve();
    });
  });
}

/** Prints each difference when it is found first. */
function take(result) {
  results.push(result);
  if (result.unstable.length > 0)
    console.log(`seed ${result.seed}, not again: ${result.unstable.slice(0, 3).join(', ')}`);
  for (const { key, page } of result.found) {
    const seeds = found.get(key);
    if (seeds !== undefined) seeds.push(result.seed);
    else {
      found.set(key, [result.seed]);
      console.log(`\n=== ${key}\n${page}`);
    }
  }
}

function report() {
  console.log('');
  for (const [key, seeds] of found)
    console.log(`${seeds.length} × ${key}: ${seeds.slice(0, 8).join(', ')}`);
  const counts = {};
  for (const { met } of results) for (const name of met) counts[name] = (counts[name] ?? 0) + 1;
  const lines = Object.entries(counts).map(([name, times]) => `${times} × ${name}`);
  if (values.counts) console.log(`\n${lines.sort((a, b) => parseInt(b) - parseInt(a)).join('\n')}`);
  const wrong = [...wrongPages(), ...(isWhole() ? neverMet(counts) : [])];
  for (const line of wrong) console.log(line);
  const seconds = (performance.now() - started) / 1000;
  const each = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / results.length;
  const different = results.filter((one) => one.found.length > 0).map(({ seed }) => seed);
  if (different.length > 0)
    console.log(`The first is application ${Math.min(...different) - from + 1}.`);
  console.log(
    `${catalogue.parts} parts. ${results.length} applications with ${results.length * REQUESTS} requests, from seed ${from}, in ${Math.round(seconds)} s (${Math.round(each)} ms of the processor each), ${different.length} with differences, ${found.size} differences.`,
  );
  if (found.size > 0 || wrong.length > 0) process.exitCode = 1;
}

/** A known difference that no longer occurs is not in the list. */
function neverMet(counts) {
  return catalogue.known
    .filter(
      ({ name, isRare }) => counts[`known ${name}`] === undefined && (!isRare || count >= LARGE),
    )
    .map(({ name }) => `The known difference "${name}" did not occur: remove it.`);
}

/** With fewer applications, or some of them, a rare difference does not occur. The list is that of Nest 12. */
function isWhole() {
  return (
    count >= WHOLE &&
    isNest12() &&
    env.ADAPTER === undefined &&
    values.parts === undefined &&
    values.shapes === undefined
  );
}

function isNest12() {
  const manifest = readFileSync(join(root, 'node_modules/@nestjs/core/package.json'), 'utf8');
  return JSON.parse(manifest).version.startsWith('12.');
}

/** Each intended difference is on a page. */
function wrongPages() {
  return catalogue.known.flatMap(({ name, page }) => {
    const [file, anchor] = page.split('#');
    const text = readFileSync(join(root, file), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => slugOf(title));
    return anchor === undefined || anchors.includes(anchor)
      ? []
      : [`${page} of "${name}" does not exist.`];
  });
}

/** As GitHub makes it. */
function slugOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
