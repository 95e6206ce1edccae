import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import { once } from 'node:events';
import { createServer, IncomingMessage, request, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { getJson, ITEMS, startExpress, startPlainServer } from '../support/express-server.js';

describe("Express's requests and responses", () => {
  test('take the prototypes of a mounted application and get their own back afterwards', async () => {
    const inner = express();
    inner.get('/here', (incoming, response) => {
      response.json({ isInner: Object.getPrototypeOf(incoming) === inner.request });
    });
    const outer = express();
    outer.use('/inner', inner);
    const { url } = await startExpress(outer);
    expect(await getJson(`${url}/inner/here`)).toEqual([200, { isInner: true }]);
    expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
  });

  test('are served by a second server of the same Express application', async () => {
    const instance = express();
    await startExpress(instance);
    const plain = await startPlainServer(instance);
    expect(await getJson(plain + ITEMS)).toEqual([200, [1, 2]]);
  });

  test('can upgrade to another protocol', async () => {
    const { server, url } = await startExpress();
    server.on('upgrade', (incoming, socket) => {
      socket.end(
        `HTTP/1.1 101 Switching\r\nUpgrade: ${incoming.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
      );
    });
    const sent = request(`${url}/socket`, { headers: { connection: 'upgrade', upgrade: 'mine' } });
    sent.end();
    const [{ statusCode, headers }] = (await once(sent, 'upgrade')) as [IncomingMessage];
    expect([statusCode, headers.upgrade]).toEqual([101, 'mine']);
  });
});

describe('a server with its own request class', () => {
  class OwnRequest extends IncomingMessage {}

  test('keeps its class', async () => {
    const instance = express();
    const adapter = new ExpressAdapter(instance);
    adapter.initHttpServer = function initHttpServer() {
      this.httpServer = createServer({ IncomingMessage: OwnRequest }, instance as RequestListener);
    };
    const { server, url } = await startExpress(adapter);
    const before: unknown[] = [];
    server.prependListener('request', (incoming) => before.push(Object.getPrototypeOf(incoming)));
    expect(await getJson(url + ITEMS)).toEqual([200, [1, 2]]);
    expect(before).toEqual([OwnRequest.prototype]);
  });
});
