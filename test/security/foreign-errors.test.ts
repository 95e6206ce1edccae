import {
  Injectable,
  Logger,
  NotFoundException,
  UseGuards,
  type CanActivate,
  type INestApplication,
} from '@nestjs/common';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import createFastifyError from '@fastify/error';
import createHttpError from 'http-errors';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../support/application.js';

const SECRET = 'arn:aws:s3:::payroll is not yours';

function withProperties(name: string, properties: object): Error {
  return Object.assign(new Error(SECRET), { name }, properties);
}

/** What libraries throw, in their shapes, with a client's status. */
const FOREIGN: Readonly<Record<string, () => unknown>> = {
  'AWS SDK v2': () => withProperties('AccessDenied', { code: 'AccessDenied', statusCode: 403 }),
  'AWS SDK v3': () =>
    withProperties('NoSuchKey', { $fault: 'client', $metadata: { httpStatusCode: 404 } }),
  got: () => withProperties('HTTPError', { code: 'ERR_NON_2XX_3XX_RESPONSE', statusCode: 404 }),
  undici: () =>
    withProperties('ResponseStatusCodeError', {
      code: 'UND_ERR_RESPONSE_STATUS_CODE',
      status: 401,
      statusCode: 401,
    }),
  axios: () => withProperties('AxiosError', { status: 404, response: { status: 404 } }),
  'http-errors with `expose: false`': () => createHttpError(404, SECRET, { expose: false }),
  'http-errors of the server': () => createHttpError(503, SECRET, { expose: true }),
  'an object that is no Error': () => ({
    statusCode: 404,
    status: 404,
    expose: true,
    message: SECRET,
  }),
  'an Error with `expose: true` and two statuses': () =>
    withProperties('Error', { expose: true, status: 404, statusCode: 400 }),
  'an Error with the code of a Fastify error': () =>
    withProperties('Error', { code: 'FST_ERR_MINE', statusCode: 404 }),
  'an `HttpException` of another copy of Nest': () => {
    class HttpException extends Error {
      getStatus = () => 404;
      getResponse = () => SECRET;
    }
    return new HttpException(SECRET);
  },
};

let thrown: () => unknown = () => undefined;

@Injectable()
class ThrowingGuard implements CanActivate {
  canActivate(): boolean {
    throw thrown();
  }
}

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/throws', HttpMethod.Get, new PublicAccess())
  throws(): void {
    throw thrown();
  }

  @RestRoute('/rejects', HttpMethod.Get, new PublicAccess())
  rejects(): Promise<void> {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what foreign code may do
    return Promise.reject(thrown());
  }

  @RestRoute('/observable', HttpMethod.Get, new PublicAccess())
  observable() {
    return throwError(thrown);
  }

  @UseGuards(ThrowingGuard)
  @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
  guarded(): void {}

  @RestRoute('/fine', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  fine() {
    return 'fine';
  }
}

const FILES = '/api/acme/v1/files';
const INTERNAL = { code: 'framework_internal_error', data: { status: 500 } };

let app: TestApplication;
let logged: string[] = [];

type Configure = (nest: INestApplication) => void | Promise<void>;

async function start(adapter: AdapterName, configure: Configure = () => undefined): Promise<void> {
  const providers = [FilesController, ThrowingGuard];
  app = await startRoutes(providers, { adapter, configure });
}

beforeEach(() => {
  logged = [];
  const keep = (message: unknown): void => void logged.push(String(message));
  vi.spyOn(Logger.prototype, 'error').mockImplementation(keep);
  vi.spyOn(Logger.prototype, 'warn').mockImplementation(keep);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** Middleware that fails. */
const failing =
  (make: () => unknown): Configure =>
  (nest) => {
    nest.use((_request: unknown, _response: unknown, next: (error: unknown) => void) =>
      next(make()),
    );
  };

/** A hook of Fastify's that fails. */
const failingHook =
  (make: () => Error): Configure =>
  (nest) => {
    const fastify = nest.getHttpAdapter() as unknown as FastifyAdapter;
    fastify.getInstance().addHook('onRequest', async () => {
      throw make();
    });
  };

describe.each(ADAPTERS)('Errors of other libraries (%s)', (adapter) => {
  test('An error of another library thrown in a route is a logged 500 that does not repeat its message', async () => {
    await start(adapter);
    for (const [name, make] of Object.entries(FOREIGN)) {
      thrown = make;
      for (const way of ['throws', 'rejects', 'observable', 'guarded']) {
        logged = [];
        const answer = await app.fetch('GET', `${FILES}/${way}`);
        expect([name, way, answer.status, answer.body]).toMatchObject([name, way, 500, INTERNAL]);
        expect(answer.text).not.toContain('payroll');
        expect(logged).toHaveLength(1);
      }
    }
  });

  test('An error of another library thrown in middleware is a logged 500 that does not repeat its message', async () => {
    await start(
      adapter,
      failing(() => thrown()),
    );
    for (const [name, make] of Object.entries(FOREIGN)) {
      // Fastify makes errors of its own of what is none, and @fastify/middie passes it on.
      if (name === 'an object that is no Error') continue;
      thrown = make;
      logged = [];
      const answer = await app.fetch('GET', `${FILES}/fine`);
      expect([name, answer.status, answer.body]).toMatchObject([name, 500, INTERNAL]);
      expect(answer.text).not.toContain('payroll');
      expect(logged).toHaveLength(1);
    }
  });

  test('An HttpException, an exposed error of http-errors and an error of Fastify reach the client', async () => {
    await start(adapter);
    const speaking = [
      () => new NotFoundException('There is no such file.'),
      () => createHttpError(404, 'There is no such file.'),
      () => createHttpError(404, new Error('There is no such file.')),
      () => new (createFastifyError('FST_MINE', 'There is no such file.', 404))(),
    ];
    for (const make of speaking) {
      thrown = make;
      const answer = await app.fetch('GET', `${FILES}/throws`);
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          code: 'rest_not_found',
          message: 'There is no such file.',
          data: { status: 404 },
        },
      ]);
    }
    expect(logged).toEqual([]);
  });

  test('An exposed error of http-errors in middleware reaches the client', async () => {
    await start(
      adapter,
      failing(() => createHttpError(418, 'No coffee.')),
    );
    const answer = await app.fetch('GET', `${FILES}/fine`);
    expect(answer.body).toMatchObject({ message: 'No coffee.', data: { status: 418 } });
  });
});

describe('Errors of hooks of Fastify', () => {
  test('A rate limiter in a Fastify hook responds with 429, and its message is logged and not sent', async () => {
    await start(
      'fastify',
      failingHook(() => Object.assign(new Error(SECRET), { statusCode: 429 })),
    );
    const answer = await app.fetch('GET', `${FILES}/fine`);
    expect([answer.status, answer.body]).toMatchObject([
      429,
      { code: 'rest_too_many_requests', message: 'Too Many Requests' },
    ]);
    expect(logged).toHaveLength(1);
  });

  test('An error of Fastify itself keeps its status outside a route', async () => {
    const TooMuch = createFastifyError('FST_ERR_MINE', 'That was too much.', 413);
    await start(
      'fastify',
      failingHook(() => new TooMuch()),
    );
    const answer = await app.fetch('GET', `${FILES}/fine`);
    expect([answer.status, answer.body]).toMatchObject([413, { message: 'That was too much.' }]);
  });
});
