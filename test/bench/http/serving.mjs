import { Session } from 'node:inspector/promises';
import { sendCounted } from '../instructions/client.mjs';
import { ITEMS } from './data.mjs';

let cachedCalls = 0;

/** What stands behind a cache: it counts, so that the proof sees whether there is one. */
export function itemsToCache() {
  cachedCalls++;
  return ITEMS;
}

const profiler = new Session();

/** What the parent may ask a server for. */
const REPLIES = {
  inspect: () => ({ heapUsed: process.memoryUsage().heapUsed, cachedCalls }),
  collect: () => {
    globalThis.gc();
    return REPLIES.inspect();
  },
  /** The CPU time of this process since its start, in microseconds. */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  profile: async () => {
    profiler.connect();
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.setSamplingInterval', { interval: 200 });
    await profiler.post('Profiler.start');
    return 'started';
  },
  profiled: async () => (await profiler.post('Profiler.stop')).profile,
};

/** Tells the parent when the server listens; the server ends with the parent. */
export function listening(url) {
  if (process.env.COUNTED !== undefined) {
    sendCounted(url, JSON.parse(process.env.COUNTED));
    return;
  }
  process.send(url);
  process.on('message', async (asked) => process.send(await REPLIES[asked]()));
  process.on('disconnect', () => process.exit(0));
}
