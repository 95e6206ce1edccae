// Requests a second of the same API, written with several tools, side by side.
// node test/bench/http/run.mjs [rounds] [seconds] — after `npm run build`.
import autocannon from 'autocannon';
import assert from 'node:assert/strict';
import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ORDER } from './data.mjs';

const rounds = Number(process.argv[2] ?? 7);
const seconds = Number(process.argv[3] ?? 3);
const canWrk = spawnSync('wrk', ['-v']).error === undefined;
const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;

const CONTENDERS = {
  fastify: {
    ours: ['rest', 'fastify'],
    'raw Fastify': ['raw-fastify'],
    'Nest + class-validator': ['nest', 'fastify'],
  },
  express: {
    ours: ['rest', 'express'],
    'raw Express': ['raw-express'],
    'Nest + class-validator': ['nest', 'express'],
  },
};
const json = { 'content-type': 'application/json' };
const WORKS = {
  one: { path: '/items/7?variant=teaser', status: 200 },
  list: { path: '/items', status: 200 },
  order: { path: '/items', status: 201, method: 'POST', headers: json, body: ORDER },
  denied: { path: '/items/7', ours: '/items/7/denied', status: 401, method: 'DELETE' },
};
const REFUSED = [
  { path: '/items/7?variant=other' },
  {
    path: '/items',
    method: 'POST',
    headers: json,
    body: ORDER.replace('"qty":1,', '"qty":0,').replace('"qty":1}', '"qty":0}'),
  },
  { path: '/items', method: 'POST', headers: json, body: ORDER.replace('@', '-') },
];

async function start([name, adapter]) {
  const script = fileURLToPath(new URL(`./contenders/${name}.mjs`, import.meta.url));
  const options = canPin ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] } : {};
  const child = fork(script, adapter === undefined ? [] : [adapter], options);
  const [url] = await once(child, 'message');
  const isOurs = name === 'rest';
  return {
    target: (work) =>
      `${url}${isOurs ? '/api/acme/v1' : ''}${isOurs ? (work.ours ?? work.path) : work.path}`,
    stop: () => child.disconnect(),
  };
}

/** All contenders do the same work, and refuse the same. */
async function prove(server, answers) {
  for (const [name, work] of Object.entries(WORKS)) {
    const { method, headers, body } = work;
    const response = await fetch(server.target(work), { method, headers, body });
    assert.equal(response.status, work.status, name);
    const text = await response.text();
    if (work.status >= 400) continue;
    answers[name] ??= JSON.parse(text);
    assert.deepEqual(JSON.parse(text), answers[name], name);
  }
  for (const work of REFUSED) {
    const { method, headers, body } = work;
    assert.equal(
      (await fetch(server.target(work), { method, headers, body })).status,
      400,
      work.path,
    );
  }
}

/** wrk where it is installed: a load generator in Node is slower than the fastest contenders. */
async function measure(server, work) {
  const { method = 'GET', headers, body } = work;
  if (canWrk) {
    await wrk(server.target(work), work, 1);
    return wrk(server.target(work), work, seconds);
  }
  const options = { url: server.target(work), method, headers, body, connections: 40 };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: seconds });
  assert.equal(result.errors, 0);
  return result.requests.average;
}

async function wrk(url, { method = 'GET', body }, duration) {
  const lua = [
    `wrk.method = ${JSON.stringify(method)}`,
    ...(body === undefined
      ? []
      : ['wrk.headers["content-type"] = "application/json"', `wrk.body = [[${body}]]`]),
  ];
  const script = join(tmpdir(), `rest-routes-bench-${process.pid}.lua`);
  writeFileSync(script, lua.join('\n'));
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    '-c40',
    `-d${duration}s`,
    '-s',
    script,
    url,
  ]);
  assert.doesNotMatch(stdout, /Socket errors/);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (canPin) spawnSync('taskset', ['-cp', '1', String(process.pid)]);
for (const [adapter, contenders] of Object.entries(CONTENDERS)) {
  const runs = [];
  const answers = {};
  for (let round = 0; round < rounds; round++) {
    const run = {};
    for (const [name, command] of Object.entries(contenders)) {
      const server = await start(command);
      await prove(server, answers);
      for (const [work, request] of Object.entries(WORKS))
        (run[work] ??= {})[name] = await measure(server, request);
      server.stop();
    }
    runs.push(run);
  }
  const peers = Object.keys(contenders).filter((name) => name !== 'ours');
  console.log(
    `\n| on ${adapter} | ours | ${peers.map((name) => `${name} | ours / ${name}`).join(' | ')} |`,
  );
  console.log(`|---|---|${peers.map(() => '---|---|').join('')}`);
  for (const work of Object.keys(WORKS)) {
    const rate = (name) => `${Math.round(median(runs.map((run) => run[work][name])))}/s`;
    const ratio = (name) => median(runs.map((run) => run[work].ours / run[work][name])).toFixed(2);
    console.log(
      `| \`${work}\` | ${rate('ours')} | ${peers.map((name) => `${rate(name)} | ${ratio(name)}`).join(' | ')} |`,
    );
  }
}
