import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** All processes share two cores, with whatever else runs on the machine. */
const LONGEST_START_MS = 60_000;

/** How much of the output of a process is kept. */
const KEPT = 4000;

const folders = new Set();
const children = new Set();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
// Without a listener, a signal ends the process and leaves the others behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    console.log(`${new Date().toISOString()} ended by ${signal}`);
    process.exit(1);
  });
}

/** Removed when this process ends, at the latest. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-soak-'));
  folders.add(folder);
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Ends with this process, and knows the last of its output. */
export function watch(child) {
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (output = `${output}${data}`.slice(-KEPT)));
  child.once('exit', () => children.delete(child));
  child.describe = (what) => {
    const { exitCode, signalCode } = child;
    const end =
      exitCode === null && signalCode === null ? 'runs' : `ended: ${exitCode ?? signalCode}`;
    return `${new Date().toISOString()} ${what}; process ${child.pid} ${end}\n${output}`;
  };
  return child;
}

const hasParentDeathSignal = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;

/** A server that is no Node: it ends with this process, even where that is killed. */
export function startServer(program, args, signal = 'KILL') {
  const line = hasParentDeathSignal
    ? ['setpriv', '--pdeathsig', signal, program, ...args]
    : [program, ...args];
  return watch(spawn(line[0], line.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** `address` is a port of 127.0.0.1 or the path of a socket. Returns whether it accepts connections. */
export async function accepts(child, address) {
  const target =
    typeof address === 'number' ? { port: address, host: '127.0.0.1' } : { path: address };
  const end = performance.now() + LONGEST_START_MS;
  while (isRunning(child) && performance.now() < end) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(target);
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen && isRunning(child)) return true;
    await pause(25);
  }
  return false;
}

export const isRunning = ({ exitCode, signalCode }) => exitCode === null && signalCode === null;

/** Waits until it is so. */
export async function until(what, isSo) {
  const end = performance.now() + LONGEST_START_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${new Date().toISOString()} not so: ${what}`);
    await pause(100);
  }
}

/** The output of a program that ends well. */
export function run(program, args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${new Date().toISOString()} ${error.message}\n${stdout}${stderr}`));
    });
  });
}

export async function kill(child, signal = 'SIGKILL') {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
