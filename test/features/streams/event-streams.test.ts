import { Headers, type INestApplication, type MessageEvent } from '@nestjs/common';
import compression from 'compression';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import {
  Capability,
  EventStream,
  HttpMethod,
  RestController,
  RestDispatcher,
  RestRoute,
} from 'nestjs-rest-routes';
import { concat, NEVER, of, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { until } from '../../support/until.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

let events = new Subject<MessageEvent>();

@RestController('v1', '/changes')
class ChangesController {
  @RestRoute('', HttpMethod.Get, new Capability('read'))
  all(@Headers('last-event-id') last: string | undefined, kind?: 'item') {
    if (last === undefined) return new EventStream(events);
    return new EventStream(of({ data: { last, kind: kind ?? null } }));
  }

  @RestRoute('/some', HttpMethod.Get, new Capability('read'))
  some() {
    return new EventStream(
      of(
        { data: 'two\nlines', id: '1\nid: 7', type: 'note', retry: 1500 },
        { data: { title: 'Lamp' } },
      ),
    );
  }

  @RestRoute('/beating', HttpMethod.Get, new Capability('read'))
  beating() {
    return new EventStream(NEVER, { heartbeat: '10ms' });
  }

  @RestRoute('/failing', HttpMethod.Get, new Capability('read'))
  failing() {
    return new EventStream(
      concat(
        of({ data: 'a' }),
        throwError(() => new Error('secret')),
      ),
    );
  }

  @RestRoute('/slow', HttpMethod.Get, new Capability('read'))
  async slow() {
    const values = async function* () {
      yield await Promise.resolve({ data: 'first' });
    };
    return Promise.resolve(new EventStream(values()));
  }
}

const READER = signedAs({ capabilities: ['read'] });

describe.each(ADAPTERS)('Server-Sent Events on %s', (adapter) => {
  let app: TestApplication;
  let isOpen = false;

  beforeEach(async () => {
    events = new Subject();
    app = await startRoutes([ChangesController], {
      adapter,
      rest: { user: signedUser },
      configure: (nest: INestApplication) => {
        nest.use(compression({ threshold: 0 }));
      },
    });
    isOpen = true;
  });
  afterEach(async () => {
    if (isOpen) await app.close();
  });

  const get = (path: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/changes${path}`, { headers: { ...READER, ...headers } });

  /** Reads as a client that stays: the text so far, and the response. */
  async function open(path = ''): Promise<{ text: () => string; response: IncomingMessage }> {
    const request = send(`${app.url}/api/acme/v1/changes${path}`, {
      headers: { ...READER, 'accept-encoding': 'gzip' },
      agent: false,
    });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => undefined);
    return { text: () => Buffer.concat(chunks).toString(), response };
  }

  test('the events of a source that ends are the response', async () => {
    const { status, text, headers } = await get('/some');
    expect(status).toBe(200);
    expect(text).toBe(
      ':\n\n' +
        'event: note\nid: 1 id: 7\nretry: 1500\ndata: two\ndata: lines\n\n' +
        'data: {"title":"Lamp"}\n\n',
    );
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['cache-control']).toBe(
      'private, no-cache, no-store, must-revalidate, max-age=0, no-transform',
    );
    expect((await get('/slow')).text).toBe(':\n\ndata: first\n\n');
  });

  test('permission and arguments are checked before the stream begins', async () => {
    expect((await app.fetch('GET', '/api/acme/v1/changes')).status).toBe(401);
    expect((await get('?kind=other')).status).toBe(400);
    expect(events.observed).toBe(false);
    const continued = await get('?kind=item', { 'last-event-id': '7' });
    expect(continued.text).toContain('data: {"last":"7","kind":"item"}');
  });

  test('each event is sent when it happens, behind compression too, until the client leaves', async () => {
    const { text, response } = await open();
    expect(response.headers['content-encoding']).toBeUndefined();
    await until(() => text() === ':\n\n' && events.observed);
    events.next({ data: 'a' });
    await until(() => text().endsWith('data: a\n\n'));
    events.next({ data: 'b' });
    await until(() => text().endsWith('data: b\n\n'));
    response.destroy();
    await until(() => !events.observed);
  });

  test('comments keep a connection open, and HEAD subscribes to nothing that stays', async () => {
    const { text, response } = await open('/beating');
    await until(() => text().startsWith(':\n\n:\n\n:\n\n'));
    response.destroy();
    const head = await app.fetch('HEAD', '/api/acme/v1/changes', { headers: READER });
    expect([head.status, head.text]).toEqual([200, '']);
    await until(() => !events.observed);
  });

  test('an error of the source ends the response, and its text is not sent', async () => {
    const { status, text } = await get('/failing');
    expect([status, text]).toEqual([200, ':\n\ndata: a\n\n']);
  });

  test('a client that does not read is disconnected', async () => {
    const { response } = await open();
    await until(() => events.observed);
    response.pause();
    await until(() => {
      if (events.observed) events.next({ data: 'x'.repeat(100_000) });
      return !events.observed;
    });
    response.destroy();
  });

  test('a shutdown ends all of them', async () => {
    const { text, response } = await open();
    await until(() => events.observed);
    const ended = once(response, 'end');
    await app.close();
    isOpen = false;
    await ended;
    expect([text(), events.observed]).toEqual([':\n\n', false]);
  });

  test('in process, the stream is the data', async () => {
    const { data } = await app.nest
      .get(RestDispatcher)
      .request(
        { method: 'GET', path: '/acme/v1/changes/some' },
        { as: { capabilities: ['read'] } },
      );
    expect(data).toBeInstanceOf(EventStream);
    const chunks: string[] = [];
    for await (const chunk of (data as EventStream).getStream()) chunks.push(String(chunk));
    expect(chunks.join('')).toContain('data: {"title":"Lamp"}\n\n');
  });
});

test.each(['15', '0s', '30d', 5 as never])('a heartbeat of %s is a mistake', (heartbeat) => {
  expect(() => new EventStream(NEVER, { heartbeat: heartbeat as '1s' })).toThrow(
    'heartbeat is a duration with a unit',
  );
});
