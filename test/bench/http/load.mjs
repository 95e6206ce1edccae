import autocannon from 'autocannon';
import assert from 'node:assert/strict';
import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CONNECTIONS = 40;
const canWrk = spawnSync('wrk', ['-v']).error === undefined;
const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;

/** The load on one core, the server on the other. */
export function pinThisProcess() {
  if (canPin) spawnSync('taskset', ['-cp', '1', String(process.pid)]);
}

/** Starts a contender in a process of its own. */
export async function start({ name, script, args }, routes, flags = []) {
  const pinned = canPin
    ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, ...flags] }
    : { execArgv: flags };
  const child = fork(script, args, { ...pinned, env: { ...process.env, ROUTES: String(routes) } });
  const [url] = await once(child, 'message');
  const isOurs = name === 'ours';
  return {
    target: (work) =>
      `${url}${isOurs ? '/api/acme/v1' : ''}${isOurs ? (work.ours ?? work.path) : work.path}`,
    /** In bytes. */
    heapUsed: async () => {
      child.send('heap');
      const [bytes] = await once(child, 'message');
      return bytes;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Requests a second. wrk where it is installed: a load generator in Node is slower than the fastest contenders. */
export async function measure(server, work, seconds) {
  if (canWrk) {
    await wrk(server.target(work), work, 1);
    return wrk(server.target(work), work, seconds);
  }
  const { method = 'GET', headers, body } = work;
  const options = { url: server.target(work), method, headers, body, connections: CONNECTIONS };
  await autocannon({ ...options, duration: 1 });
  const { errors, requests } = await autocannon({ ...options, duration: seconds });
  assert.equal(errors, 0);
  return requests.average;
}

async function wrk(url, { method = 'GET', body }, duration) {
  const script = join(tmpdir(), `rest-routes-bench-${process.pid}.lua`);
  const sent =
    body === undefined
      ? []
      : ['wrk.headers["content-type"] = "application/json"', `wrk.body = [[${body}]]`];
  writeFileSync(script, [`wrk.method = ${JSON.stringify(method)}`, ...sent].join('\n'));
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-s', script, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  assert.doesNotMatch(stdout, /Socket errors/);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}
