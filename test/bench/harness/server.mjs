import { once } from 'node:events';
import { forkServer } from './cores.mjs';

/** Starts a contender; `routes` is how many further routes it has. */
export async function start({ name, script, args, base = '', env = {} }, routes = 10, flags = []) {
  const child = forkServer(script, args, {
    flags,
    env: { ROUTES: String(routes), ...env },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code} instead of answering`);
  });
  // It is awaited only where it can come first.
  ended.catch(() => {});
  const said = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  const url = await said();
  return {
    target: (work) => `${url}${base}${work.path}`,
    /**
     * `{ heapUsed, cachedCalls }`: bytes, and how often the method behind a cache has run. To
     * `collect` before needs `--expose-gc`.
     */
    inspect: (asked = 'inspect') => {
      child.send(asked);
      return said();
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
