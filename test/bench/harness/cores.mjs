import { fork, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const SERVER = '0';
const LOAD = '1';

const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;

/** What makes the load keeps to a core of its own, with what it starts. */
export function pinThisProcess() {
  if (canPin) spawnSync('taskset', ['-cp', LOAD, String(process.pid)]);
  else console.warn('Not pinned to cores: no taskset, or one core.');
}

/** Flags of Node for all servers: `NODE_FLAGS='--no-allocation-site-pretenuring'`. */
const FLAGS = (process.env.NODE_FLAGS ?? '').split(' ').filter(Boolean);

/** A process of its own, on the server's core. */
export function forkServer(script, args, { flags = [], env = {} } = {}) {
  const execArgv = [...FLAGS, ...flags];
  const pinned = canPin
    ? { execPath: 'taskset', execArgv: ['-c', SERVER, process.execPath, ...execArgv] }
    : { execArgv };
  return fork(script, args, { ...pinned, env: { ...process.env, ...env } });
}
