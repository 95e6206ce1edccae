import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { PACKAGE } from '../../support/repository.js';
import { loudly } from '../../support/skip-loudly.js';
import { until } from '../../support/until.js';

const script = fileURLToPath(new URL('./support/redis-application.mjs', import.meta.url));
const built = join(PACKAGE, 'dist/index.js');

const { REDIS_URL } = process.env;
const hasRedis = hasRedisServer || REDIS_URL !== undefined;
const noOwnRedis = 'there is no redis-server on the path';
/** A Redis that others use too is left as it was. */
const namespace = `test-${process.pid}-${Date.now()}`;

/** One process of the application. */
class Node {
  #lastId = 0;
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** A machine that is slow is no outage of the store, hence the limit for commands. */
  static async start(redisUrl: string, timeLimit = '1m'): Promise<Node> {
    const child = fork(script, [redisUrl, namespace, timeLimit], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data: Buffer) => process.stderr.write(data));
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new Node(url, child);
  }

  async get(path: string): Promise<{ status: number; cache: string; text: string }> {
    const response = await fetch(`${this.url}/api/${namespace}/v1/items${path}`);
    return {
      status: response.status,
      cache: response.headers.get('cache-status') ?? '',
      text: await response.text(),
    };
  }

  async ask(message: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise((resolve) => {
      this.child.on('message', (answer: { id: number; result: unknown }) => {
        if (answer.id === id) resolve(answer.result);
      });
    });
    this.child.send({ ...message, id });
    return answered;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }
}

describe.skipIf(loudly(!hasRedis, 'the cache on Redis', `${noOwnRedis} and no REDIS_URL`))(
  'two processes that share a Redis',
  () => {
    let redis: RedisServer | undefined;
    let nodes: Node[] = [];
    beforeAll(async () => {
      if (!existsSync(built)) throw new Error('Build the library first: npm run build');
      redis = hasRedisServer ? await RedisServer.start() : undefined;
      const url = redis?.url ?? REDIS_URL ?? '';
      nodes = await Promise.all([Node.start(url), Node.start(url)]);
    });
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await redis?.stop();
    });

    const pair = (): [Node, Node] => {
      const [one, two] = nodes;
      if (one === undefined || two === undefined) throw new Error('The processes did not start.');
      return [one, two];
    };

    test('share entries, and a purge in one affects the next request to the other', async () => {
      const [one, two] = pair();
      const first = await kept(one, '/1');
      expect(await two.get('/1')).toMatchObject({
        text: first.text,
        cache: expect.stringContaining('hit'),
      });
      expect(await two.ask({ purgeTags: ['items'] })).toBe(true);
      const anew = await one.get('/1');
      expect(anew.cache).toContain('fwd=miss');
      expect(anew.text).not.toBe(first.text);
      expect((await kept(one, '/1')).text).toBe(anew.text);
      expect((await two.get('/1')).text).toBe(anew.text);
    });

    test('run the method at most once each for 200 concurrent misses', async () => {
      const [one, two] = pair();
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? one : two).get('/slow')),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(new Set(answers.map(({ text }) => text)).size).toBeLessThanOrEqual(2);
    });

    test.skipIf(loudly(!hasRedisServer, 'the cache on a cold Redis', noOwnRedis))(
      'run a method once each for any number of concurrent requests when Redis is cold',
      async () => {
        const [one, two] = pair();
        for (let round = 0; round < 15; round++) {
          await redis?.empty();
          const pages = await Promise.all(
            Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? one : two).get('/slow')),
          );
          // Those that come afterwards find what was kept.
          for (const node of nodes) pages.push(await node.get('/slow'), await node.get('/slow'));
          const runs = new Map<number, Set<string>>();
          for (const { text } of pages) {
            const { process: id } = JSON.parse(text) as { process: number };
            runs.set(id, (runs.get(id) ?? new Set()).add(text));
          }
          expect([...runs.values()].map(({ size }) => size)).toEqual([...runs].map(() => 1));
        }
      },
    );

    test.skipIf(loudly(!hasRedisServer, 'the cache on a Redis that is killed', noOwnRedis))(
      'fail no request when Redis is killed, and serve hits again when it is back',
      async () => {
        const url = redis?.url ?? '';
        const impatient = await Promise.all([Node.start(url, '100ms'), Node.start(url, '100ms')]);
        onTestFinished(async () => void (await Promise.all(impatient.map((node) => node.stop()))));
        const [one, two] = impatient;
        await one.get('/2');
        const statuses: number[] = [];
        let isRunning = true;
        const load = Promise.all(
          impatient.map(async (node) => {
            while (isRunning) statuses.push((await node.get('/2')).status);
          }),
        );
        await until(() => statuses.length > 50);
        await redis?.kill();
        const before = statuses.length;
        await until(() => statuses.length > before + 50);
        const during = await one.get('/2');
        expect([during.status, during.cache]).toEqual([200, expect.stringContaining('fwd=')]);
        expect(await one.ask({ purgeTags: ['items'] })).toBe(false);
        await redis?.start();
        const cached = await kept(two, '/2').finally(() => (isRunning = false));
        await load;
        expect(cached.cache).toContain('hit');
        expect(new Set(statuses)).toEqual(new Set([200]));
        expect(await one.ask({})).toMatchObject({ failures: expect.any(Number) });
      },
    );
  },
);

/** Requests a path until it is a hit. Real time passes: a response is sent before it is stored. */
async function kept(node: Node, path: string): Promise<Awaited<ReturnType<Node['get']>>> {
  let answer = await node.get(path);
  await until(async () => {
    if (answer.cache.includes('hit')) return true;
    answer = await node.get(path);
    return false;
  });
  return answer;
}
