import { spawnSync } from 'node:child_process';
import { createClient } from '@keyv/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loudly } from '../support/skip-loudly.js';
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
        const texts = [(await kept(one, '/7')).text, (await kept(two, '/7')).text];
        expect(texts[1]).toBe(texts[0]);
        expect(await one.ask('purgeTags', ['item-7'])).toBe(true);
        expect((await one.get('/7')).text).not.toBe(texts[0]);
        while ((await two.get('/7')).text === texts[0]);
      }
    },
  );

  test('a method runs once in all processes for simultaneous requests', async () => {
    const [one, two] = await pair({});
    await Promise.all([one.ask('close'), two.ask('close')]);
    const running = Promise.race([one.event('running'), two.event('running')]);
    const responses = Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two).get('/slow')),
    );
    await running;
    await Promise.all([one.ask('open'), two.ask('open')]);
    expect(new Set((await responses).map(({ text }) => text)).size).toBe(1);
    expect(Number(await one.ask('runs')) + Number(await two.ask('runs'))).toBe(1);
  });

  test('a process that dies while it runs the method costs the others its lease', async () => {
    const namespace = newNamespace();
    const settings = { store: servers.address, namespace, cache: { lease: '500ms' } };
    const [one, two] = [await startProcess(settings), await processes[1].serve(settings)];
    await one.ask('close');
    const running = one.event('running');
    const lost = one.get('/slow').catch(() => undefined);
    await running;
    const waiting = two.get('/slow');
    await one.kill();
    await lost;
    expect((await waiting).status).toBe(200);
    expect(await two.ask('runs')).toBe(1);
  });

  test('an error is not waited for by one process after the other', async () => {
    const [one, two] = await pair({});
    const statuses = await Promise.all(
      [one, two].map(async (node) => (await node.get('/failing')).status),
    );
    expect(statuses).toEqual([500, 500]);
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
  loudly(lacks('redis-server'), 'a user of Redis without scripts', 'no redis-server'),
)('a user of Redis who may not run scripts', () => {
  test('has a cache without leases, and one warning says so', async () => {
    const servers = await startStore('redis');
    try {
      const url = new URL(servers.address.url ?? '');
      const admin = createClient({ url: url.href });
      await admin.connect();
      const rules = ['on', '>secret', '~*', '&*', '+@all', '-@scripting'];
      await admin.sendCommand(['ACL', 'SETUSER', 'app', ...rules]);
      admin.destroy();
      Object.assign(url, { username: 'app', password: 'secret' });
      const store = { kind: 'redis', url: url.href };
      const one = await FleetProcess.start({ store, namespace: 'restricted' });
      let log = '';
      one.child.stdout?.on('data', (data: Buffer) => (log += data.toString()));
      await kept(one, '/7');
      await kept(one, '/8');
      expect((await one.get('/failing')).status).toBe(500);
      expect(await one.ask('purgeTags', ['items'])).toBe(true);
      expect((await one.get('/7')).cache).not.toContain('hit');
      expect(await one.ask('failures')).toBe(0);
      await one.stop();
      expect(log.match(/rejects EVAL/g)).toEqual(['rejects EVAL']);
    } finally {
      await servers.stop();
    }
  });
});

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
      const before = [(await kept(one, '/7')).text, (await kept(two, '/7')).text];
      expect(before[1]).toBe(before[0]);
      await servers.killMaster();
      // False until the replica has taken over.
      while ((await one.ask('purgeTags', ['item-7'])) !== true) {
        expect((await two.get('/7')).status).toBe(200);
      }
      while ((await two.get('/7')).text === before[0]);
      const after = [(await kept(one, '/7')).text, (await kept(two, '/7')).text];
      expect(after[1]).toBe(after[0]);
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
