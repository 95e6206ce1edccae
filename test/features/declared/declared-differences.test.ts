import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import {
  Cache,
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

interface Item {
  id: int;
  name: string;
  author: { name: string };
}

const HASH = 'the-hash';
const WRONG = { id: '7', author: { name: null, hash: HASH }, hash: HASH };
const items = (...list: object[]) => list as Item[];

const declared = { responses: 'declared' } as const;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), declared)
  list(): Item[] {
    return items({ id: 1, name: 'a', author: { name: 'b' } }, WRONG, WRONG);
  }

  @RestRoute('/whole', HttpMethod.Get, new PublicAccess(), declared)
  whole(): RestResponse<Item> {
    return new RestResponse(items(WRONG) as unknown as Item);
  }

  @RestRoute('/nested', HttpMethod.Get, new PublicAccess(), declared)
  nested(): { name: string } {
    return { name: { hash: HASH } } as unknown as { name: string };
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess(), declared)
  @Cache({ ttl: '1h' })
  cached(): Item {
    return WRONG as unknown as Item;
  }

  @RestRoute('/void', HttpMethod.Delete, new PublicAccess(), declared)
  nothing(): void {
    return WRONG as unknown as undefined;
  }

  @RestRoute('/plain', HttpMethod.Get, new PublicAccess())
  plain(): Item {
    return WRONG as unknown as Item;
  }
}

class RecordingLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override printMessages(messages: unknown[], context?: string, level?: LogLevel): void {
    const lines = messages.map((message) => `${level}: [${context}] ${inspect(message)}`);
    this.lines.push(...lines);
  }
}

const LIST =
  '[1].id: expected an integer, received a string; [1].name: expected a string, received nothing; ' +
  '[1].author.name: expected a string, received null';

function useMode(mode: string): void {
  beforeAll(() => vi.stubEnv('NODE_ENV', mode));
  afterAll(() => vi.unstubAllEnvs());
}

describe.each(ADAPTERS)('a response that is not what its type declares, on %s', (adapter) => {
  describe('in development', () => {
    useMode('development');
    const logger = new RecordingLogger();
    const app = useRoutes([ItemsController], { adapter, create: { logger } });
    const get = (path: string) => app.fetch('GET', `/api/acme/v1/items${path}`);

    test('is a 500, and the log has the places but no value', async () => {
      const { status, body, text } = await get('');
      expect(status).toBe(500);
      expect(body).toMatchObject({ code: 'framework_internal_error' });
      expect(text).not.toContain(HASH);
      const line = logger.lines.find((one) => one.includes('ItemsController.list (GET'));
      expect(line).toContain(LIST);
      expect(logger.lines.join('\n')).not.toContain(HASH);
    });

    test.each(['/whole', '/nested', '/cached'])('is a 500 at %s', async (path) => {
      expect((await get(path)).status).toBe(500);
    });

    test('is a 500 where nothing is declared', async () => {
      expect((await app.fetch('DELETE', '/api/acme/v1/items/void')).status).toBe(500);
    });

    test('is sent by a route that did not opt in', async () => {
      expect((await get('/plain')).body).toEqual(WRONG);
    });
  });

  describe('in production', () => {
    useMode('production');
    const logger = new RecordingLogger();
    const app = useRoutes([ItemsController], { adapter, create: { logger } });
    const get = (path: string) => app.fetch('GET', `/api/acme/v1/items${path}`);
    const warnings = () => logger.lines.filter((line) => line.startsWith('warn'));

    test('is sent without undeclared properties, and each difference is one warning', async () => {
      const pruned = { id: '7', author: { name: null } };
      const whole = [{ id: 1, name: 'a', author: { name: 'b' } }, pruned, pruned];
      expect((await get('')).body).toEqual(whole);
      expect((await get('')).body).toEqual(whole);
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]).toContain(
        `ItemsController.list (GET /acme/v1/items) is not what its return type declares: ${LIST}.`,
      );
      expect(warnings()[0]).not.toContain(HASH);
    });

    test('is null where the whole value is of another kind', async () => {
      const { status, text } = await get('/whole');
      expect([status, text]).toEqual([200, 'null']);
    });

    test('has no object where a text is declared', async () => {
      expect((await get('/nested')).body).toEqual({});
    });

    test('is cached without undeclared properties', async () => {
      await get('/cached');
      expect((await get('/cached')).body).toEqual({ id: '7', author: { name: null } });
    });

    test('is empty where nothing is declared', async () => {
      const { status, text } = await app.fetch('DELETE', '/api/acme/v1/items/void');
      expect([status, text]).toEqual([204, '']);
    });
  });
});

@RestController('v1', '/untyped')
class UntypedController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return items(WRONG);
  }

  @RestRoute('/within', HttpMethod.Get, new PublicAccess())
  within(): { items: { tags: Map<string, int> }[] } {
    return { items: [] };
  }

  @RestRoute('/known', HttpMethod.Get, new PublicAccess())
  known(): Item[] {
    return [];
  }
}

test('one warning at startup lists the routes whose types do not say what leaves', async () => {
  const logger = new RecordingLogger();
  const app = await startRoutes([UntypedController], {
    adapter: 'express',
    create: { logger },
    rest: { responses: 'declared' },
  });
  const { body } = await app.fetch('GET', '/api/acme/v1/untyped');
  await app.close();
  expect(body).toEqual([WRONG]);
  const warnings = logger.lines.filter((line) => line.startsWith('warn'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(
    'UntypedController.list: no return type; UntypedController.within: Map<string, int> (items[].tags).',
  );
});

test('a value that is neither stops the start', async () => {
  const rest = { responses: 'declred' as 'declared' };
  const started = startRoutes([UntypedController], { adapter: 'express', rest });
  await expect(started).rejects.toThrow("responses is 'returned' or 'declared'");
});

test('a route that states it needs a type that says what leaves', async () => {
  class ByHandController {
    list() {
      return [];
    }
  }
  const route = RestRoute('', HttpMethod.Get, new PublicAccess(), declared);
  const descriptor = Object.getOwnPropertyDescriptor(ByHandController.prototype, 'list');
  if (descriptor !== undefined) route(ByHandController.prototype, 'list', descriptor);
  RestController('v1', '/by-hand')(ByHandController);
  const started = startRoutes([ByHandController], { adapter: 'express' });
  await expect(started).rejects.toThrow(DeclarationException);
  await expect(started).rejects.toThrow('RR1036');
});
