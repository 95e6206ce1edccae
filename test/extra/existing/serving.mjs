import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../support/free-port.mjs';
import { untilListening } from '../first-hour/application.mjs';

/** Starts a built application, calls it, and ends it. */
export async function whileServing(entry, cwd, env, use) {
  const port = await freePort();
  const child = spawn(process.execPath, [entry], {
    cwd,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const ended = once(child, 'close');
  try {
    await untilListening(port, child);
    if (child.exitCode !== null) throw new Error(`${entry} ended:\n${printed}`);
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
    await ended;
  }
}
