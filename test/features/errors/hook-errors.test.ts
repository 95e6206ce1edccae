import { isNest11 } from '../../support/nest-versions.js';
import createError from '@fastify/error';
import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Query,
  type ArgumentsHost,
  type INestApplication,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyCors from '@fastify/cors';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  useRoutes,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';

const InvalidToken = createError('FST_CSRF_INVALID_TOKEN', 'The token is invalid.', 403);
const InvalidKey = createError('ACME_INVALID_KEY', 'The key is invalid.', 401);
const NoCapacity = createError('FST_NO_CAPACITY', 'There is no capacity.', 500);

/** Errors by name, as plugins and packages make them. */
const ERRORS: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error('The origin is not allowed.'),
  'an error with a code': () => Object.assign(new Error('Not allowed.'), { code: 'ORIGIN' }),
  // Nest 11 sends its message.
  ...(isNest11('an error with a status only', 'its filter sends the message')
    ? {}
    : {
        'an error with the status of another server': () =>
          Object.assign(new Error('upstream'), { statusCode: 403 }),
      }),
  'an error of Fastify': () => new InvalidToken(),
  'an error of a plugin with a code of its own': () => new InvalidKey(),
  'an error of Fastify with a 500': () => new NoCapacity(),
  'an error of http-errors': () =>
    Object.assign(new Error('Gone.'), { status: 410, statusCode: 410, expose: true }),
  'a hidden error of http-errors': () =>
    Object.assign(new Error('secret'), { status: 503, statusCode: 503, expose: false }),
  'an exception of Nest': () => new ForbiddenException('Not from here.'),
  'an exception with an object': () => new HttpException({ own: true }, 418),
  'an object with a status': () => ({ statusCode: 429, message: 'Too fast.', error: 'Slow down' }),
  'an object without a prototype': () =>
    Object.assign(Object.create(null) as object, { statusCode: 409, message: 'Taken.' }),
  'an object': () => ({ reason: 'none' }),
  'a text': () => 'a text',
  'an aggregate': () => new AggregateError([new Error('one'), new Error('two')], 'both'),
};
const NAMES = Object.keys(ERRORS);

const fail = (name: unknown): void => {
  const make = ERRORS[String(name)];
  if (make !== undefined) throw make();
};

@Controller('plain')
class PlainController {
  @Get()
  one(@Query('error') error: string) {
    fail(error);
    return 1;
  }
}

@RestController('rest')
class RestTwin {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  one(error: string = '') {
    fail(error);
    return 1;
  }
  @RestRoute('/locked', HttpMethod.Get, new PublicAccess())
  locked() {
    throw new RestException('item_locked', 'It is locked.', 409, { by: 'ada' });
  }
}

const REST = { prefix: '', namespace: '', errors: 'nest', headers: 'neutral' } as const;

/** The response to a request of a plain controller and of its twin. */
async function both(app: TestApplication, headers: Record<string, string>, query = '') {
  const plain = await app.fetch('GET', `/plain${query}`, { headers });
  const rest = await app.fetch('GET', `/rest${query}`, { headers });
  expect([rest.status, rest.body, rest.headers['content-type']]).toEqual([
    plain.status,
    plain.body,
    plain.headers['content-type'],
  ]);
  return rest;
}

/** As Sentry and others declare their filters. */
@Catch()
class ReportingFilter extends BaseExceptionFilter {
  static readonly caught: unknown[] = [];
  override catch(exception: unknown, host: ArgumentsHost): void {
    ReportingFilter.caught.push(exception);
    super.catch(exception, host);
  }
}

/** The members of Fastify's instance that the tests use. */
interface Fastify {
  addHook(
    name: 'preHandler',
    hook: (request: { headers: Record<string, unknown> }) => Promise<void>,
  ): void;
  setErrorHandler(
    handler: (error: Error & { code?: string }, request: unknown, reply: FastifyReply) => unknown,
  ): void;
}

