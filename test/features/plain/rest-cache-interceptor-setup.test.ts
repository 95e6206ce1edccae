import {
  Body,
  Controller,
  Get,
  Injectable,
  Post,
  Redirect,
  Req,
  Res,
  Scope,
  UseInterceptors,
  VersioningType,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import KeyvRedis from '@keyv/redis';
import { Test } from '@nestjs/testing';
import {
  Cache,
  DeclarationException,
  InvalidArgumentException,
  PublicAccess,
  RequirePermission,
  RestCache,
  RestCacheInterceptor,
} from 'nestjs-rest-routes';
import { firstValueFrom, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';
import { ADAPTERS, startRoutes, type RoutesOptions } from '../../support/application.js';

const open = RequirePermission(new PublicAccess());

@Controller('cats')
@UseInterceptors(RestCacheInterceptor)
@open
class CatsController {
  static calls = 0;

  @Get()
  @Cache({ ttl: '5m' })
  list() {
    return { n: ++CatsController.calls };
  }
}

async function warningsOf(
  controllers: NonNullable<RoutesOptions['controllers']>,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  const nothing = () => undefined;
  const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
  const app = await startRoutes([], { adapter: 'express', controllers, create: { logger } });
  await app.close();
  return warnings.flatMap((text) => text.split('\n')).filter((line) => line.startsWith('RR'));
}

describe('At startup', () => {
  test('handlers with @Cache that are not cached are listed in a warning', async () => {
    @Controller('without')
    class WithoutController {
      @Get()
      @Cache({ ttl: '5m' })
      list() {}
    }
    @Controller('wrong')
    @UseInterceptors(RestCacheInterceptor)
    @open
    class WrongController {
      @Post()
      @Cache({ ttl: '5m' })
      create(@Body() _body: unknown) {}

      @Get('res')
      @Cache({ ttl: '5m' })
      writes(@Res() _response: unknown) {}

      @Get('away')
      @Redirect('/elsewhere')
      @Cache({ ttl: '5m' })
      away() {}

      @Get('request')
      @Cache({ ttl: '5m' })
      takesRequest(@Req() _request: unknown) {}

      @Get('stated')
      @Cache({ ttl: '5m', vary: 'none' })
      states(@Req() _request: unknown) {}
    }
    @Controller({ path: 'scoped', scope: Scope.REQUEST })
    @UseInterceptors(RestCacheInterceptor)
    @open
    class ScopedController {
      @Get()
      @Cache({ ttl: '5m' })
      list() {}
    }
    const lines = await warningsOf([WithoutController, WrongController, ScopedController]);
    expect(lines.map((line) => line.replace(/:.*\((\w+\.\w+).*/, ' $1'))).toEqual([
      'RR1041 WithoutController.list',
      'RR1012 WrongController.create',
      'RR1042 WrongController.writes',
      'RR1042 WrongController.away',
      'RR1022 WrongController.takesRequest',
      'RR1022 ScopedController.list',
    ]);
  });

  test('handlers that are cached cause no warning', async () => {
    expect(await warningsOf([CatsController])).toEqual([]);
  });

  test('invalid options are an error that lists all of them', async () => {
    @Controller('wrong')
    class WrongController {
      @Get()
      @Cache({ ttl: '5 minutes' as never, staleWhileRevalidate: -1 as never })
      list() {}

      @Get('vary')
      @Cache({ ttl: '5m', vary: 'everyone' as never })
      vary() {}
    }
    const starting = startRoutes([], { adapter: 'express', controllers: [WrongController] });
    const error: unknown = await starting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeclarationException);
    expect((error as DeclarationException).diagnostics.map(({ code }) => code)).toEqual([
      'RR1024',
      'RR1024',
      'RR1022',
    ]);
  });

  test('an application without RestModule does not start', async () => {
    const testing = await Test.createTestingModule({ controllers: [CatsController] }).compile();
    const app = testing.createNestApplication({ logger: false });
    await expect(app.init()).rejects.toThrow(/RestCacheInterceptor needs RestModule: import/);
    await app.close();
  });

  test('a purge of a handler that is not cached is an error', async () => {
    @Controller('plain')
    class PlainController {
      @Get()
      list() {}
    }
    const app = await startRoutes([], { adapter: 'express', controllers: [PlainController] });
    await expect(app.nest.get(RestCache).purge(PlainController, 'list')).rejects.toThrow(
      InvalidArgumentException,
    );
    await app.close();
  });
});

describe('A context that is not HTTP', () => {
  test('passes', async () => {
    const app = await startRoutes([], { adapter: 'express', controllers: [CatsController] });
    const context = { getType: () => 'rpc' } as ExecutionContext;
    const next: CallHandler = { handle: () => of('called') };
    const emitted = await app.nest.get(RestCacheInterceptor).intercept(context, next);
    expect(await firstValueFrom(emitted)).toBe('called');
    await app.close();
  });
});

describe.each(ADAPTERS)('RestCacheInterceptor on %s', (adapter) => {
  test('keeps handlers of classes with one name apart', async () => {
    const first = (() => {
      @Controller({ path: 'items', version: '1' })
      @UseInterceptors(RestCacheInterceptor)
      @open
      class ItemsController {
        @Get()
        @Cache({ ttl: '5m' })
        list() {
          return { version: 1 };
        }
      }
      return ItemsController;
    })();
    const second = (() => {
      @Controller({ path: 'items', version: '2' })
      @UseInterceptors(RestCacheInterceptor)
      @open
      class ItemsController {
        @Get()
        @Cache({ ttl: '5m' })
        list() {
          return { version: 2 };
        }
      }
      return ItemsController;
    })();
    const app = await startRoutes([], {
      adapter,
      controllers: [first, second],
      configure: (nest) => {
        nest.enableVersioning({ type: VersioningType.HEADER, header: 'X-Version' });
      },
    });
    const versionOf = async (version: string) =>
      (await app.fetch('GET', '/items', { headers: { 'x-version': version } })).body;
    expect(await versionOf('1')).toEqual({ version: 1 });
    expect(await versionOf('2')).toEqual({ version: 2 });
    expect(await versionOf('1')).toEqual({ version: 1 });
    await app.close();
  });

  test('a subclass with services of its own caches as well', async () => {
    @Injectable()
    class Clock {
      readonly year = 2000;
    }
    @Injectable()
    class OwnInterceptor extends RestCacheInterceptor {
      constructor(readonly clock: Clock) {
        super();
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Clock], OwnInterceptor);
    let calls = 0;
    @Controller('own')
    @UseInterceptors(OwnInterceptor)
    @open
    class OwnController {
      @Get()
      @Cache({ ttl: '5m', vary: 'none' })
      list() {
        return { n: ++calls };
      }
    }
    const app = await startRoutes([Clock], { adapter, controllers: [OwnController] });
    await app.fetch('GET', '/own');
    expect((await app.fetch('GET', '/own')).body).toEqual({ n: 1 });
    await app.close();
  });

  test('a client gets a new response where mayRefresh allows it', async () => {
    CatsController.calls = 0;
    const app = await startRoutes([], {
      adapter,
      controllers: [CatsController],
      rest: { cache: { mayRefresh: ({ headers }) => headers['x-may'] === 'yes' } },
    });
    const refresh = (may: string) =>
      app.fetch('GET', '/cats', { headers: { 'cache-control': 'no-cache', 'x-may': may } });
    expect((await refresh('no')).body).toEqual({ n: 1 });
    expect((await refresh('no')).body).toEqual({ n: 1 });
    expect((await refresh('yes')).body).toEqual({ n: 2 });
    expect((await app.fetch('GET', '/cats')).body).toEqual({ n: 2 });
    await app.close();
  });

  test('a store that is down disables the cache and fails no request', async () => {
    CatsController.calls = 0;
    const down = () => Promise.reject(new Error('down'));
    const store = { get: down, set: down, delete: down, clear: () => Promise.resolve(), opts: {} };
    const app = await startRoutes([], {
      adapter,
      controllers: [CatsController],
      rest: { cache: { store, timeLimit: '50ms', rest: '1h' } },
    });
    const bodies = [];
    for (let n = 0; n < 3; n++) bodies.push((await app.fetch('GET', '/cats')).body);
    expect(bodies).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(app.nest.get(RestCache).storeFailures).toBeGreaterThan(0);
    await app.close();
  });

  test('a store that several applications share has the responses of all', async () => {
    const store = new Map<string, unknown>();
    await share(() => store);
  });

  test.skipIf(loudly(!hasRedisServer, 'a shared Redis', 'there is no redis-server on the path'))(
    'a Redis that several applications share has the responses of all',
    async () => {
      const redis = await RedisServer.start();
      await share(() => new KeyvRedis(redis.url));
      await redis.stop();
    },
  );

  async function share(store: () => object) {
    CatsController.calls = 0;
    const start = () =>
      startRoutes([], {
        adapter,
        controllers: [CatsController],
        rest: { cache: { store: store(), timeLimit: '1m' } },
      });
    const [one, other] = [await start(), await start()];
    expect((await one.fetch('GET', '/cats')).body).toEqual({ n: 1 });
    const hit = await other.fetch('GET', '/cats');
    expect(hit.body).toEqual({ n: 1 });
    expect(hit.headers['cache-status']).toContain('hit');
    await one.nest.get(RestCache).purge(CatsController, 'list');
    expect((await other.fetch('GET', '/cats')).body).toEqual({ n: 2 });
    await one.close();
    await other.close();
  }
});
