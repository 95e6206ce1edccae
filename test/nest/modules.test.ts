import { Injectable, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  RestRoutes,
  type RestModuleOptions,
  type RestOptionsFactory,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';

@RestController('v1', '/ping')
class PingController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  ping() {
    return 'first';
  }
}

@RestController('v2', '/ping')
class SecondPingController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  ping() {
    return 'second';
  }
}

@Injectable()
class Settings {
  readonly namespace = 'made';
}

@Injectable()
class Options implements RestOptionsFactory {
  constructor(private readonly settings: Settings) {}
  createRestOptions(): RestModuleOptions {
    return { namespace: this.settings.namespace };
  }
}
Reflect.defineMetadata('design:paramtypes', [Settings], Options);

@Module({ providers: [Settings, Options], exports: [Settings, Options] })
class SettingsModule {}

describe.each(ADAPTERS)('modules on %s', (adapter) => {
  const within = async (
    metadata: Parameters<typeof startApplication>[0],
    check: (app: TestApplication) => Promise<void>,
  ) => {
    const app = await startApplication(metadata, { adapter });
    try {
      await check(app);
    } finally {
      await app.close();
    }
  };

  test.each([
    ['useClass', RestModule.forRootAsync({ imports: [SettingsModule], useClass: Options })],
    ['useExisting', RestModule.forRootAsync({ imports: [SettingsModule], useExisting: Options })],
    [
      'useFactory and inject',
      RestModule.forRootAsync({
        imports: [SettingsModule],
        inject: [Settings],
        useFactory: async ({ namespace }: Settings) => ({ namespace }),
      }),
    ],
  ])('forRootAsync takes its options from %s', async (_, restModule) => {
    await within({ imports: [restModule], providers: [PingController] }, async (app) => {
      expect((await app.fetch('GET', '/api/made/v1/ping')).body).toBe('first');
    });
  });

  test('several versions are served together, and a module may have its own namespace', async () => {
    @Module({
      imports: [RestModule.forFeature({ namespace: 'shop' })],
      providers: [PingController, SecondPingController],
    })
    class ShopModule {}
    const imports = [RestModule.forRoot({ namespace: 'acme' }), ShopModule];
    await within({ imports, providers: [PingController, SecondPingController] }, async (app) => {
      const answers = await Promise.all(
        ['acme/v1', 'acme/v2', 'shop/v1', 'shop/v2', 'shop/v3'].map(
          async (path) => (await app.fetch('GET', `/api/${path}/ping`)).status,
        ),
      );
      expect(answers).toEqual([200, 200, 200, 200, 404]);
      const { body } = await app.fetch('GET', '/api/');
      expect(body).toMatchObject({ namespaces: ['acme/v1', 'acme/v2', 'shop/v1', 'shop/v2'] });
    });
  });

  test('RouterModule adds its path before the namespace of a module and of its children', async () => {
    @Module({ providers: [SecondPingController] })
    class ChildModule {}
    @Module({ providers: [PingController] })
    class AreaModule {}
    const imports = [
      RestModule.forRoot({ namespace: 'acme' }),
      AreaModule,
      ChildModule,
      RouterModule.register([
        { path: 'area', module: AreaModule, children: [{ path: 'inner', module: ChildModule }] },
      ]),
    ];
    await within({ imports, providers: [PingController] }, async (app) => {
      const get = async (path: string) => (await app.fetch('GET', path)).status;
      expect(await get('/api/acme/v1/ping')).toBe(200);
      expect(await get('/api/area/acme/v1/ping')).toBe(200);
      expect(await get('/api/area/inner/acme/v2/ping')).toBe(200);
      expect(await get('/api/acme/v2/ping')).toBe(404);
      const { body } = await app.fetch('GET', '/api/area/acme/v1');
      expect(body).toMatchObject({ namespace: 'area/acme/v1' });
      const listed = await app.nest.get(RestRoutes).list();
      expect(listed.map(({ path }) => path)).toContain('/api/area/inner/acme/v2/ping');
    });
  });

  test('the path of RouterModule does not affect another application with the same modules', async () => {
    @Module({ providers: [PingController] })
    class AreaModule {}
    const rest = () => RestModule.forRoot({ namespace: 'acme' });
    const routed = RouterModule.register([{ path: 'area', module: AreaModule }]);
    await within({ imports: [rest(), AreaModule, routed] }, async (first) => {
      await within({ imports: [rest(), AreaModule] }, async (second) => {
        expect((await first.fetch('GET', '/api/area/acme/v1/ping')).status).toBe(200);
        expect((await second.fetch('GET', '/api/acme/v1/ping')).status).toBe(200);
      });
    });
  });

  test('a parameter in a path of RouterModule is a diagnostic', async () => {
    @Module({ providers: [PingController] })
    class AreaModule {}
    const routed = RouterModule.register([{ path: 'area/:id', module: AreaModule }]);
    const imports = [RestModule.forRoot({ namespace: 'acme' }), AreaModule, routed];
    await expect(startApplication({ imports }, { adapter })).rejects.toThrow(
      /RR1025.*"area\/:id\/acme"/s,
    );
  });
});
