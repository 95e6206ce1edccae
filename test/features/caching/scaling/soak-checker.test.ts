import { describe, expect, test } from 'vitest';

interface SoakDatabase {
  write(key: string, writer: string): Promise<number>;
}

interface SoakResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface SoakChecker {
  readonly violations: readonly { readonly kind: string }[];
  written(
    key: string,
    writer: string,
    body: { version: number; isPurged: boolean },
    response?: SoakResponse,
  ): void;
  deafen(process: string): () => void;
  read(key: string, version: unknown, since: number, response: SoakResponse): void;
  build(body: { build: number }, response: SoakResponse): void;
  lostWrites(): void;
}

interface SoakModel {
  readonly Database: new () => SoakDatabase;
  readonly Checker: new (database: SoakDatabase, now: () => number) => SoakChecker;
  readonly HangDetector: new () => {
    add(took: number, name: string, response: SoakResponse): void;
    report(checker: SoakChecker): void;
  };
  randomFrom(seed: number): () => number;
  shuffled(names: readonly string[], random: () => number): string[];
}

interface SoakTraffic {
  trafficOf(parts: {
    request: (method: string, path: string) => Promise<SoakResponse>;
    checker: SoakChecker;
    random: () => number;
  }): { next(): string; run(name: string): Promise<unknown> };
}

const load = async <Module>(name: string): Promise<Module> =>
  (await import(new URL(`../../../extra/soak/${name}`, import.meta.url).href)) as Module;

/** An item that was written twice; the purge of the second write by process 1 is complete, at 10 seconds. */
async function setup() {
  const { Checker, Database } = await load<SoakModel>('model.mjs');
  const database = new Database();
  const checker = new Checker(database, () => 10_000);
  for (const writer of ['one', 'two']) {
    const version = await database.write('item:1', writer);
    const body = { version, isPurged: writer === 'two' };
    checker.written('item:1', writer, body, responseOf({ 'x-process': '1' }));
  }
  const kinds = (): string[] => checker.violations.map(({ kind }) => kind);
  return { checker, kinds };
}

const responseOf = (headers: SoakResponse['headers']): SoakResponse => ({
  status: 200,
  headers: { 'x-build': '1', 'x-process': '2', 'x-memory': 'no', ...headers },
  text: '{}',
});

const response = responseOf({});
const withMemory = { 'x-memory': 'yes' };
const shared = { 'cache-status': 'rest-cache; fwd=miss; collapsed' };

describe('the checker of the soak', () => {
  test.each([
    ['accepts the newest version', 2, []],
    ['finds a version that is older than a completed purge', 1, ['stale']],
    ['finds a version that was never written', 3, ['invented']],
    ['finds a body without a version', undefined, ['broken']],
  ])('%s', async (_title, version, expected) => {
    const { checker, kinds } = await setup();
    checker.read('item:1', version, 10_000, response);
    expect(kinds()).toEqual(expected);
  });

  test.each<[string, SoakResponse['headers'], number, string[]]>([
    ['a request that began before the purge', {}, 9999, []],
    ['memory that has not heard of the purge yet', withMemory, 11_900, []],
    ['memory that should have heard of the purge', withMemory, 12_100, ['stale']],
    [
      'memory of the process that has purged',
      { ...withMemory, 'x-process': '1' },
      10_000,
      ['stale'],
    ],
    ['memory behind a damaged connection', { ...withMemory, 'x-process': '3' }, 14_900, []],
    ['memory that ignores its bound', { ...withMemory, 'x-process': '3' }, 15_100, ['stale']],
    ['a run that requests share without the store', shared, 11_400, []],
    ['such a run that began long before', shared, 11_600, ['stale']],
  ])('checks the age of an old version from %s', async (_title, headers, since, expected) => {
    const { checker, kinds } = await setup();
    checker.deafen('3');
    checker.read('item:1', 1, since, responseOf(headers));
    expect(kinds()).toEqual(expected);
  });

  test('finds a body that another build has made', async () => {
    const { checker, kinds } = await setup();
    checker.build({ build: 1 }, response);
    expect(kinds()).toEqual([]);
    checker.build({ build: 2 }, response);
    expect(kinds()).toEqual(['other build']);
  });

  test('finds a write that was confirmed and is not in the database', async () => {
    const { checker, kinds } = await setup();
    checker.lostWrites();
    expect(kinds()).toEqual([]);
    checker.written('item:1', 'three', { version: 2, isPurged: false });
    checker.written('item:2', 'four', { version: 1, isPurged: false });
    checker.lostWrites();
    expect(kinds()).toEqual(['lost write', 'lost write']);
  });

  test.each([
    ['admin', 401, ['status']],
    ['denied', 200, ['status']],
    ['item', 403, ['status']],
    ['upload', 500, ['status']],
  ])('finds the wrong status of %s', async (name, status, expected) => {
    const { trafficOf } = await load<SoakTraffic>('traffic.mjs');
    const { checker, kinds } = await setup();
    const text = '{"version":2,"build":1}';
    const request = () => Promise.resolve({ ...response, status, text });
    // A random number of 0.9: user 3 where there is a user.
    await trafficOf({ request, checker, random: () => 0.9 }).run(name);
    expect(kinds()).toEqual(expected);
  });

  test('finds the response to another user', async () => {
    const { trafficOf } = await load<SoakTraffic>('traffic.mjs');
    const { checker, kinds } = await setup();
    const text = '{"user":"1","version":0,"build":1}';
    const request = () => Promise.resolve({ ...response, text });
    await trafficOf({ request, checker, random: () => 0.9 }).run('mine');
    expect(kinds()).toEqual(['another user']);
  });

  test.each([
    ['fast', 5, ['slow']],
    ['much too slow', 500, []],
  ])(
    'a request that takes 30 seconds counts as one that hangs only on a fast machine: %s',
    async (_title, usual, expected) => {
      const { HangDetector } = await load<SoakModel>('model.mjs');
      const { checker, kinds } = await setup();
      const hangs = new HangDetector();
      for (let count = 0; count < 10; count++) hangs.add(usual, 'item', response);
      hangs.add(30_000, 'item', response);
      hangs.report(checker);
      expect(kinds()).toEqual(expected);
    },
  );

  test('a seed gives the same requests, and failures in the same order', async () => {
    const { randomFrom, shuffled } = await load<SoakModel>('model.mjs');
    const { trafficOf } = await load<SoakTraffic>('traffic.mjs');
    const record = async (seed: number): Promise<string[]> => {
      const { checker } = await setup();
      const sent: string[] = [];
      const request = (method: string, path: string) => {
        sent.push(`${method} ${path}`);
        return Promise.resolve({ ...response, status: 502 });
      };
      const traffic = trafficOf({ request, checker, random: randomFrom(seed) });
      for (let count = 0; count < 200; count++) await traffic.run(traffic.next());
      return [...sent, ...shuffled(['kill', 'pause', 'restart', 'empty'], randomFrom(seed + 1))];
    };
    expect(await record(7)).toEqual(await record(7));
    expect(await record(7)).not.toEqual(await record(8));
  });
});
