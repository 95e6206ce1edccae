import createError from '@fastify/error';
import {
  Catch,
  Controller,
  Get,
  Header,
  Logger,
  Req,
  Res,
  StreamableFile,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startRoutes, type TestApplication } from '../../support/application.js';
import { MembersController } from './members.controller.js';

const SECRET = 'SECRET postgres://admin@db';
const TooLarge = createError('FST_ERR_CTP_BODY_TOO_LARGE', SECRET, 413);

/** What a hook may throw by mistake. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  'an Error': () => new Error(SECRET),
  'an Error with a status': () =>
    Object.assign(new Error(SECRET), { statusCode: 418, status: 418, expose: true }),
  'an error of a parser': () => new TooLarge(),
  'an exception': () => new RestException('of_hook', SECRET, 418),
  'a text': () => SECRET,
  'an object': () => ({ statusCode: 418, message: SECRET }),
  undefined: () => undefined,
  null: () => null,
};

/** Fastify takes these for no error if a hook throws them at once, and sends nothing: as for plain handlers. */
const NOTHING = new Set(['undefined', 'null']);

/** What fails throws the value of this name. */
let thrown = '';

const raise = (): never => {
  throw THROWN[thrown]?.();
};

const passOn = (done: (error: Error) => void): void => {
  done((THROWN[thrown]?.() ?? new Error(SECRET)) as Error);
};

/** The places in which what an application does to responses may fail. */
const PLACES: Readonly<Record<string, (fastify: FastifyInstance) => unknown>> = {
  'An onSend hook that throws': (fastify) =>
    fastify.addHook('onSend', () => (NOTHING.has(thrown) ? Promise.reject(undefined) : raise())),
  'An onSend hook that rejects': (fastify) =>
    fastify.addHook('onSend', async () => Promise.resolve().then(raise)),
  'An onSend hook that passes an error on': (fastify) =>
    fastify.addHook('onSend', (_request, _reply, _payload, done) => passOn(done)),
  'An onSend hook that passes an error on later': (fastify) =>
    fastify.addHook(
      'onSend',
      (_request, _reply, _payload, done) => void setImmediate(passOn, done),
    ),
  'A preSerialization hook that throws': (fastify) =>
    fastify.addHook('preSerialization', () =>
      NOTHING.has(thrown) ? Promise.reject(undefined) : raise(),
    ),
  'A preSerialization hook that rejects': (fastify) =>
    fastify.addHook('preSerialization', async () => Promise.resolve().then(raise)),
  'A serializer of all replies': (fastify) => fastify.setReplySerializer(raise),
  'A serializer of one reply': (fastify) =>
    fastify.addHook('onRequest', (_request, reply, done) => {
      reply.serializer(raise);
      done();
    }),
  'A serializer behind a hook that waits': (fastify) =>
    fastify
      .setReplySerializer(raise)
      .addHook('preSerialization', async (_request, _reply, payload) => Promise.resolve(payload)),
};

@Catch()
class Reporting extends BaseExceptionFilter {}

@Catch()
class Responding implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<FastifyReply>().code(418).send({ filtered: true });
  }
}

@RestController('v1', '/own')
class OwnController {
  @RestRoute('/failing', HttpMethod.Get, new PublicAccess())
  failing() {
    throw new Error(SECRET);
  }
  @RestRoute('/sending', HttpMethod.Get, new PublicAccess())
  sending(@Res() reply: FastifyReply) {
    reply.send({ own: true });
  }
  @RestRoute('/reading', HttpMethod.Post, new PublicAccess())
  reading(@Req() request: { body: unknown }) {
    OwnController.calls++;
    return { body: request.body };
  }
  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  @Header('X-Tag', 'declared')
  file() {
    return new StreamableFile(Buffer.from('a,b'), { disposition: 'attachment' });
  }
  static calls = 0;
}

@Controller('plain-file')
class PlainFileController {
  @Get()
  @Header('X-Tag', 'declared')
  file() {
    return new StreamableFile(Buffer.from('a,b'), { disposition: 'attachment' });
  }
}

