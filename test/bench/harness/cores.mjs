import { fork, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const SERVER = '0';
const LOAD = '1';

export const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;

/** What makes the load keeps to a core of its own, with what it starts. */
export function pinThisProcess() {
  if (canPin) spawnSync('taskset', ['-cp', LOAD, String(process.pid)]);
  else console.warn('Not pinned to cores: no taskset, or one core.');
}

/**
 * Keeps the load's core awake with what runs only where nothing else would. To wake a core that sleeps
 * costs a virtual machine more than to answer, and is charged to the server: a contender that lets the
 * load wait now and then falls back by more than it is slower.
 */
export function keepLoadAwake() {
  const spinner = ['-i', '0', 'taskset', '-c', LOAD, 'sh', '-c', 'while :; do :; done'];
  const child = spawn('chrt', spinner, { stdio: 'ignore' });
  child.on('error', () => console.warn('The core of the load may sleep: there is no chrt.'));
  child.unref();
  process.on('exit', () => child.kill());
}

/** A process of its own, on the server's core. */
export function forkServer(script, args, { flags = [], env = {}, node = process.execPath } = {}) {
  const pinned = canPin
    ? { execPath: 'taskset', execArgv: ['-c', SERVER, node, ...flags] }
    : { execPath: node, execArgv: flags };
  return fork(script, args, { ...pinned, env: { ...process.env, ...env } });
}
