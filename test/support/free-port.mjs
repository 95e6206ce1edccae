import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to servers on port 0 (32768 and above on Linux, 49152
 * and above elsewhere): nothing takes a port of this range by chance.
 */
const FIRST = 22_000;
const COUNT = 10_000;

/** The port whose listener says that another port is reserved. */
const guardOf = (port) => port - COUNT;

/** Held as long as this process lives. */
const guards = [];

/**
 * Reserves a port of 127.0.0.1 for this process, on which no server listens. It stays reserved until the process ends:
 * a server on it may be stopped and started again.
 */
export async function freePort() {
  const first = Math.floor(Math.random() * COUNT);
  for (let step = 0; step < COUNT; step++) {
    const port = FIRST + ((first + step) % COUNT);
    const guard = await listen({ port: guardOf(port), host: '127.0.0.1' });
    if (guard === undefined) continue;
    // On all addresses: not even a server on another address has the port.
    const server = await listen({ port });
    if (server === undefined) {
      guard.close();
      continue;
    }
    server.close();
    await once(server, 'close');
    guards.push(guard.unref());
    return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

/** `undefined` where the port is taken. */
async function listen(options) {
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen({ ...options, exclusive: true }), 'listening');
    return server;
  } catch (error) {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return undefined;
    throw error;
  }
}
