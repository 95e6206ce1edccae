import {
  Controller,
  Get,
  Injectable,
  Module,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type ModuleMetadata,
  type NestInterceptor,
  type NestModule,
  type Type,
} from '@nestjs/common';
import {
  Cache,
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import type { Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type AdapterName } from '../support/application.js';

// Without the usual parts: the tests list which interceptors are uniform.

const open = new PublicAccess();

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, open)
  list() {
    return [];
  }

  @RestRoute('/{id}', HttpMethod.Get, open)
  one(id: int) {
    return { id };
  }
}

@RestController('live')
class LiveController {
  @RestRoute('', HttpMethod.Get, open)
  live() {
    return 'live';
  }
}

/** Routes of a tenant, in an application whose plain controllers are below `setGlobalPrefix('api/:tenantId')`. */
@RestController('', '/{tenantId}/items')
class TenantItemsController {
  @RestRoute('', HttpMethod.Get, open)
  list(tenantId: int) {
    return { tenantId };
  }
}

@Controller('plain')
class PlainController {
  @Get()
  get() {
    return [];
  }
}

interface SetUp {
  readonly rest?: RestModuleOptions;
  readonly controllers?: readonly Type[];
  readonly global?: { readonly prefix: string; readonly exclude?: readonly string[] };
  readonly forRoutes?: readonly string[];
  readonly requests?: readonly string[];
}

/** The diagnostics of the start, or the requests that middleware has seen, each of which is a 200. */
async function start(adapter: AdapterName, setUp: SetUp) {
  const { rest = {}, controllers = [ItemsController], global, forRoutes = [] } = setUp;
  const seen: string[] = [];
  @Module({})
  class LogModule implements NestModule {
    configure(consumer: MiddlewareConsumer) {
      if (forRoutes.length === 0) return;
      const note = (request: { originalUrl: string }, _response: unknown, next: () => void) => {
        seen.push(request.originalUrl);
        next();
      };
      consumer.apply(note).forRoutes(...forRoutes);
    }
  }
  const configure = (nest: INestApplication): void => {
    if (global === undefined) return;
    const { prefix, exclude } = global;
    nest.setGlobalPrefix(prefix, exclude === undefined ? undefined : { exclude: [...exclude] });
  };
  const metadata = {
    imports: [RestModule.forRoot({ namespace: 'acme', ...rest }), LogModule],
    controllers: [PlainController],
    providers: [...controllers],
  };
  try {
    const app = await startApplication(metadata, { adapter, configure });
    for (const path of setUp.requests ?? []) {
      expect([path, (await app.fetch('GET', path)).status]).toEqual([path, 200]);
    }
    await app.close();
    return { seen, diagnostics: [], text: '' };
  } catch (error) {
    if (!(error instanceof DeclarationException)) throw error;
    const { diagnostics, message } = error;
    return { seen, diagnostics: diagnostics.map(({ code }) => code), text: message };
  }
}

/** The texts in quotation marks of a call that a diagnostic prints. */
function printedIn(text: string, call: RegExp): readonly string[] {
  const [, list = ''] = call.exec(text) ?? [];
  return [...list.matchAll(/'([^']*)'/g)].map(([, one = '']) => one);
}

const AT_THE_ROOT: RestModuleOptions = { prefix: '', namespace: '' };

