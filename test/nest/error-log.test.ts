import { isBefore } from '../support/nest-versions.js';
import { loudly } from '../support/skip-loudly.js';
import {
  ConsoleLogger,
  Controller,
  Get,
  IntrinsicException,
  Logger,
  Query,
  type LoggerService,
} from '@nestjs/common';
import pino from 'pino';
import { of, throwError, concat } from 'rxjs';
import {
  Callback,
  EventStream,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type FailedEvent,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../support/application.js';

/** As Drizzle wraps the errors of its drivers: the message has several lines, the reason is the cause. */
class DrizzleQueryError extends Error {
  constructor(
    readonly query: string,
    readonly params: readonly unknown[],
    override readonly cause: Error,
  ) {
    super(`Failed query: ${query}\nparams: ${params.join(',')}`);
  }
}

class DatabaseError extends Error {
  readonly code = '23505';
  readonly constraint = 'users_email_key';
}

const queryError = (value = 'ada') =>
  new DrizzleQueryError(
    'insert into users (email) values ($1)',
    [value],
    new DatabaseError(`duplicate key: ${value}`),
  );

/** A forged line, a forged frame, and commands of a terminal. */
const ATTACK =
  '\r\n[Nest] 1  - LOG [Bank] transferred\n    at bank (bank.js:1:1)\u001b[2J\u009b31m\u2028\u202e';

class Guarded extends Error {
  get secret(): string {
    throw new Error('The getter throws.');
  }
}

/** Errors by name, with a text of the request. */
const ERRORS: Readonly<Record<string, (text: string) => unknown>> = {
  query: (text) => queryError(text),
  aggregate: (text) => new AggregateError([new Error(`one ${text}`), new TypeError(text)], text),
  nested: (text) =>
    Object.assign(new Error('nested'), { driverError: new Error(text), list: [new Error(text)] }),
  deep: (text) => {
    let error = new Error(text);
    for (let level = 0; level < 20; level++) error = new Error(`${level}`, { cause: error });
    return error;
  },
  circular: (text) => {
    const error = new Error(text);
    return Object.assign(error, { cause: error, self: { error } });
  },
  frozen: (text) => Object.freeze(new Error(text)),
  getter: (text) =>
    Object.defineProperty(new Guarded(text), 'own', {
      enumerable: true,
      get: () => {
        throw new Error('The getter throws.');
      },
    }),
  'message getter': () =>
    Object.defineProperty(new Error('hidden'), 'message', {
      get: () => {
        throw new Error('The getter throws.');
      },
    }),
  text: (text) => text,
  object: (text) => ({ reason: text, error: new Error(text) }),
  undefined: () => undefined,
  null: () => null,
  symbol: (text) => Symbol(text),
  function: (text) => () => text,
};
const NAMES = Object.keys(ERRORS);

const fail = (name: string, text: string): never => {
  throw ERRORS[name]?.(text);
};

@RestController('v1', '/logs')
class LogsController {
  @RestRoute('/fail', HttpMethod.Get, new PublicAccess())
  fail(name: string, text: string = 'ada') {
    return fail(name, text);
  }
  @RestRoute('/intrinsic', HttpMethod.Get, new PublicAccess())
  intrinsic() {
    throw new IntrinsicException('internal');
  }
  @RestRoute('/events', HttpMethod.Get, new PublicAccess())
  events() {
    return new EventStream(
      concat(
        of({ data: 'one' }),
        throwError(() => queryError()),
      ),
    );
  }
  @RestRoute('/allowed', HttpMethod.Get, new PublicAccess())
  allowed() {
    return 1;
  }
  @RestRoute('/allowed', HttpMethod.Post, new Callback(LogsController.may))
  post() {}
  static may(): boolean {
    throw queryError();
  }
}

@Controller('plain')
class PlainController {
  @Get('fail')
  fail(@Query('name') name: string) {
    return fail(name, 'ada');
  }
}

const PLACE = 'LogsController.fail (GET /acme/v1/logs/fail)';
const path = (name: string, text = 'ada') =>
  `/api/acme/v1/logs/fail?name=${encodeURIComponent(name)}&text=${encodeURIComponent(text)}`;

let app: TestApplication | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

const start = async (adapter: AdapterName, logger: LoggerService | false, hooks = {}) => {
  const started = await startRoutes([LogsController], {
    adapter,
    controllers: [PlainController],
    rest: { hooks },
    create: { logger },
  });
  app = started;
  return started;
};

/** What a logger of the application receives. */
function receiver(): { logger: LoggerService; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const receive = (...args: unknown[]): void => void calls.push(args);
  return { logger: { log: () => undefined, error: receive, warn: receive }, calls };
}

/** As nestjs-pino hands what it gets to pino. */
function pinoLogger(): { logger: LoggerService; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as never);
  const log = pino({ base: null }, { write });
  const hand =
    (level: 'error' | 'warn') =>
    (message: unknown, ...rest: unknown[]): void => {
      const context = rest.at(-1);
      const params = rest.slice(0, -1) as never[];
      if (message instanceof Error) log[level]({ context, err: message }, ...params);
      else if (typeof message === 'object') log[level]({ context, ...message }, ...params);
      else log[level]({ context }, message as string, ...params);
    };
  return { logger: { log: () => undefined, error: hand('error'), warn: hand('warn') }, lines };
}

