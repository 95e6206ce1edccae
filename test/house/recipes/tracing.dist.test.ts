import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName } from '../../support/application.js';
import { PACKAGE } from '../../support/repository.js';

const USERS = ['ada', 'bob'] as const;

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Child {
  /** Of the application on each adapter. */
  readonly urls: Readonly<Record<AdapterName, string>>;
  ask(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts an application in a process of its own: the packages change the modules of Node. */
async function startChild(
  application: string,
  preloaded: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Child> {
  if (!existsSync(join(PACKAGE, 'dist/index.js'))) {
    throw new Error('Build the library first: npm run build');
  }
  const imports = ['nestjs-rest-routes/register', fileOf(preloaded)];
  const child = fork(fileOf(application), {
    execArgv: imports.flatMap((path) => ['--import', path]),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const urls = (await nextMessage(child)) as Child['urls'];
  const ask = (): Promise<unknown> => {
    child.send('ask');
    return nextMessage(child);
  };
  return { urls, ask, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The application has ended with the code ${String(code)}.`);
  });
  exit.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), exit])) as [unknown];
  return message;
}

/**
 * The POST requests of two users, at the same time. The server has the headers of both before the body of one; the
 * method waits for both.
 */
async function postTogether(
  url: string,
  users: readonly string[] = USERS,
): Promise<readonly number[]> {
  const requests = await Promise.all(
    users.map(async (user, index) => {
      const headers = {
        'content-type': 'application/json',
        'x-user': user,
        expect: '100-continue',
      };
      const request = send(`${url}/api/acme/v1/notes/${index}`, { method: 'POST', headers });
      request.flushHeaders();
      await once(request, 'continue');
      return { request, user };
    }),
  );
  const responses = requests.map(async ({ request }) => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await text(response);
    return response.statusCode ?? 0;
  });
  for (const { request } of requests) request.write('{"title":');
  for (const { request, user } of requests) request.end(`"${user}"}`);
  return Promise.all(responses);
}

interface ReportedEvent {
  readonly exception: { readonly values: readonly { readonly value: string }[] };
  readonly user?: unknown;
  readonly breadcrumbs?: readonly { readonly message?: string }[];
  readonly transaction?: string;
  readonly request?: { readonly data?: unknown };
}

/** Receives what Sentry's client sends to its server. */
async function startCollector() {
  const events: ReportedEvent[] = [];
  const server = createServer((request, response) => {
    void text(request).then((envelope) => {
      const [, head = '{}', item = '{}'] = envelope.split('\n');
      const { type } = JSON.parse(head) as { readonly type?: unknown };
      if (type === 'event') events.push(JSON.parse(item) as ReportedEvent);
      response.end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const dsn = `http://public@127.0.0.1:${port}/1`;
  return { events, dsn, close: () => void server.close() };
}

describe('@sentry/node beside the routes', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let child: Child;
  beforeAll(async () => {
    collector = await startCollector();
    const env = { SENTRY_DSN: collector.dsn };
    child = await startChild('./support/reported-application.ts', './sentry.ts', env);
  });
  afterAll(async () => {
    await child.stop();
    collector.close();
  });

  test.each(ADAPTERS)(
    'reports each error with the data of its user only, on %s',
    async (adapter) => {
      const { events } = collector;
      events.splice(0);
      // The client drops an error that is the same as the last one, which may be of the other adapter.
      const users = USERS.map((user) => `${user}-${adapter}`);
      expect(await postTogether(child.urls[adapter], users)).toEqual([500, 500]);
      await expect.poll(() => events.length, { timeout: 60_000 }).toBe(2);
      for (const user of users) {
        const error = `The note ${user} is not saved.`;
        const event = events.find(({ exception }) => exception.values[0]?.value === error);
        expect(event?.user).toMatchObject({ id: user });
        expect(event?.breadcrumbs?.map(({ message }) => message)).toEqual([user]);
        expect(event?.request?.data).toBe(`{"title":"${user}"}`);
        expect(event?.transaction).toBe('POST /api/acme/v1/notes/{id}');
      }
    },
  );
});

interface FinishedSpan {
  readonly name: string;
  readonly id: string;
  readonly trace: string;
  readonly parent?: string;
  readonly title?: string;
}

describe('@opentelemetry/instrumentation-http beside the routes', () => {
  let child: Child;
  beforeAll(async () => {
    child = await startChild('./support/traced-application.ts', './support/start-tracing.ts');
  });
  afterAll(() => child.stop());

  test.each(ADAPTERS)(
    'makes a span of each request, the parent of those in its method, on %s',
    async (adapter) => {
      const name = 'POST /api/acme/v1/notes/{id}';
      expect(await postTogether(child.urls[adapter])).toEqual([200, 200]);
      const spans: FinishedSpan[] = [];
      const finished = async () => {
        spans.push(...((await child.ask()) as FinishedSpan[]));
        return spans.map((span) => span.name).toSorted();
      };
      await expect.poll(finished, { timeout: 60_000 }).toEqual([name, name, 'save', 'save']);
      const parents = USERS.map((user) => {
        const inner = spans.find(({ title }) => title === user);
        const parent = spans.find(({ id }) => id === inner?.parent);
        expect(parent).toMatchObject({ name, trace: inner?.trace });
        return parent?.id;
      });
      expect(new Set(parents).size).toBe(2);
      expect(new Set(spans.map(({ trace }) => trace)).size).toBe(2);
    },
  );
});

test.each(['sentry', 'reporting-filter', 'tracing'])(
  'docs/recipes.md has the recipe %s as it is tested with these packages',
  (name) => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    expect(read('../../../docs/recipes.md')).toContain(read(`./${name}.ts`).trimEnd());
  },
);