const PATHS = [
  '/members/one',
  '/members/account',
  '/members/cached-one',
  '/members/cached-one',
  '/members/list',
  '/members/failing',
  '/members/nowhere',
  '/own/failing',
  '/own/sending',
];

let app: TestApplication | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
  MembersController.calls = 0;
});

async function start(
  configure: (fastify: FastifyInstance) => unknown,
  { filter, ...rest }: RestModuleOptions & { filter?: unknown } = {},
): Promise<TestApplication> {
  const adapter = new FastifyAdapter();
  const filters = filter === undefined ? [] : [{ provide: APP_FILTER, useClass: filter as never }];
  app = await startRoutes([MembersController, OwnController, ...filters], {
    adapter,
    controllers: [PlainFileController],
    rest: { batch: true, ...rest },
    configure: () => void configure(adapter.getInstance<FastifyInstance>()),
  });
  return app;
}

const VARIANTS: Readonly<Record<string, RestModuleOptions & { filter?: unknown }>> = {
  'the errors of WordPress': {},
  'the errors of Nest': { errors: 'nest' },
  "the errors of Nest and a filter that extends Nest's": { errors: 'nest', filter: Reporting },
  'a filter that responds': { filter: Responding },
};

describe.each(Object.entries(PLACES))('%s, on Fastify, for errors too,', (_place, breakReplies) => {
  test.each(Object.keys(VARIANTS))('leads to a 500 without content with %s', async (variant) => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await start(breakReplies, VARIANTS[variant]);
    const expectNothing = async (path: string): Promise<void> => {
      const { status, text, headers } = await fetch('GET', `/api/acme/v1${path}`);
      const type = headers['content-type'];
      expect([thrown, path, status, text, type]).toEqual([thrown, path, 500, '', undefined]);
    };
    for (const name of Object.keys(THROWN)) {
      thrown = name;
      await expectNothing('/members/one');
    }
    for (const path of PATHS) await expectNothing(path);
    expect((await fetch('HEAD', `/api/acme/v1${PATHS[0]}`)).status).toBe(500);
    expect(log).toHaveBeenCalled();
  });
});

test.each(Object.keys(VARIANTS))(
  'The error of a hook before, and the one of sending its response, reach no client with %s',
  async (variant) => {
    vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    thrown = 'an Error';
    const { fetch } = await start((fastify) => {
      fastify.addHook('onRequest', async () => Promise.reject(new Error(`${SECRET} of a gate`)));
      fastify.addHook('preSerialization', async () => Promise.resolve().then(raise));
    }, VARIANTS[variant]);
    for (const path of PATHS) {
      const { status, text } = await fetch('GET', `/api/acme/v1${path}`);
      expect([path, status]).toEqual([path, 500]);
      expect(text).not.toContain('SECRET');
    }
  },
);

test('A hook that fails once on the response of a route does not run the route again', async () => {
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  let failures = 0;
  const { fetch } = await start((fastify) =>
    fastify.addHook('onSend', async () => {
      failures++;
      if (failures === 1) throw new TooLarge();
    }),
  );
  OwnController.calls = 0;
  const { status, body } = await fetch('POST', '/api/acme/v1/own/reading', {
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect([status, body, OwnController.calls]).toMatchObject([413, { data: { status: 413 } }, 1]);
});

test('The error of a hook that fails on a stream has the headers of @Header, as that of a plain controller, and none of the file', async () => {
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  for (const filter of [undefined, Reporting, Responding]) {
    const { fetch, close } = await start(
      (fastify) =>
        fastify.addHook('onSend', async (_request, reply) => {
          if (reply.statusCode < 400) throw new Error(SECRET);
        }),
      { errors: 'nest', ...(filter === undefined ? {} : { filter }) },
    );
    const plain = await fetch('GET', '/plain-file');
    const route = await fetch('GET', '/api/acme/v1/own/file');
    expect(plain.headers['x-tag']).toBe('declared');
    for (const name of ['x-tag', 'content-type'])
      expect([name, route.headers[name]]).toEqual([name, plain.headers[name]]);
    expect(route.headers['content-disposition']).toBeUndefined();
    expect([route.status, route.text]).not.toEqual([200, 'a,b']);
    await close();
  }
});
