import autocannon from 'autocannon';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CONNECTIONS = 40;
const WARM_UP = 1;
const canWrk = spawnSync('wrk', ['-v']).error === undefined;

/** Which one makes the load. */
export const loader = canWrk ? 'wrk' : 'autocannon';

/** Requests a second. wrk where it is installed: one in Node is slower than the fastest contenders. */
export async function measure(server, work, seconds) {
  const run = canWrk ? wrk : cannon;
  await run(server.target(work), work, WARM_UP);
  return run(server.target(work), work, seconds);
}

async function cannon(url, { status, method = 'GET', headers, body }, duration) {
  const options = { url, method, headers, body, connections: CONNECTIONS, duration };
  const { errors, non2xx, requests } = await autocannon(options);
  assert.equal(errors + (status < 300 ? non2xx : 0), 0, `${method} ${url}: failed under load`);
  return requests.average;
}

async function wrk(url, { status, method = 'GET', headers = {}, body }, duration) {
  const script = join(tmpdir(), `rest-routes-bench-${process.pid}.lua`);
  const text = JSON.stringify;
  const sent = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}`,
  );
  if (body !== undefined) sent.push(`wrk.body = ${text(body)}`);
  writeFileSync(script, [`wrk.method = ${text(method)}`, ...sent].join('\n'));
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-s', script, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  rmSync(script);
  assert.doesNotMatch(stdout, /Socket errors/, `${method} ${url}`);
  if (status < 300) assert.doesNotMatch(stdout, /Non-2xx/, `${method} ${url}: failed under load`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}
