import 'reflect-metadata';
import {
  Logger,
  StreamableFile,
  UseGuards,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

// Without the usual parts: they set headers, which cannot follow a head that middleware has sent.

/** Fastify keeps a header that Node refuses until the head is written; Express refuses it at once. */
const unwritable = {
  canActivate(context: ExecutionContext): boolean {
    const response = context.switchToHttp().getResponse<{
      header(name: string, value: string): unknown;
    }>();
    response.header('x-kept', 'yes');
    response.header('x-name', '☃');
    return true;
  },
};

@RestController('v1', '/reports')
class ReportsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return { a: 1 };
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async create() {
    await Promise.resolve();
    return { a: 1 };
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached() {
    return { a: 1 };
  }

  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  file() {
    return new StreamableFile(Buffer.from('bytes'));
  }

  @RestRoute('/failed', HttpMethod.Get, new PublicAccess())
  failed() {
    throw new RestException('gone', 'It is gone.', 410);
  }

  @RestRoute('/unwritable', HttpMethod.Get, new PublicAccess())
  @UseGuards(unwritable)
  unwritable() {
    return { a: 1 };
  }

  @RestRoute('/unwritable-later', HttpMethod.Get, new PublicAccess())
  @UseGuards(unwritable)
  async unwritableLater() {
    await Promise.resolve();
    return { a: 1 };
  }
}

const REPORTS = '/api/acme/v1/reports';

type Begin = (response: ServerResponse) => void;

/** What sends the head of a response, and the beginning of its body that it sends. */
const BEGINS: readonly (readonly [text: string, begin: Begin])[] = [
  ['', (response) => response.flushHeaders()],
  ['', (response) => void response.writeHead(200, { 'x-begun': 'yes' })],
  [' ', (response) => void response.write(' ')],
];

describe.each(ADAPTERS)('Responses that cannot be written on %s', (adapter) => {
  let app: TestApplication | undefined;

  afterEach(async () => {
    vi.restoreAllMocks();
    await app?.close();
  });

  async function start(begin?: Begin): Promise<TestApplication> {
    app = await startRoutes([ReportsController], {
      adapter,
      configure: (nest: INestApplication) => {
        if (begin === undefined) return;
        nest.use((_request: unknown, response: ServerResponse, next: () => void) => {
          begin(response);
          next();
        });
      },
    });
    return app;
  }

  test('A header that a guard sets and that HTTP does not allow is a logged 500', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const { fetch } = await start();
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/unwritable', '/unwritable-later']) {
        log.mockClear();
        const { status, headers } = await fetch(method, REPORTS + path);
        expect([method, path, status, headers['x-name']]).toEqual([method, path, 500, undefined]);
        expect(headers['x-kept']).toBe('yes');
        expect(log).toHaveBeenCalledOnce();
      }
    }
    expect((await fetch('GET', REPORTS)).body).toEqual({ a: 1 });
  });

  test('If middleware has sent the head of a response, the body follows it', async () => {
    for (const [text, begin] of BEGINS) {
      const { fetch, close } = await start(begin);
      const of = async (method: string, path = ''): Promise<[number, string]> => {
        const response = await fetch(method, REPORTS + path);
        return [response.status, response.text];
      };
      for (const path of ['', '/cached'])
        expect(await of('GET', path)).toEqual([200, `${text}{"a":1}`]);
      expect(await of('POST')).toEqual([200, `${text}{"a":1}`]);
      expect(await of('GET', '/file')).toEqual([200, `${text}bytes`]);
      expect(await of('HEAD', '/file')).toEqual([200, '']);
      const [status, error] = await of('GET', '/failed');
      expect([status, JSON.parse(error)]).toMatchObject([200, { code: 'gone' }]);
      await close();
    }
  });
});