describe.each(ADAPTERS)(
  'the code that a diagnostic of the set-up prints, applied on %s',
  (adapter) => {
    test.each([
      [
        'routes at the root, which excludes no more than their base',
        { rest: AT_THE_ROOT },
        ['/v1/items', '/v1/items/5'],
        ['v1/{*path}'],
      ],
      [
        'a route at a first segment, and others',
        { rest: AT_THE_ROOT, controllers: [LiveController, ItemsController] },
        ['/live', '/v1/items'],
        ['live', 'v1/{*path}'],
      ],
      [
        'routes at the root whose first segment is a placeholder',
        {
          rest: AT_THE_ROOT,
          controllers: [TenantItemsController],
        },
        ['/7/items'],
        [':tenantId/items'],
      ],
      [
        'routes with a prefix of their own',
        { rest: { prefix: 'rest' } },
        ['/rest/acme/v1/items'],
        ['rest/{*path}'],
      ],
    ] as const)('RR1060: %s', async (_title, places, routes, excluded) => {
      const setUp: SetUp = { ...places, global: { prefix: 'api' }, forRoutes: ['{*path}'] };
      const { diagnostics, text } = await start(adapter, setUp);
      expect(diagnostics).toEqual(['RR1060']);
      const forRoutes = printedIn(text, /Expected forRoutes\((.*?)\) and /);
      const [prefix = '', ...exclude] = printedIn(text, /and setGlobalPrefix\((.*?)\),/);
      expect(exclude).toEqual(excluded);
      const requests = [...routes, '/api/plain'];
      const fixed = { ...setUp, forRoutes, global: { prefix, exclude }, requests };
      expect(await start(adapter, fixed)).toMatchObject({ diagnostics: [], seen: requests });
    });

    test('RR1060: the path to write below the global prefix', async () => {
      const setUp = { global: { prefix: 'api' }, forRoutes: ['api/acme/v1/items'] };
      const { diagnostics, text } = await start(adapter, setUp);
      expect(diagnostics).toEqual(['RR1060']);
      const forRoutes = printedIn(text, /Expected forRoutes\((.*?)\) for/);
      const requests = ['/api/acme/v1/items'];
      const fixed = await start(adapter, { ...setUp, forRoutes, requests });
      expect(fixed).toMatchObject({ diagnostics: [], seen: requests });
    });

    test('RR1061: a stated prefix serves the routes that the global prefix excludes', async () => {
      const global = { prefix: 'api', exclude: ['acme/v1/items'] };
      const { diagnostics, text } = await start(adapter, { global });
      expect(diagnostics).toEqual(['RR1061']);
      expect(text).toContain("RestModule.forRoot({ prefix: '' })");
      const requests = ['/acme/v1/items', '/api/plain'];
      const fixed = await start(adapter, { global, rest: { prefix: '' }, requests });
      expect(fixed.diagnostics).toEqual([]);
    });

    test('RR1062: the tenant of a global prefix is an argument of the routes', async () => {
      const setUp: SetUp = {
        controllers: [TenantItemsController],
        global: { prefix: 'api/:tenantId' },
        forRoutes: ['{*path}'],
      };
      const { diagnostics, text } = await start(adapter, setUp);
      expect(diagnostics).toEqual(['RR1062']);
      expect(text).toContain("RestModule.forRoot({ prefix: '', namespace: 'api' })");
      expect(text).toContain("@RestController('', '/{tenantId}/items')");
      const requests = ['/api/7/items', '/api/7/plain'];
      const rest = { prefix: '', namespace: 'api' };
      const fixed = await start(adapter, { ...setUp, rest, requests });
      expect(fixed).toMatchObject({ diagnostics: [], seen: requests });
    });

    test('RR1063: forFeature in place of a second forRoot', async () => {
      const second = (imported: ModuleMetadata['imports']): ModuleMetadata => {
        @Module({ imports: imported ?? [], providers: [LiveController] })
        class FeatureModule {}
        return {
          imports: [RestModule.forRoot({ namespace: 'acme' }), FeatureModule],
          providers: [ItemsController],
        };
      };
      const twice = startApplication(second([RestModule.forRoot({ namespace: 'shop' })]), {
        adapter,
      });
      await expect(twice).rejects.toThrow('RestModule.forFeature({ namespace })');
      const feature = second([RestModule.forFeature({ namespace: 'shop' })]);
      const app = await startApplication(feature, { adapter });
      expect((await app.fetch('GET', '/api/shop/live')).status).toBe(200);
      expect((await app.fetch('GET', '/api/acme/v1/items')).status).toBe(200);
      await app.close();
    });

    test('RR1064: uniform lists an interceptor that does the same for every request', async () => {
      @Injectable()
      class TheInterceptor implements NestInterceptor {
        intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
          return next.handle();
        }
      }
      @UseInterceptors(TheInterceptor)
      @RestController('v1', '/cached')
      class CachedController {
        @RestRoute('', HttpMethod.Get, open)
        @Cache({ ttl: '5m' })
        list() {
          return [];
        }
      }
      const setUp = { controllers: [CachedController] };
      const { diagnostics, text } = await start(adapter, setUp);
      expect(diagnostics).toEqual(['RR1064']);
      expect(text).toContain('cache: { uniform: [TheInterceptor] }');
      const rest = { cache: { uniform: [TheInterceptor] } };
      const fixed = await start(adapter, { ...setUp, rest, requests: ['/api/acme/v1/cached'] });
      expect(fixed.diagnostics).toEqual([]);
    });

    test('RR1069: RestModule beside the module with the controller', async () => {
      @Module({ providers: [ItemsController] })
      class ItemsModule {}
      const without = startApplication({ imports: [ItemsModule] }, { adapter });
      await expect(without).rejects.toThrow(
        "imports: [RestModule.forRoot({ namespace: 'acme' }), ItemsModule]",
      );
      const imports = [RestModule.forRoot({ namespace: 'acme' }), ItemsModule];
      const app = await startApplication({ imports }, { adapter });
      expect((await app.fetch('GET', '/api/acme/v1/items')).status).toBe(200);
      await app.close();
    });
  },
);
