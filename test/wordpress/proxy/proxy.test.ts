import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  sendRequest,
  startRoutes,
  type TestApplication,
} from '../../support/application.js';
import { loudly } from '../../support/skip-loudly.js';
import { hasProxy, type ProxyName, type RunningProxy } from '../../support/proxy-process.js';
import { startShownProxy } from './proxies.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return 'node';
  }

  @RestRoute('/{id}', [HttpMethod.Get, HttpMethod.Put], new PublicAccess())
  one(id: int) {
    return `node ${id}`;
  }
}

const NAMES: readonly ProxyName[] = ['nginx', 'caddy'];
const RUNS = NAMES.flatMap((name) => ADAPTERS.map((adapter) => ({ name, adapter })));

describe.each(RUNS)(
  'the configuration of $name in the docs, with $adapter behind it',
  ({ name, adapter }) => {
    const isMissing = loudly(
      !hasProxy(name),
      `the configuration of ${name}`,
      `${name} is not installed`,
    );
    let wordpress: Server;
    let app: TestApplication;
    let proxy: RunningProxy;

    beforeAll(async () => {
      if (isMissing) return;
      wordpress = createServer(({ method, url }, response) => {
        response.end(JSON.stringify(`wordpress ${method} ${url}`));
      }).listen(0, '127.0.0.1');
      await once(wordpress, 'listening');
      const rest = { namespace: 'shop', prefix: 'wp-json' };
      app = await startRoutes([BooksController], { adapter, rest, trustsProxies: true });
      proxy = await startShownProxy(name, {
        wordpress: (wordpress.address() as AddressInfo).port,
        node: Number(new URL(app.url).port),
      });
    });
    afterAll(async () => {
      if (isMissing) return;
      await proxy.stop();
      await app.close();
      wordpress.close();
    });

    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      sendRequest(proxy.port, method, path, { headers: { host: 'shop.example', ...headers } });

    test.skipIf(loudly(isMissing, 'routing by proxy', `${name} is not installed`)).each([
      ['GET', '/wp-json/shop/v1/books', 'node'],
      ['GET', '/wp-json/shop/v1/books/?x=1', 'node'],
      ['GET', '/wp-json/shop/v1/books/7', 'node 7'],
      ['PUT', '/wp-json/shop/v1/books/7', 'node 7'],
      ['POST', '/wp-json/shop/v1/books?a=%20b', 'wordpress POST /wp-json/shop/v1/books?a=%20b'],
      ['GET', '/wp-json/shop/v1/books/momo', 'wordpress GET /wp-json/shop/v1/books/momo'],
      ['GET', '/wp-json/', 'wordpress GET /wp-json/'],
      ['GET', '/wp-json/shop/v1/booksellers', 'wordpress GET /wp-json/shop/v1/booksellers'],
      ['GET', '/x/wp-json/shop/v1/books', 'wordpress GET /x/wp-json/shop/v1/books'],
    ])('%s %s is served by %s', async (method, path, expected) => {
      expect((await send(method, path)).body).toBe(expected);
    });

    test.skipIf(loudly(isMissing, 'the URL of the site', `${name} is not installed`))(
      'the moved routes have the URL of the site, whatever a client sends',
      async () => {
        const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
        for (const headers of [{}, forged]) {
          const { headers: received } = await send('GET', '/wp-json/shop/v1/books', headers);
          expect(received.link).toContain(
            '<http://shop.example/wp-json/>; rel="https://api.w.org/"',
          );
        }
      },
    );
  },
);