interface FastifyReply {
  code(status: number): { send(body: unknown): unknown };
}

const fastifyOf = (nest: INestApplication): Fastify =>
  nest.getHttpAdapter().getInstance() as Fastify;

const register = async (nest: INestApplication) => {
  await (nest as NestFastifyApplication).register(fastifyCors, {
    origin: (origin, done) => {
      try {
        fail(origin);
        done(null, true);
      } catch (error) {
        done(error as Error, false);
      }
    },
  });
  fastifyOf(nest).addHook('preHandler', async ({ headers }) => fail(headers['x-error']));
};

describe("errors of hooks with errors: 'nest'", () => {
  const shared: RoutesOptions = {
    adapter: 'fastify',
    bare: 'The usual application has registered @fastify/cors.',
    rest: REST,
    controllers: [PlainController],
  };
  const app = useRoutes([RestTwin], { ...shared, configure: register });
  const filtered = useRoutes([RestTwin, { provide: APP_FILTER, useClass: ReportingFilter }], {
    ...shared,
    configure: register,
  });
  const own = useRoutes([RestTwin], {
    ...shared,
    configure: async (nest) => {
      await register(nest);
      await nest.init();
      // As Fastify's own handler responds.
      fastifyOf(nest).setErrorHandler((error, _request, reply) =>
        reply
          .code(500)
          .send({ statusCode: 500, code: error.code, error: 'Failed', message: error.message }),
      );
    },
  });

  test.each(NAMES)('%s of a hook has the body that a plain controller sends', async (name) => {
    await both(app, { 'x-error': name });
  });

  test.each(NAMES)(
    '%s of @fastify/cors has the body that a plain controller sends',
    async (name) => {
      await both(app, { origin: name });
    },
  );

  test('a filter of the application gets the errors of hooks as from a plain controller', async () => {
    for (const name of NAMES) {
      ReportingFilter.caught.length = 0;
      await both(filtered, { 'x-error': name });
      expect(ReportingFilter.caught).toHaveLength(2);
    }
  });

  test.each(NAMES)('%s of a hook is an error at a path without a route too', async (name) => {
    const { status } = await app.fetch('GET', '/nowhere', { headers: { 'x-error': name } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).not.toBe(404);
  });

  test('an error handler that the application has set on Fastify responds to errors of hooks', async () => {
    const { body } = await both(own, { origin: 'an error with a code' });
    expect(body).toEqual({
      statusCode: 500,
      code: 'ORIGIN',
      error: 'Failed',
      message: 'Not allowed.',
    });
  });
});

describe.each(ADAPTERS)("errors of methods with errors: 'nest' on %s", (adapter) => {
  const shared = { adapter, rest: REST, controllers: [PlainController] };
  const app = useRoutes([RestTwin], shared);
  const filtered = useRoutes(
    [RestTwin, { provide: APP_FILTER, useClass: ReportingFilter }],
    shared,
  );

  test.each(NAMES)('%s of a method has the body that a plain controller sends', async (name) => {
    const query = `?error=${encodeURIComponent(name)}`;
    await both(app, {}, query);
    await both(filtered, {}, query);
  });

  test('a filter that extends BaseExceptionFilter sends the body of Nest for a RestException', async () => {
    ReportingFilter.caught.length = 0;
    const bodies = [
      (await app.fetch('GET', '/rest/locked')).body,
      (await filtered.fetch('GET', '/rest/locked')).body,
    ];
    const body = {
      message: 'It is locked.',
      error: 'Conflict',
      statusCode: 409,
      code: 'item_locked',
      data: { by: 'ada' },
    };
    expect(bodies).toEqual([body, body]);
    expect(ReportingFilter.caught).toMatchObject([{ code: 'item_locked', data: { by: 'ada' } }]);
    expect(ReportingFilter.caught[0]).toBeInstanceOf(RestException);
  });
});
