import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loudly } from '../../../support/skip-loudly.js';
import { FleetProcess, type FleetSettings } from './support/fleet-process.js';
import {
  startReplicated,
  startStore,
  type StoreKind,
  type StoreServers,
} from './support/store-servers.js';

/** Whether a program is missing. */
const lacks = (program: string): boolean => spawnSync(program, ['--version']).status !== 0;

let fleets = 0;

function sharing(kind: StoreKind): void {
  let servers: StoreServers;
  /** Two processes serve the applications of all tests: a process takes longer to start than a test. */
  let processes: readonly [FleetProcess, FleetProcess];
  beforeAll(async () => {
    servers = await startStore(kind);
    processes = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await servers.stop();
  });

  const newNamespace = () => `fleet${process.pid}x${++fleets}`;
  const startProcess = (settings: Partial<FleetSettings> = {}): Promise<FleetProcess> =>
    FleetProcess.start({ store: servers.address, namespace: newNamespace(), ...settings });
  /** Two applications with the same settings, one in each process. */
  const pair = (
    cache: object,
    adapter: FleetSettings['adapter'] = 'fastify',
  ): Promise<readonly [FleetProcess, FleetProcess]> => {
    const settings = { store: servers.address, namespace: newNamespace(), cache, adapter };
    const [one, two] = processes;
    return Promise.all([one.serve(settings), two.serve(settings)]);
  };

  test.each(['express', 'fastify'] as const)(
    'the process that purges drops it from its memory at once, others when the store tells them (%s)',
    async (adapter) => {
      const [one, two] = await pair({ memory: { maxEntries: 100, ttl: '1h' } }, adapter);
      for (let round = 0; round < 20; round++) {
        const texts = await sharedTexts(one, two);
        expect(await one.ask('purgeTags', ['item-7'])).toBe(true);
        expect((await one.get('/7')).text).not.toBe(texts[0]);
        while ((await two.get('/7')).text === texts[0]);
      }
    },
  );

  test('a method runs once in each process for simultaneous requests', async () => {
    const [one, two] = await pair({});
    await Promise.all([one.ask('close'), two.ask('close')]);
    const running = Promise.all([one.event('running'), two.event('running')]);
    const responses = Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two).get('/slow')),
    );
    await running;
    await Promise.all([one.ask('open'), two.ask('open')]);
    expect(new Set((await responses).map(({ status }) => status))).toEqual(new Set([200]));
    expect([await one.ask('runs'), await two.ask('runs')]).toEqual([1, 1]);
  });

  test('two versions of a route have entries of their own', async () => {
    const [one] = await pair({});
    const { address: store } = servers;
    const { namespace } = one;
    const newer = await processes[1].serve({ store, namespace, version: 2 });
    const first = await kept(one, '/7');
    const second = await kept(newer, '/7');
    expect(JSON.parse(second.text)).toMatchObject({ id: 7, version: 2 });
    expect((await one.get('/7')).text).toBe(first.text);
    // A purge ends the entries of both.
    expect(await newer.ask('purgeTags', ['items'])).toBe(true);
    expect((await one.get('/7')).text).not.toBe(first.text);
    expect((await newer.get('/7')).text).not.toBe(second.text);
  });
}

const TITLE = 'processes that share a store: %s';

describe
  .skipIf(loudly(lacks('redis-server'), 'processes that share a Redis', 'no redis-server'))
  .each(['redis', 'cluster', 'sentinel'] as const)(TITLE, sharing);

describe.skipIf(
  loudly(lacks('redis-server'), 'a Sentinel that replaces its server', 'no redis-server'),
)('a Sentinel that replaces its server', () => {
  test('requests are served meanwhile, and purges reach other processes afterwards', async () => {
    const servers = await startReplicated();
    const processes: FleetProcess[] = [];
    try {
      const cache = { timeLimit: '100ms', memory: { maxEntries: 100, ttl: '1h' } };
      const settings = { store: servers.address, namespace: 'failover', cache };
      const [one, two] = await Promise.all([
        FleetProcess.start(settings),
        FleetProcess.start(settings),
      ]);
      processes.push(one, two);
      const before = await sharedTexts(one, two);
      await servers.killMaster();
      // False until the replica has taken over.
      while ((await one.ask('purgeTags', ['item-7'])) !== true) {
        expect((await two.get('/7')).status).toBe(200);
      }
      while ((await two.get('/7')).text === before[0]);
      const after = await sharedTexts(one, two);
      expect(await two.ask('purgeTags', ['item-7'])).toBe(true);
      expect((await one.get('/7')).text).not.toBe(after[0]);
    } finally {
      await Promise.all(processes.map((process) => process.stop()));
      await servers.stop();
    }
  });
});

describe
  .skipIf(loudly(lacks('valkey-server'), 'processes that share a Valkey', 'no valkey-server'))
  .each(['valkey'] as const)(TITLE, sharing);

/** Requests until both processes send the same entry: each may have made one, and the store has the later one. */
async function sharedTexts(one: FleetProcess, two: FleetProcess): Promise<readonly string[]> {
  for (;;) {
    const texts = [(await kept(one, '/7')).text, (await kept(two, '/7')).text];
    if (texts[0] === texts[1]) return texts;
  }
}

/** Requests until the response comes from the cache: the store may have the entry a little later. */
async function kept(
  node: FleetProcess,
  path: string,
): Promise<Awaited<ReturnType<FleetProcess['get']>>> {
  for (;;) {
    const response = await node.get(path);
    if (response.cache.includes('hit')) return response;
  }
}
