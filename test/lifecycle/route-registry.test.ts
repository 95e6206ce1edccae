import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, ModulesContainer, NestFactory } from '@nestjs/core';
import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  RestRoutes,
  type RouteDescription,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { RouteRegistry } from '../../lib/nest/exploration/explore-application.js';

const created: string[] = [];

@RestController('v1')
class PingController {
  constructor() {
    created.push('PingController');
  }

  @RestRoute('/ping', HttpMethod.Get, new PublicAccess())
  ping() {
    return 'pong';
  }
}

/** Lists the routes before the RestModule has started. */
class EarlyReader implements OnModuleInit {
  listed: readonly RouteDescription[] = [];

  constructor(@Inject(RestRoutes) private readonly routes: RestRoutes) {}

  async onModuleInit(): Promise<void> {
    this.listed = await this.routes.list();
  }
}

@RestController('v1')
class WrongController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  wrong() {}
}

const rest = RestModule.forRoot({ namespace: 'acme' });

@Module({ imports: [rest], providers: [PingController, EarlyReader] })
class AppModule {}

describe('the routes of an application', () => {
  beforeEach(() => {
    created.length = 0;
  });

  test('are explored once for all readers', async () => {
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const registry = context.get(RouteRegistry, { strict: false });
    expect(registry.explore()).toBe(registry.explore());
    const { routes } = await registry.explore();
    expect([...routes.keys()].map(({ handler }) => handler)).toEqual(['PingController.ping']);
    await context.close();
  });

  test('can be listed while the application starts, and no controller is created for that', async () => {
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const { listed } = context.get(EarlyReader);
    expect(listed.map(({ path }) => path)).toEqual(['/api/acme/v1/ping']);
    expect(await context.get(RestRoutes).list()).toBe(await context.get(RestRoutes).list());
    expect(created).toEqual([]);
    await context.close();
  });

  test('cannot be explored where a declaration is invalid', async () => {
    const context = await NestFactory.createApplicationContext(
      { module: AppModule, providers: [WrongController] },
      { logger: false, preview: true, abortOnError: false },
    );
    const modules = context.get(ModulesContainer);
    const options = { namespace: 'acme' };
    const registry = new RouteRegistry(new DiscoveryService(modules), modules, options);
    await expect(registry.explore()).rejects.toBeInstanceOf(DeclarationException);
  });
});
