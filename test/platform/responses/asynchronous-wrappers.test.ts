import {
  Controller,
  Get,
  Logger,
  Post,
  StreamableFile,
  UseFilters,
  type INestApplication,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestExceptionFilter,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { RequestHandler } from 'express';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../support/until.js';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';

const OPEN = new PublicAccess();

/** Data that the wrapper of a test cannot translate. */
const UNTRANSLATABLE = { title: 'unknown' };

@Controller('plain')
class PlainPoems {
  @Get('one')
  one() {
    return { title: 'known' };
  }
  @Get('unknown')
  unknown() {
    return UNTRANSLATABLE;
  }
  @Post('unknown')
  async create() {
    return Promise.resolve(UNTRANSLATABLE);
  }
  @Get('filtered')
  @UseFilters(RestExceptionFilter)
  filtered() {
    throw new RestException('locked', 'It is locked.', 409);
  }
}

@RestController('v1', '/poems')
class Poems {
  @RestRoute('/one', HttpMethod.Get, OPEN)
  one() {
    return { title: 'known' };
  }
  @RestRoute('/unknown', HttpMethod.Get, OPEN)
  unknown() {
    return new RestResponse(UNTRANSLATABLE).header('X-Poem', 'yes').header('Set-Cookie', 'a=1');
  }
  @RestRoute('/unknown', HttpMethod.Post, OPEN, { batch: true })
  async create() {
    return Promise.resolve(RestResponse.created(UNTRANSLATABLE, '/acme/v1/poems/one'));
  }
  @RestRoute('/cached', HttpMethod.Get, OPEN)
  @Cache({ ttl: '1m', vary: 'none' })
  cached() {
    return { title: 'known' };
  }
  @RestRoute('/locked', HttpMethod.Get, OPEN)
  locked() {
    throw new RestException('locked', 'It is locked.', 409);
  }
  @RestRoute('/nothing', HttpMethod.Get, OPEN)
  nothing() {}
  @RestRoute('/text', HttpMethod.Get, OPEN)
  text() {
    return 'a text';
  }
  @RestRoute('/page', HttpMethod.Get, OPEN)
  page() {
    return new RestResponse('<p>', 200, { 'Content-Type': 'text/html' });
  }
  @RestRoute('/file', HttpMethod.Get, OPEN)
  file() {
    return new StreamableFile(Buffer.from('bytes'));
  }
  @RestRoute('/number/{id}', HttpMethod.Get, OPEN)
  number(id: int) {
    return id;
  }
}

const ROUTES = '/api/acme/v1/poems';
const PLAIN = '/plain';

/** Wraps the function that sends a response, in a way that an application may. */
type Wrap = (send: (data: unknown) => unknown) => (data: unknown) => unknown;

const onExpress =
  (wrap: Wrap): RequestHandler =>
  (_request, response, next) => {
    response.json = wrap(response.json.bind(response)) as typeof response.json;
    response.send = wrap(response.send.bind(response)) as typeof response.send;
    next();
  };

/** Wrappers of `reply.send` see a payload before the hooks do. */
const onFastify = (wrap: Wrap) => (fastify: FastifyInstance) => {
  fastify.addHook('onRequest', (_request, reply, done) => {
    const send = reply.send.bind(reply) as (data: unknown) => unknown;
    Object.assign(reply, { send: wrap(send) as FastifyReply['send'] });
    done();
  });
};

let app: TestApplication | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

async function startWith(adapter: AdapterName, wrap: Wrap): Promise<TestApplication> {
  app = await startRoutes([Poems], {
    adapter,
    controllers: [PlainPoems],
    rest: { batch: true },
    configure: (nest: INestApplication) => {
      if (adapter === 'express') nest.use(onExpress(wrap));
      else onFastify(wrap)(nest.getHttpAdapter().getInstance() as FastifyInstance);
    },
  });
  return app;
}

/** As a wrapper that translates what is sent. */
const translating: Wrap = (send) => async (data) => {
  await setImmediate();
  if (typeof data === 'object' && data !== null && 'title' in data) {
    if (data.title === 'unknown') throw new Error('There is no translation.');
    return send({ title: `translated ${String(data.title)}` });
  }
  return send(data);
};

const rejecting: Wrap = () => async () => {
  await setImmediate();
  throw new Error('SECRET postgres://admin@db');
};

const throwing: Wrap = () => () => {
  throw new Error('SECRET postgres://admin@db');
};

const PATHS = [
  '/one',
  '/unknown',
  '/cached',
  '/cached',
  '/locked',
  '/nothing',
  '/text',
  '/page',
  '/number/x',
  '/nowhere',
];

describe.each(ADAPTERS)('An asynchronous wrapper of the function that sends, on %s', (adapter) => {
  test('is awaited: if it rejects, the response is a logged 500, as that of a plain controller', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await startWith(adapter, translating);
    for (const method of ['GET', 'POST']) {
      const plain = await fetch(method, `${PLAIN}/unknown`);
      expect(plain.status).toBe(500);
      log.mockClear();
      const { status, body, headers } = await fetch(method, `${ROUTES}/unknown`);
      expect([status, body]).toMatchObject([500, { code: 'framework_internal_error' }]);
      for (const name of ['x-poem', 'set-cookie', 'location'])
        expect(headers[name]).toBeUndefined();
      expect(log).toHaveBeenCalledOnce();
    }
    for (const path of [`${PLAIN}/one`, `${ROUTES}/one`, `${ROUTES}/cached`, `${ROUTES}/cached`]) {
      expect([path, (await fetch('GET', path)).body]).toEqual([
        path,
        { title: 'translated known' },
      ]);
    }
    const batch = await fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ path: '/acme/v1/poems/unknown' }] }),
    });
    expect(batch.body).toMatchObject({ responses: [{ status: 500, headers: {} }] });
  });

  test.each([
    ['always rejects', rejecting],
    ['always throws', throwing],
  ])(
    'that %s leads to a 500 without content, for results, hits, errors and unknown paths',
    async (_text, wrap) => {
      const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
      const { fetch } = await startWith(adapter, wrap);
      for (const path of PATHS) {
        for (const method of ['GET', 'HEAD']) {
          log.mockClear();
          const { status, text, headers } = await fetch(method, ROUTES + path);
          expect([path, status, text]).toEqual([path, 500, '']);
          for (const name of ['x-poem', 'set-cookie', 'location', 'content-type'])
            expect(headers[name]).toBeUndefined();
          expect(log).toHaveBeenCalled();
        }
      }
      const { status, text } = await fetch('GET', `${PLAIN}/filtered`);
      expect([status, text]).toEqual([500, '']);
    },
  );

  test('may return a promise that never settles: the response is sent', async () => {
    const { fetch } = await startWith(adapter, (send) => (data) => {
      send(data);
      return new Promise(() => undefined);
    });
    expect((await fetch('GET', `${ROUTES}/one`)).body).toEqual({ title: 'known' });
  });

  test('that fails after it has sent the response is an error in the log', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await startWith(adapter, (send) => async (data) => {
      await send(data);
      await setImmediate();
      throw new Error('too late');
    });
    expect((await fetch('GET', `${ROUTES}/one`)).body).toEqual({ title: 'known' });
    await until(() => log.mock.calls.length > 0);
    expect(log).toHaveBeenCalledOnce();
  });
});
