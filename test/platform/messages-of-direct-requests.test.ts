import 'reflect-metadata';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

const NOTES = '/api/acme/v1/notes';
const TEXTS = { ascii: 'plain', latin: 'Grüße', wide: '日本語', emoji: '🦊' };

/** The events of the messages of Node that a method has read, in their order. */
const seen: string[] = [];
let last: IncomingMessage | undefined;

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  raw(@Param({ inject: RestRequest }) { raw }: RestRequest<unknown, object>) {
    const message = ('raw' in raw ? raw.raw : raw) as IncomingMessage;
    for (const event of ['end', 'close']) message.on(event, () => seen.push(event));
    last = message;
    return { isRead: true };
  }

  @RestRoute('/whole', HttpMethod.Post, new PublicAccess())
  async whole(@Param({ inject: RestRequest }) { raw }: RestRequest<unknown, object>) {
    await finished(('raw' in raw ? raw.raw : raw) as IncomingMessage);
    return { isRead: true };
  }

  @RestRoute('/{name}', HttpMethod.Get, new PublicAccess())
  text(@Param({ name: 'name', type: 'string' }) name: keyof typeof TEXTS) {
    return { text: TEXTS[name] };
  }

  @RestRoute('', HttpMethod.Put, new PublicAccess())
  async put(@Param({ name: 'text', type: 'string' }) text: string) {
    await Promise.resolve();
    return { length: text.length };
  }
}

const running: TestApplication[] = [];
afterEach(async () => {
  seen.length = 0;
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** All that a server sends over one connection until it has sent so many responses. */
async function converse(app: TestApplication, parts: readonly string[], responses: number) {
  const { port } = (app.nest.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8').setNoDelay();
  await once(socket, 'connect');
  let text = '';
  const done = new Promise<void>((resolve) =>
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.match(/"length":\d+\}|"text":"[^"]*"\}/g)?.length === responses) resolve();
    }),
  );
  for (const part of parts) await new Promise((sent) => socket.write(part, sent));
  await done;
  socket.destroy();
  return text;
}

describe.each(ADAPTERS)('the messages of direct requests on %s', (adapter) => {
  async function start(optimize = true): Promise<TestApplication> {
    const app = await startRoutes([NotesController], { adapter, rest: { optimize } });
    running.push(app);
    return app;
  }

  test.each(['GET', 'POST'])(
    'A method that reads the message of a %s sees its end',
    async (method) => {
      const app = await start();
      const body = method === 'POST' ? { body: '{"a":1}' } : {};
      const headers = { 'content-type': 'application/json' };
      const { status } = await app.fetch(method, NOTES, { headers, ...body });
      expect(status).toBe(200);
      if (last?.closed === false) await once(last, 'close');
      expect(seen).toEqual(['end', 'close']);
    },
  );

  test.each([true, false])(
    'A method may wait for the end of a message that has a body (optimize: %s)',
    async (optimize) => {
      const app = await start(optimize);
      const headers = { 'content-type': 'application/json' };
      const { body } = await app.fetch('POST', `${NOTES}/whole`, { headers, body: '{"a":1}' });
      expect(body).toEqual({ isRead: true });
    },
  );

  test.each([true, false])(
    'A listener of server.once sees one request only (optimize: %s)',
    async (optimize) => {
      const seenByServer = vi.fn();
      const app = await startRoutes([NotesController], {
        adapter,
        rest: { optimize },
        configure: (nest) => void (nest.getHttpServer() as Server).once('request', seenByServer),
      });
      running.push(app);
      for (let times = 0; times < 3; times++) await app.fetch('GET', `${NOTES}/ascii`);
      expect(seenByServer).toHaveBeenCalledOnce();
    },
  );

  test.each(['GET', 'PUT'])(
    'Another listener of the server sees the end of a %s',
    async (method) => {
      const app = await start();
      const ended: Promise<unknown>[] = [];
      (app.nest.getHttpServer() as Server).on('request', (message: IncomingMessage) =>
        ended.push(once(message, 'close')),
      );
      const body = method === 'PUT' ? { body: '{"text":"a"}' } : {};
      const headers = { 'content-type': 'application/json' };
      await app.fetch(method, method === 'PUT' ? NOTES : `${NOTES}/ascii`, { headers, ...body });
      expect(ended).toHaveLength(1);
      await ended[0];
    },
  );

  test('A body may come in parts, and requests one after the other on one connection', async () => {
    const app = await start();
    const put = (text: string) => {
      const body = JSON.stringify({ text });
      return `PUT ${NOTES} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    };
    const get = `GET ${NOTES}/ascii HTTP/1.1\r\nhost: a\r\n\r\n`;
    const first = put('abc');
    const cut = first.length - 5;
    const parts = [
      first.slice(0, 60),
      first.slice(60, cut),
      `${first.slice(cut)}${get}${put('é')}`,
      get,
    ];
    const text = await converse(app, parts, 4);
    expect(text.match(/"length":\d+|"text":"[^"]*"/g)).toEqual([
      '"length":3',
      '"text":"plain"',
      '"length":1',
      '"text":"plain"',
    ]);
  });

  test('A large body leaves the connection to the next request', async () => {
    const app = await start();
    const body = JSON.stringify({ text: 'a'.repeat(600_000) });
    const put = `PUT ${NOTES} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const text = await converse(app, [put, put + put], 3);
    expect(text.match(/"length":\d+/g)).toEqual(Array.from({ length: 3 }, () => '"length":600000'));
  });

  test.each(Object.entries(TEXTS))(
    'A text of %s characters keeps its bytes',
    async (name, text) => {
      const app = await start();
      const { body, headers } = await app.fetch('GET', `${NOTES}/${name}`);
      expect(body).toEqual({ text });
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify({ text })));
    },
  );
});