/** The text that Nest's own logger writes. */
function textOf(options: { json?: boolean } = {}): { logger: LoggerService; lines: string[] } {
  const lines: string[] = [];
  const write = (chunk: unknown): boolean => {
    lines.push(String(chunk));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  return {
    logger: new ConsoleLogger({ colors: false, logLevels: ['error', 'warn'], ...options }),
    lines,
  };
}

describe.each(ADAPTERS)('the log of errors on %s', (adapter) => {
  test('a logger gets the error itself and the place, as it gets the errors of plain controllers', async () => {
    const { logger, calls } = receiver();
    const { fetch } = await start(adapter, logger);
    await fetch('GET', '/plain/fail?name=query');
    await fetch('GET', path('query'));
    const [plain, rest] = calls;
    expect(plain?.[0]).toBeInstanceOf(DrizzleQueryError);
    expect(rest?.[0]).toBeInstanceOf(DrizzleQueryError);
    expect(rest?.[0]).toEqual(plain?.[0]);
    expect(plain?.slice(1)).toEqual([undefined, 'ExceptionsHandler']);
    expect(rest?.slice(1)).toEqual([undefined, PLACE]);
  });

  test.each(NAMES)('a thrown value (%s) is a 500 and one entry, whatever it is', async (name) => {
    for (const make of [receiver, pinoLogger, textOf, () => textOf({ json: true })]) {
      const { logger, ...kept } = make();
      const { fetch } = await start(adapter, logger);
      const { status, body } = await fetch('GET', path(name));
      expect([status, body]).toMatchObject([500, { code: 'framework_internal_error' }]);
      expect(Object.values(kept).flat().length).toBeGreaterThan(0);
      vi.restoreAllMocks();
      await app?.close();
    }
  });

  test('pino has the type, the causes and the properties of an error', async () => {
    const { logger, lines } = pinoLogger();
    const { fetch } = await start(adapter, logger);
    await fetch('GET', path('query'));
    await fetch('GET', path('aggregate'));
    await fetch('GET', '/api/acme/v1/logs/allowed');
    expect(lines).toMatchObject([
      { level: 50, context: PLACE, err: { type: 'DrizzleQueryError', params: ['ada'] } },
      {
        context: PLACE,
        err: { type: 'AggregateError', aggregateErrors: [{}, { type: 'TypeError' }] },
      },
      { level: 40, msg: 'The permission or a guard of LogsController.post threw.' },
    ]);
    expect(JSON.stringify(lines[0])).toContain('duplicate key: ada');
    expect(JSON.stringify(lines[2])).toContain('duplicate key: ada');
  });

  const hasNoCauses = isBefore('core', [12, 0]);
  test.skipIf(loudly(hasNoCauses, 'errors as JSON', 'the logger of Nest 11 leaves out causes'))(
    "Nest's logger has the cause and its code as JSON",
    async () => {
      const { logger, lines } = textOf({ json: true });
      const { fetch } = await start(adapter, logger);
      await fetch('GET', path('query'));
      await fetch('GET', '/api/acme/v1/logs/allowed');
      await fetch('GET', '/api/acme/v1/logs/events');
      const cause = { name: 'Error', code: '23505', constraint: 'users_email_key' };
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { level: 'error', context: PLACE, message: queryError().message, error: { cause } },
        {
          level: 'warn',
          context: 'RestModule',
          message: 'The permission or a guard of LogsController.post threw.',
          error: { cause: { message: queryError().message, cause } },
        },
        { level: 'error', context: 'EventStream', error: { message: queryError().message, cause } },
      ]);
    },
  );

  test("Nest's logger prints the cause, its code and the frames as text", async () => {
    const { logger, lines } = textOf();
    const { fetch } = await start(adapter, logger);
    await fetch('GET', path('query'));
    const text = lines.join('');
    expect(text).toContain(`[${PLACE}] DrizzleQueryError: Failed query: insert`);
    expect(text).toContain('cause: DatabaseError: duplicate key');
    expect(text).toContain("code: '23505'");
    expect(text).toMatch(/\n {4}at .*error-log\.test/);
  });

  test.each(NAMES)(
    'a text of a request in an error (%s) makes no line in a text log',
    async (name) => {
      const { logger, lines } = textOf();
      const { fetch } = await start(adapter, logger);
      await fetch('GET', path(name, ATTACK));
      const text = lines.join('');
      expect(text).not.toBe('');
      for (const character of '\r\u001b\u009b\u2028\u202e') expect(text).not.toContain(character);
      for (const line of text.split('\n')) expect(line).not.toMatch(/^\[Nest\] 1 |^\s*at bank/);
    },
  );

  test('an error that is logged stays as it was for the application', async () => {
    const { logger, calls } = receiver();
    const { fetch } = await start(adapter, logger);
    await fetch('GET', path('query', ATTACK));
    const [error] = calls[0] as [Error];
    expect(Object.keys(error)).toEqual(Object.keys(queryError()));
    expect([error.message, String(error)]).toEqual([
      queryError(ATTACK).message,
      String(queryError(ATTACK)),
    ]);
  });

  test('an intrinsic exception is not logged, as in Nest', async () => {
    const { logger, calls } = receiver();
    const { fetch } = await start(adapter, logger);
    expect((await fetch('GET', '/api/acme/v1/logs/intrinsic')).status).toBe(500);
    expect(calls).toEqual([]);
  });

  test('the hook of a failure gets the error', async () => {
    const events: FailedEvent[] = [];
    const hooks = { onFailed: (event: FailedEvent) => void events.push(event) };
    const { fetch } = await start(adapter, false, hooks);
    await fetch('GET', path('query'));
    await fetch('GET', path('text', 'thrown'));
    await fetch('GET', '/api/acme/v1/logs/allowed');
    expect(events).toMatchObject([
      { status: 500, handler: 'LogsController.fail', error: { cause: { code: '23505' } } },
      { status: 500, code: 'framework_internal_error', error: 'thrown' },
    ]);
    expect(events[0]?.error).toBeInstanceOf(DrizzleQueryError);
  });

  test('an error of a hook of the library is logged with its cause', async () => {
    const { logger, calls } = receiver();
    const hooks = { onResponse: () => fail('query', 'ada') };
    const { fetch } = await start(adapter, logger, hooks);
    await fetch('GET', '/api/acme/v1/logs/intrinsic');
    expect(calls).toMatchObject([
      [
        { message: 'The hook of "responded" threw.', cause: { cause: { code: '23505' } } },
        undefined,
        'RestModule',
      ],
    ]);
  });
});

afterEach(() => Logger.overrideLogger(false));
