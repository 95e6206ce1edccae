import { Controller, Sse, SseSignal, type MessageEvent } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, on, once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import {
  Capability,
  EventStream,
  HttpMethod,
  RestController,
  RestDispatcher,
  RestRoute,
} from 'nestjs-rest-routes';
import { concat, from, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';
import { until } from '../../support/until.js';

const DATA = 'x'.repeat(100_000);
const LAST = 30;
/** More than a client may leave waiting. */
const MISSED: readonly MessageEvent[] = Array.from({ length: LAST }, (_, at) => ({
  id: String(at + 1),
  data: DATA,
}));
/** More than the buffers of a connection take. */
const LARGE: readonly MessageEvent[] = Array.from({ length: 600 }, () => ({ data: DATA }));

const mayRead = new Capability('read');
const READER = signedAs({ capabilities: ['read'] });
const storage = new AsyncLocalStorage<string>();

let live = new Subject<MessageEvent>();
let changes = new EventEmitter();
/** What iterables of the routes have told. */
let log: string[] = [];
let pulled = 0;

async function* changesUntil(signal: AbortSignal): AsyncGenerator<MessageEvent> {
  try {
    for await (const [data] of on(changes, 'change', { signal }) as AsyncIterable<[string]>) {
      yield { data };
    }
  } finally {
    log.push('ended');
  }
}

async function* endless(): AsyncGenerator<MessageEvent> {
  try {
    for (;;) {
      pulled++;
      yield await Promise.resolve({ data: DATA });
    }
  } finally {
    log.push('ended');
  }
}

/** An iterable that never has a value, and tells when it is ended. */
const silent: AsyncIterable<MessageEvent> = {
  [Symbol.asyncIterator]: () => ({
    next: () => new Promise(() => undefined),
    return: () => {
      log.push('returned');
      return Promise.resolve({ done: true, value: undefined });
    },
  }),
};

@Controller('plain')
class PlainController {
  @Sse('missed')
  missed() {
    return concat(from(MISSED), live);
  }

  @Sse('changes')
  changes(@SseSignal() signal: AbortSignal) {
    return from(changesUntil(signal));
  }
}

@RestController('v1', '/changes')
class ChangesController {
  @RestRoute('', HttpMethod.Get, mayRead)
  all() {
    return new EventStream((signal) => changesUntil(signal));
  }

  @RestRoute('/missed', HttpMethod.Get, mayRead)
  missed() {
    return new EventStream(concat(from(MISSED), live));
  }

  @RestRoute('/missed-pages', HttpMethod.Get, mayRead)
  missedPages() {
    const pages = async function* () {
      for (const event of MISSED) yield await Promise.resolve(event);
    };
    return new EventStream(concat(from(pages()), live));
  }

  @RestRoute('/missed-list', HttpMethod.Get, mayRead)
  missedList() {
    const events = async function* () {
      yield* MISSED;
      yield { id: 'live', data: await Promise.resolve('live') };
    };
    return new EventStream(events());
  }

  @RestRoute('/large', HttpMethod.Get, mayRead)
  large() {
    return new EventStream(concat(from(LARGE), live), { heartbeat: '10ms' });
  }

  @RestRoute('/endless', HttpMethod.Get, mayRead)
  endless() {
    return new EventStream(endless());
  }

  @RestRoute('/silent', HttpMethod.Get, mayRead)
  silent() {
    return new EventStream(silent);
  }

  @RestRoute('/failing', HttpMethod.Get, mayRead)
  failing() {
    return new EventStream((signal) => {
      signal.addEventListener('abort', () => log.push('aborted'));
      throw new Error('secret');
    });
  }

  @RestRoute('/context', HttpMethod.Get, mayRead)
  context() {
    return storage.run('of the request', () => {
      const events = async function* () {
        try {
          for (;;) {
            const data = `${storage.getStore()} ${DATA}`;
            yield await Promise.resolve({ data });
          }
        } finally {
          log.push(`ended in the context ${storage.getStore()}`);
        }
      };
      return new EventStream(events());
    });
  }
}

interface Reader {
  text(): string;
  readonly response: IncomingMessage;
}

describe.each(ADAPTERS)('the source of an EventStream on %s', (adapter) => {
  let app: TestApplication;
  let isOpen = false;

  beforeEach(async () => {
    live = new Subject();
    changes = new EventEmitter();
    changes.setMaxListeners(0);
    log = [];
    pulled = 0;
    app = await startRoutes([ChangesController], {
      adapter,
      controllers: [PlainController],
      rest: { user: signedUser },
    });
    isOpen = true;
  });
  afterEach(async () => {
    if (isOpen) await app.close();
  });

  /** Reads as a client that stays; without `isReading`, only the head of the response. */
  async function open(path: string, isReading = true): Promise<Reader> {
    const request = send(`${app.url}${path}`, { headers: READER, agent: false });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    if (isReading) response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => undefined);
    return { text: () => Buffer.concat(chunks).toString(), response };
  }
  const openRoute = (path: string, isReading?: boolean) =>
    open(`/api/acme/v1/changes${path}`, isReading);

  test.each(['/plain/missed', '/api/acme/v1/changes/missed', '/api/acme/v1/changes/missed-pages'])(
    'a client that reads gets all that it has missed, and then what happens, from %s',
    async (path) => {
      const { text, response } = await open(path);
      await until(() => response.closed || (text().includes(`id: ${LAST}\n`) && live.observed));
      expect(response.closed).toBe(false);
      live.next({ id: 'live', data: 'now' });
      await until(() => response.closed || text().includes('data: now\n\n'));
      const events = text().match(/^id: .*$/gm);
      expect(events).toEqual([...MISSED.map(({ id }) => `id: ${id}`), 'id: live']);
      expect(
        text()
          .match(/^data: x+$/gm)
          ?.every((line) => line === `data: ${DATA}`),
      ).toBe(true);
      response.destroy();
      await until(() => !live.observed);
    },
  );

  test('an iterable is sent whole', async () => {
    const { text, response } = await openRoute('/missed-list');
    await once(response, 'end');
    const ids = [...MISSED.map(({ id }) => `id: ${id}`), 'id: live'];
    expect(text().match(/^id: .*$/gm)).toEqual(ids);
  });

  test('an iterable is asked for no more than its client reads', async () => {
    const { response } = await openRoute('/endless', false);
    await until(() => pulled > 0);
    for (let other = 0; other < 20; other++) {
      expect((await app.fetch('GET', '/api/acme/v1/none')).status).toBe(404);
    }
    // Some buffers of connections take megabytes.
    expect(pulled).toBeLessThan(1000);
    let length = 0;
    response.on('data', (chunk: Buffer) => (length += chunk.length));
    await until(() => length > 1000 * DATA.length);
    expect(log).toEqual([]);
    response.destroy();
    await until(() => log.includes('ended'));
  });

  test('a client that takes nothing of much that it has missed is disconnected', async () => {
    const { response } = await openRoute('/large', false);
    await until(() => live.observed);
    await until(() => !live.observed);
    response.destroy();
  });

  test.each(['/plain/changes', '/api/acme/v1/changes'])(
    'clients of %s that leave are forgotten before the next event',
    async (path) => {
      const clients = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const asked = send(`${app.url}${path}`, { headers: READER, agent: false });
          asked.on('error', () => undefined);
          asked.end();
          return Promise.resolve(asked);
        }),
      );
      await until(() => changes.listenerCount('change') === clients.length);
      for (const client of clients) client.destroy();
      await until(() => changes.listenerCount('change') === 0);
      await until(() => log.length === clients.length);
      expect(changes.listenerCount('error')).toBe(0);
    },
  );

  test('a client that stays gets the events of an iterable when they happen', async () => {
    const { text, response } = await openRoute('');
    await until(() => changes.listenerCount('change') === 1);
    changes.emit('change', 'first');
    await until(() => text().endsWith('data: first\n\n'));
    changes.emit('change', 'second');
    await until(() => text().endsWith('data: second\n\n'));
    response.destroy();
    await until(() => log.includes('ended'));
  });

  test('an iterable is ended while it waits, and also if it was never read', async () => {
    const { response } = await openRoute('/silent');
    response.destroy();
    await until(() => log.length === 1);
    const head = await app.fetch('HEAD', '/api/acme/v1/changes/silent', { headers: READER });
    expect(head.status).toBe(200);
    await until(() => log.length === 2);
    expect(log).toEqual(['returned', 'returned']);
  });

  test('HEAD opens no source', async () => {
    const head = await app.fetch('HEAD', '/api/acme/v1/changes', { headers: READER });
    expect([head.status, head.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    expect([changes.listenerCount('change'), log]).toEqual([0, []]);
  });

  test('a shutdown ends an iterable that waits', async () => {
    const { text, response } = await openRoute('');
    await until(() => changes.listenerCount('change') === 1);
    const ended = once(response, 'end');
    await app.close();
    isOpen = false;
    await ended;
    await until(() => log.includes('ended'));
    expect([text(), changes.listenerCount('change')]).toEqual([':\n\n', 0]);
  });

  test('a source that cannot be opened ends the response, and its text is not sent', async () => {
    const { status, text } = await app.fetch('GET', '/api/acme/v1/changes/failing', {
      headers: READER,
    });
    expect([status, text, log]).toEqual([200, ':\n\n', ['aborted']]);
  });

  test('an iterable keeps the asynchronous context of its method until it ends', async () => {
    const { text, response } = await openRoute('/context');
    await until(() => text().length > LAST * DATA.length);
    response.destroy();
    await until(() => log.length > 0);
    expect(new Set(text().match(/^data: .*? x/gm))).toEqual(new Set(['data: of the request x']));
    expect(log).toEqual(['ended in the context of the request']);
  });

  test('in process, a source ends when its reader stops', async () => {
    const { data } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/acme/v1/changes' }, { as: { capabilities: ['read'] } });
    const reading = (data as EventStream).getStream()[Symbol.asyncIterator]();
    await reading.next();
    await until(() => changes.listenerCount('change') === 1);
    await reading.return?.();
    await until(() => log.includes('ended'));
    expect(changes.listenerCount('change')).toBe(0);
  });
});
