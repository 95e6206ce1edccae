import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifySession from '@fastify/session';
import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import compression from 'compression';
import session from 'express-session';
import helmet from 'helmet';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type UploadedFile,
} from 'nestjs-rest-routes';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { BOUNDARY, form, headOf } from '../../support/form.js';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { sendTo } from '../../security/support/any-client.js';

const open = new PublicAccess();
const called: string[] = [];

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{slug}', HttpMethod.Get, open)
  one(slug: string, request: RestRequest) {
    const { session: own } = request.raw as { readonly session?: { readonly visits?: number } };
    return { slug, visits: own?.visits, text: 'x'.repeat(2000) };
  }

  @RestRoute('/{slug}', HttpMethod.Put, open)
  async put(slug: string, file: UploadedFile) {
    called.push(slug);
    return { length: (await file.bytes()).length };
  }
}

const secret = 'a secret of at least thirty-two characters';
const bare = 'It registers the packages itself';

async function usePackages(nest: INestApplication): Promise<void> {
  const visit = ({ session: own }: { session?: { visits?: number } }): void => {
    if (own !== undefined) own.visits = (own.visits ?? 0) + 1;
  };
  nest.enableCors({ origin: 'https://other.example', credentials: true });
  if (nest.getHttpAdapter().getType() === 'express') {
    nest.use(helmet());
    nest.use(compression({ threshold: 0 }));
    nest.use(session({ secret, resave: false, saveUninitialized: true }));
    nest.use((request: object, _response: unknown, next: () => void) => {
      visit(request);
      next();
    });
    return;
  }
  const fastify = nest as NestFastifyApplication;
  await fastify.register(fastifyHelmet);
  await fastify.register(fastifyCompress, { threshold: 0 });
  await fastify.register(fastifyCookie);
  await fastify.register(fastifySession, { secret, cookie: { secure: false } });
  fastify
    .getHttpAdapter()
    .getInstance()
    .addHook('preHandler', (request, _reply, done) => {
      visit(request as object);
      done();
    });
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  test('a request in another spelling has each header of sessions, compression, helmet and CORS once', async () => {
    const app = await startRoutes([ItemsController], { adapter, bare, configure: usePackages });
    try {
      const headers = { 'accept-encoding': 'gzip', origin: 'https://other.example' };
      const send = async (method: string, path: string) => {
        const url = `/api/acme/v1/items/${path}`;
        const {
          status,
          headers: received,
          body,
        } = await sendTo(app.url, {
          method,
          path: url,
          headers,
          body: undefined,
        });
        const { date: _date, 'set-cookie': cookies = [], ...others } = received;
        return { status, body, others, cookies: cookies.length };
      };
      const direct = await send('GET', 'a');
      expect(direct).toMatchObject({ status: 200, cookies: 1, body: { slug: 'a', visits: 1 } });
      expect(direct.others['content-encoding']).toBe('gzip');
      expect(await send('POST', 'a?_method=GET')).toEqual(direct);
      expect(await send('GET', 'a/')).toEqual(direct);
    } finally {
      await app.close();
    }
  });

  test('a request with an override is aborted when its client leaves during an upload, and the method does not run', async () => {
    const app = await startRoutes([ItemsController], { adapter });
    try {
      called.length = 0;
      const aborted = deferred<void>();
      const server = app.nest.getHttpServer();
      server.on('request', (_message: IncomingMessage, response: ServerResponse) => {
        response.on('close', () => aborted.resolve());
      });
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      const head = [
        'POST /api/acme/v1/items/a?_method=PUT HTTP/1.1',
        'Host: localhost',
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length: 100000',
      ];
      socket.write(
        `${head.join('\r\n')}\r\n\r\n${headOf({ name: 'file', filename: 'a.txt', type: 'text/plain' })}`,
      );
      await once(socket, 'ready');
      await read(app);
      socket.destroy();
      await aborted.promise;
      expect(called).toEqual([]);
      const { headers, body } = form({
        name: 'file',
        filename: 'a.txt',
        type: 'text/plain',
        content: 'x'.repeat(200_000),
      });
      const whole = await app.fetch('POST', '/api/acme/v1/items/b?_method=PUT', { headers, body });
      expect(whole.body).toEqual({ length: 200_000 });
      expect(called).toEqual(['b']);
    } finally {
      await app.close();
    }
  });
});

/** Another request has been served, so that the one before it has arrived. */
async function read(app: TestApplication): Promise<void> {
  expect((await app.fetch('GET', '/api/acme/v1/items/a')).status).toBe(200);
}
