import { ConsoleLogger, Logger, type INestApplication } from '@nestjs/common';
import { registerDecorator } from 'class-validator';
import {
  Cache,
  Callback,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

/** A forged line, a forged frame, and commands of a terminal, in both of their encodings. */
const ATTACK =
  '\r\n[Nest] 1  - LOG [Bank] transferred\n    at bank (bank.js:1:1)\u001b[2J\u009b31m\u2028\u202e';

/** A rule of class-validator that fails. */
const Failing = (): PropertyDecorator => (target, propertyName) => {
  registerDecorator({
    name: 'echo',
    target: target.constructor,
    propertyName: String(propertyName),
    validator: {
      validate: (value: unknown): boolean => {
        throw new Error(`rule ${String(value)}`);
      },
    },
  });
};

@ValueClass()
class Echo {
  @Failing() text!: string;
}

const fail = (text: string): never => {
  throw new RangeError(`failed on ${text} and more`);
};

@RestController('v1')
class EchoController {
  @RestRoute('/error', HttpMethod.Get, new PublicAccess())
  error(text: string) {
    return fail(text);
  }
  @RestRoute('/named', HttpMethod.Get, new PublicAccess())
  named(text: string) {
    throw Object.assign(new Error('plain'), { name: `Named ${text}` });
  }
  @RestRoute('/changed', HttpMethod.Get, new PublicAccess())
  changed(text: string) {
    const error = new Error(`before ${text}`);
    // Some engines write the stack when it is first read.
    expect(error.stack).toContain('before');
    throw Object.assign(error, { message: 'after' });
  }
  @RestRoute('/thrown', HttpMethod.Get, new PublicAccess())
  thrown(text: string) {
    // oxlint-disable-next-line no-throw-literal -- what is logged of it is under test
    throw `thrown ${text}`;
  }
  @RestRoute('/allowed', HttpMethod.Get, new PublicAccess())
  allowed(text: string) {
    return text.length;
  }
  @RestRoute('/allowed', HttpMethod.Delete, new Callback(EchoController.may))
  remove(text: string) {}
  static may(text: string): boolean {
    return fail(text);
  }
  @RestRoute('/tags', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', tags: ({ text }) => fail(String(text)) })
  tags(text: string) {
    return text.length;
  }
  @RestRoute('/rules', HttpMethod.Post, new PublicAccess())
  rules(list: Echo[]) {
    return list;
  }
}

let app: TestApplication | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

describe.each(ADAPTERS)('logs on %s', (adapter) => {
  const start = async (configure: (nest: INestApplication) => void = () => undefined) => {
    const lines: string[] = [];
    const write = (chunk: unknown): boolean => {
      lines.push(String(chunk));
      return true;
    };
    const started = await startRoutes([EchoController], {
      adapter,
      rest: {
        hooks: {
          onResponse: ({ route }) => {
            if (route?.endsWith('/allowed') === true) fail(ATTACK);
          },
        },
      },
      configure,
    });
    app = started;
    Logger.overrideLogger(new ConsoleLogger({ colors: false }));
    vi.spyOn(process.stdout, 'write').mockImplementation(write);
    vi.spyOn(process.stderr, 'write').mockImplementation(write);
    return { started, lines };
  };

  describe('Log lines carry no line break and no control character from a request', () => {
    test.each([
      ['the message of an error', 'error', 500],
      ['the name of an error', 'named', 500],
      ['a message that was changed after the stack was made', 'changed', 500],
      ['a text that is thrown', 'thrown', 500],
      ['a permission of another method, and a hook', 'allowed', 200],
      ['tags', 'tags', 200],
    ])('%s', async (_what, path, status) => {
      const { started, lines } = await start();
      const target = `/api/acme/v1/${path}?text=${encodeURIComponent(ATTACK)}`;
      expect((await started.fetch('GET', target)).status).toBe(status);
      expectNoInjection(lines);
    });
  });

  test('Log lines carry no line break and no control character from a rule that throws', async () => {
    const { started, lines } = await start();
    const { status } = await started.fetch('POST', '/api/acme/v1/rules', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ list: [{ text: ATTACK }] }),
    });
    expect(status).toBe(400);
    expectNoInjection(lines);
  });

  test('Log lines carry no line break and no control character from middleware that throws', async () => {
    const { started, lines } = await start((nest) => {
      nest.use((request: { url: string }, _response: unknown, next: () => void) => {
        if (request.url.includes('middle')) fail(decodeURIComponent(request.url));
        next();
      });
    });
    const target = `/api/acme/v1/error?middle=${encodeURIComponent(ATTACK)}`;
    expect((await started.fetch('GET', target)).status).toBe(500);
    expectNoInjection(lines);
  });

  test('A stack in the log keeps one line for each of its frames', async () => {
    const { started, lines } = await start();
    await started.fetch('GET', `/api/acme/v1/error?text=${encodeURIComponent(ATTACK)}`);
    const frames = lines
      .join('')
      .split('\n')
      .filter((line) => /^ {4}at .*log-injection/.test(line));
    expect(frames.length).toBeGreaterThan(1);
  });
});

/** Line breaks stand before a new record, or before a frame of this very program. */
function expectNoInjection(chunks: readonly string[]): void {
  const text = chunks.join('');
  expect(text).toContain('transferred');
  for (const character of '\r\u001b\u009b\u2028\u202e') expect(text).not.toContain(character);
  for (const line of text.split('\n')) {
    expect(line).not.toMatch(/^\[Nest\] 1 /);
    expect(line).not.toMatch(/^\s*at bank/);
  }
}
