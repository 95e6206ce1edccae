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

/** A process of its own, on the server's core. */
export function forkServer(script, args, { flags = [], env = {} } = {}) {
  const pinned = canPin
    ? { execPath: 'taskset', execArgv: ['-c', SERVER, process.execPath, ...flags] }
    : { execArgv: flags };
  return fork(script, args, { ...pinned, env: { ...process.env, ...env } });
}
