import {
  Injectable,
  Scope,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { TestingModuleBuilder } from '@nestjs/testing';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestCacheInterceptor,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { map, tap } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';

const open = new PublicAccess();
let calls = 0;
let seen: unknown[] = [];

class Item {
  constructor(readonly n: number) {}
}

@RestController('v1', '/items')
class ItemsController {
  @Cache({ ttl: '5m' })
  @RestRoute('/cached', HttpMethod.Get, open)
  cached() {
    return new Item(++calls);
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/nothing', HttpMethod.Get, open)
  nothing() {
    calls++;
  }

  @RestRoute('/plain', HttpMethod.Get, open)
  plain() {
    return { n: ++calls };
  }
}

const OFF: NestInterceptor = { intercept: (_context, next) => next.handle() };

@Injectable()
class Logging extends RestCacheInterceptor {
  override async intercept(context: ExecutionContext, next: CallHandler) {
    seen.push(`${context.getClass().name}.${context.getHandler().name}`);
    const responded = await super.intercept(context, next);
    return responded.pipe(tap((data) => void seen.push(data)));
  }
}

@Injectable({ scope: Scope.REQUEST })
class LoggingEachRequest extends Logging {}

@Injectable()
class Wrapping extends RestCacheInterceptor {
  override async intercept(context: ExecutionContext, next: CallHandler) {
    const responded = await super.intercept(context, next);
    return responded.pipe(map((data: unknown) => ({ data })));
  }
}

describe.each(ADAPTERS)('RestCacheInterceptor, replaced, on %s', (adapter) => {
  beforeEach(() => {
    calls = 0;
    seen = [];
  });

  async function responses(
    override: (builder: TestingModuleBuilder) => TestingModuleBuilder,
    path = '/api/acme/v1/items/cached',
  ) {
    const app = await startRoutes([ItemsController], { adapter, override });
    try {
      return [await app.fetch('GET', path), await app.fetch('GET', path)];
    } finally {
      await app.close();
    }
  }

  test('a value that only calls the method switches caching off', async () => {
    for (const override of [
      (builder: TestingModuleBuilder) =>
        builder.overrideInterceptor(RestCacheInterceptor).useValue(OFF),
      (builder: TestingModuleBuilder) =>
        builder.overrideProvider(RestCacheInterceptor).useValue(OFF),
      (builder: TestingModuleBuilder) =>
        builder.overrideInterceptor(RestCacheInterceptor).useFactory({ factory: () => OFF }),
    ]) {
      calls = 0;
      const found = await responses(override);
      expect(found.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }]);
      expect(found[1]?.headers['cache-status']).toBeUndefined();
    }
  });

  test.each([Logging, LoggingEachRequest])(
    'a subclass %o that calls super.intercept sees the data of each response, and the route stays cached',
    async (type) => {
      const [miss, hit] = await responses((builder) =>
        builder.overrideInterceptor(RestCacheInterceptor).useClass(type),
      );
      expect([miss?.body, hit?.body]).toEqual([{ n: 1 }, { n: 1 }]);
      expect(hit?.headers['cache-status']).toContain('hit');
      expect(hit?.headers['etag']).toBe(miss?.headers['etag']);
      const name = 'ItemsController.cached';
      expect(seen).toEqual([name, { n: 1 }, name, { n: 1 }]);
    },
  );

  test('a response without a body stays one', async () => {
    const [miss, hit] = await responses(
      (builder) => builder.overrideInterceptor(RestCacheInterceptor).useClass(Logging),
      '/api/acme/v1/items/nothing',
    );
    expect([miss?.status, hit?.status, calls]).toEqual([204, 204, 1]);
    expect(hit?.headers['cache-status']).toContain('hit');
  });

  test('a subclass may change what is sent', async () => {
    const found = await responses((builder) =>
      builder.overrideInterceptor(RestCacheInterceptor).useClass(Wrapping),
    );
    expect(found.map(({ body }) => body)).toEqual([{ data: { n: 1 } }, { data: { n: 1 } }]);
  });

  test('a route without @Cache does not call it', async () => {
    await responses(
      (builder) => builder.overrideInterceptor(RestCacheInterceptor).useClass(Logging),
      '/api/acme/v1/items/plain',
    );
    expect(seen).toEqual([]);
  });

  test('what it throws is the response', async () => {
    const intercept = () => {
      throw new Error('no cache today');
    };
    const [response] = await responses((builder) =>
      builder.overrideInterceptor(RestCacheInterceptor).useValue({ intercept }),
    );
    expect(response?.status).toBe(500);
    expect(calls).toBe(0);
  });

  test('on a route of the library it has no effect among the interceptors of Nest', async () => {
    @RestController('v1', '/enhanced')
    @UseInterceptors(RestCacheInterceptor)
    class EnhancedController {
      @Cache({ ttl: '5m' })
      @RestRoute('', HttpMethod.Get, open)
      list() {
        return { n: ++calls };
      }
    }
    const app = await startRoutes([EnhancedController], { adapter });
    try {
      await app.fetch('GET', '/api/acme/v1/enhanced');
      const hit = await app.fetch('GET', '/api/acme/v1/enhanced');
      expect(hit.body).toEqual({ n: 1 });
      expect(hit.headers['cache-status']).toContain('hit');
    } finally {
      await app.close();
    }
  });
});
