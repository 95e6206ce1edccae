import assert from 'node:assert/strict';
import { once } from 'node:events';
import { forkServer } from './cores.mjs';

/** What a process of its own, on the server's core, sends before it ends; it must end well. */
export async function reportOf(script, args, options) {
  const child = forkServer(script, args, options);
  const ended = once(child, 'exit').then(([code]) => assert.equal(code, 0, args.join(' ')));
  const [report] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} said nothing`))),
  ]);
  await ended;
  return report;
}
