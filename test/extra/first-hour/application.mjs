import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.mjs';

const MINUTE = 60_000;
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** Packs the library, which is built already, and returns the path of the tarball. */
export function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const printed = execFileSync('npm', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return join(folder, printed.trim().split('\n').at(-1));
}

/** Runs commands as in a terminal, each from a folder. */
export function createShell() {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' };
  for (const name of Object.keys(env)) if (/^npm_/i.test(name)) delete env[name];
  return {
    env,
    /** Returns what was printed. A command that fails is an error, unless a failure is what is wanted. */
    run(cwd, [command, ...args], fails = false) {
      const done = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 10 * MINUTE });
      const text = plain(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`);
      if ((done.status !== 0) !== fails) {
        const line = [command, ...args].join(' ');
        throw new Error(`${line} ended with ${done.status ?? done.signal}:\n${text}`);
      }
      return text;
    },
  };
}

/** The files of an application, by their paths from its folder. */
export function createFiles(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  return {
    read,
    write: (path, text) => writeFileSync(join(root, path), text),
    /** Replaces a text that must be there. */
    edit(path, from, to) {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`${path} has no ${from}:\n${text}`);
      writeFileSync(
        join(root, path),
        text.replace(from, () => to),
      );
    },
  };
}

/** Starts the application as `npm start` does, calls it, and ends it. Returns what it printed. */
export async function whileStarted(root, env, use) {
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = readOutput(child);
  try {
    await printed.until('Nest application successfully started');
    await untilListening(port, child);
    await use(`http://127.0.0.1:${port}`);
    return printed.text();
  } finally {
    // A group of its own: npm starts Nest's command line, which starts the application.
    const { exitCode, pid } = child;
    if (exitCode === null && pid !== undefined) process.kill(-pid, 'SIGTERM');
    await printed.ended;
  }
}

/** What a process prints. It ends before its group does, so its output is read to the end. */
function readOutput(child) {
  let text = '';
  let check = () => undefined;
  const add = (data) => {
    text += plain(String(data));
    check();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const ended = once(child, 'close');
  const until = (line) =>
    new Promise((resolve, reject) => {
      check = () => text.includes(line) && resolve();
      ended.then(() => reject(new Error(`npm start ended:\n${text}`)), reject);
    });
  return { ended, text: () => text, until };
}

/** Nest says that it has started before it listens. */
export async function untilListening(port, child) {
  while (child.exitCode === null && !(await accepts(port))) await wait(50);
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function plain(text) {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '').replaceAll(/^npm warn .*\n/gm, '');
}
