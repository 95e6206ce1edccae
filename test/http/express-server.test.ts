import { Controller, Get, Module, Req, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { once } from 'node:events';
import {
  createServer,
  IncomingMessage,
  request,
  ServerResponse,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test } from 'vitest';

interface Raw {
  readonly url: string;
  readonly path: string;
  get(name: string): string | undefined;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [1, 2];
  }
}

@Controller('plain')
class PlainController {
  @Get()
  one(@Req() { path, url, get }: Raw & { readonly get: Raw['get'] }) {
    return { path, url, hasGet: typeof get === 'function' };
  }
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [ItemsController],
  controllers: [PlainController],
})
class AppModule {}

const ITEMS = '/api/acme/v1/items';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

async function start(instance: Express): Promise<{ app: INestApplication; url: string }> {
  const adapter = new ExpressAdapter(instance);
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  await app.listen(0, '127.0.0.1');
  closing.push(() => app.close());
  return { app, url: await app.getUrl() };
}

/** The requests and responses of a server as Node hands them over, before Express sees them. */
function seenByServer(server: Server): [IncomingMessage, ServerResponse][] {
  const seen: [IncomingMessage, ServerResponse][] = [];
  server.prependListener('request', (...pair) => seen.push(pair));
  return seen;
}

async function answered(url: string): Promise<[number, unknown]> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}

describe("Express's requests and responses", () => {
  test('have their prototypes from the beginning, and are what they were', async () => {
    const instance = express();
    const { app, url } = await start(instance);
    const seen = seenByServer(app.getHttpServer() as Server);
    expect(await answered(url + ITEMS)).toEqual([200, [1, 2]]);
    const plain = { path: '/plain', url: '/plain?a=1', hasGet: true };
    expect(await answered(`${url}/plain?a=1`)).toEqual([200, plain]);
    expect(seen).toHaveLength(2);
    for (const [incoming, outgoing] of seen) {
      expect(incoming).toBeInstanceOf(IncomingMessage);
      expect(outgoing).toBeInstanceOf(ServerResponse);
      expect(incoming.constructor).toBe(IncomingMessage);
      expect(Object.getPrototypeOf(incoming)).toBe(instance.request);
      expect(Object.getPrototypeOf(outgoing)).toBe(instance.response);
    }
  });

  test('have what is added to the prototypes later', async () => {
    const instance = express();
    const { app, url } = await start(instance);
    const seen = seenByServer(app.getHttpServer() as Server);
    Object.defineProperty(instance.request, 'shade', { get: () => 'green' });
    await answered(url + ITEMS);
    expect(seen[0]?.[0]).toMatchObject({ shade: 'green' });
  });

  test('take the prototypes of an application that is mounted, and give them back', async () => {
    const inner = express();
    inner.get('/here', (incoming, response) => {
      response.json({ isInner: Object.getPrototypeOf(incoming) === inner.request });
    });
    const outer = express();
    outer.use('/inner', inner);
    const { url } = await start(outer);
    expect(await answered(`${url}/inner/here`)).toEqual([200, { isInner: true }]);
    expect(await answered(url + ITEMS)).toEqual([200, [1, 2]]);
  });

  test('are served by a server of the application as well', async () => {
    const instance = express();
    await start(instance);
    const own = createServer(instance as unknown as RequestListener).listen(0, '127.0.0.1');
    await once(own, 'listening');
    closing.push(() => new Promise((resolve) => own.close(resolve)));
    const { port } = own.address() as AddressInfo;
    expect(await answered(`http://127.0.0.1:${port}${ITEMS}`)).toEqual([200, [1, 2]]);
  });

  test('upgrade to another protocol', async () => {
    const { app, url } = await start(express());
    const server = app.getHttpServer() as Server;
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

describe('a server that makes its own', () => {
  class OwnRequest extends IncomingMessage {}

  test('keeps its classes', async () => {
    const instance = express();
    const adapter = new ExpressAdapter(instance);
    adapter.initHttpServer = function initHttpServer() {
      this.httpServer = createServer({ IncomingMessage: OwnRequest }, instance as RequestListener);
    };
    const app = await NestFactory.create(AppModule, adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
    closing.push(() => app.close());
    const seen = seenByServer(app.getHttpServer() as Server);
    const before: unknown[] = [];
    (app.getHttpServer() as Server).prependListener('request', (incoming) =>
      before.push(Object.getPrototypeOf(incoming)),
    );
    expect(await answered((await app.getUrl()) + ITEMS)).toEqual([200, [1, 2]]);
    expect(seen).toHaveLength(1);
    expect(before).toEqual([OwnRequest.prototype]);
  });
});
