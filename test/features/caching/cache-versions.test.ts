import KeyvRedis from '@keyv/redis';
import {
  Controller,
  Get,
  Param as PathParam,
  UseInterceptors,
  type CallHandler,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { map } from 'rxjs';
import {
  Cache,
  Callback,
  Param,
  PublicAccess,
  RequirePermission,
  RestCache,
  RestCacheInterceptor,
  RestController,
  RestResponse,
  RestRoute,
  type RestRequest,
  type int,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS, startRoutes, type RoutesOptions } from '../../support/application.js';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

/** How often a method ran, in all versions. */
let runs = 0;
const next = (): number => ++runs;

/** With a property that not every version declares. */
const bodyOf = <Id>(id: Id, isNew?: boolean): { run: number; id: Id } => {
  const body = { run: next(), id, ...(isNew === undefined ? {} : { isNew }) };
  return body;
};

const PUBLIC = new PublicAccess();
const TAGS = { ttl: '1h', tags: ['items'] } as const;

/** The oldest version; each other one differs from it in one thing. */
function oldest(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

function otherArgument(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(@Param({ minimum: 1 }) id: int): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

function moreArguments(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int, _currency: string | null = null): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

function otherPermission(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', new Callback(ItemsController.may))
    @Cache({ ...TAGS, vary: 'none' })
    one(id: int): { run: number } {
      return bodyOf(id);
    }
    static may(): boolean {
      return true;
    }
  }
  return ItemsController;
}

function otherReturnType(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int): { run: number; id: int } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

function otherMethod(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int): { run: number } {
      return bodyOf(id, true);
    }
  }
  return ItemsController;
}

function otherVary(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS, vary: { headers: ['Accept-Language'] } })
    one(id: int): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

/** Both vary by a text that is `'de'`; what it means differs. */
function varies(vary: (request: RestRequest) => string): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS, vary })
    one(id: int): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

class Wraps implements NestInterceptor {
  intercept(_context: unknown, handler: CallHandler) {
    return handler.handle().pipe(map((data: unknown) => ({ data })));
  }
}

function wrapped(): Type {
  @RestController('v1', '/items')
  @UseInterceptors(Wraps)
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

function linked(): Type {
  @RestController('v1', '/items')
  class ItemsController {
    @RestRoute('/{id}', 'GET', PUBLIC)
    @Cache({ ...TAGS })
    one(id: int): RestResponse<{ run: number }> {
      return new RestResponse({ run: next() }).link('up', `/acme/v1/items/${id}`);
    }
  }
  return ItemsController;
}

/** A plain controller of Nest. */
function plain(...interceptors: readonly Type<NestInterceptor>[]): Type {
  @Controller('api/acme/v1/items')
  @UseInterceptors(RestCacheInterceptor, ...interceptors)
  @RequirePermission(PUBLIC)
  class ItemsController {
    @Get(':id')
    @Cache({ ...TAGS })
    one(@PathParam('id') id: string): { run: number } {
      return bodyOf(id);
    }
  }
  return ItemsController;
}

/** A controller, and the settings of its version. */
type Version = readonly [create: () => Type, rest?: RoutesOptions['rest']];

const byLanguage = () => varies(({ headers }) => String(headers['accept-language']));
const byRegion = () => varies(({ headers }) => String(headers['x-region']));

const CHANGES: Readonly<Record<string, readonly [older: Version, newer: Version]>> = {
  'a limit of an argument': [[oldest], [otherArgument]],
  'an argument more': [[oldest], [moreArguments]],
  'the permission': [[oldest], [otherPermission]],
  'the declared response': [[oldest], [otherReturnType]],
  'what is sent of the response': [[oldest], [oldest, { responses: 'declared' }]],
  'the method': [[oldest], [otherMethod]],
  'the headers by which it varies': [[oldest], [otherVary]],
  'the function by which it varies': [[byLanguage], [byRegion]],
  'an interceptor': [[oldest], [wrapped]],
  'an interceptor of a plain controller': [[() => plain()], [() => plain(Wraps)]],
};

const why = 'there is no redis-server on the path';

describe.skipIf(loudly(!hasRedisServer, 'two versions that share a Redis', why)).each(ADAPTERS)(
  'two versions that share a Redis on %s',
  (adapter) => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await RedisServer.start();
    });
    afterAll(() => redis.stop());
    beforeEach(() => redis.empty());

    const start = async ([create, rest = {}]: Version) => {
      const store = new KeyvRedis(redis.url);
      // A machine that is slow is no outage of the store.
      const memory = { ttl: '1h' } as const;
      const cache = { store, timeLimit: '1m', memory, uniform: [Wraps] } as const;
      const type = create();
      const isPlain = Reflect.hasMetadata('path', type);
      const app = await startRoutes(isPlain ? [] : [type], {
        adapter,
        rest: { cache, ...rest },
        controllers: isPlain ? [type] : [],
      });
      onTestFinished(async () => {
        await app.close();
        await store.disconnect(true);
      });
      const headers = { 'accept-language': 'de', 'x-region': 'de' };
      const prefix = rest.prefix ?? 'api';
      const get = async () =>
        (await app.fetch('GET', `/${prefix}/acme/v1/items/7`, { headers })).body;
      /** From the cache: the store may have an entry a little later than the client its response. */
      const kept = async (): Promise<unknown> => {
        const body = await get();
        const { headers: sent } = await app.fetch('GET', `/${prefix}/acme/v1/items/7`, { headers });
        return String(sent['cache-status']).includes('hit') ? body : kept();
      };
      return { kept, purge: () => app.nest.get(RestCache).purgeTags('items') };
    };

    test.each(Object.entries(CHANGES))(
      'that differ in %s have entries of their own, in an upgrade and a downgrade',
      async (_title, [oldVersion, newVersion]) => {
        const older = await start(oldVersion);
        const before = await older.kept();
        const newer = await start(newVersion);
        const after = await newer.kept();
        expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
        // A downgrade, and an upgrade again: a process that starts finds the entries of its version.
        expect(await (await start(oldVersion)).kept()).toEqual(before);
        expect(await (await start(newVersion)).kept()).toEqual(after);
        // A purge by one version ends the entries of both.
        expect(await newer.purge()).toBe(true);
        expect(await older.kept()).not.toEqual(before);
        expect(await newer.kept()).not.toEqual(after);
      },
    );

    test('that are the same share their entries', async () => {
      const body = await (await start([oldest])).kept();
      expect(await (await start([oldest])).kept()).toEqual(body);
    });

    test('with other prefixes have links of their own', async () => {
      const one = await start([linked]);
      expect(JSON.stringify(await one.kept())).toContain('/api/acme/v1/items/7');
      const two = await start([linked, { prefix: 'rest' }]);
      expect(JSON.stringify(await two.kept())).toContain('/rest/acme/v1/items/7');
      expect(JSON.stringify(await one.kept())).toContain('/api/acme/v1/items/7');
    });
  },
);
