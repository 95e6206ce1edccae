import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  RestRoutes,
  type RouteDescription,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';

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

const rest = RestModule.forRoot({ namespace: 'acme' });

@Module({ imports: [rest], providers: [PingController, EarlyReader] })
class AppModule {}

describe('the routes of an application', () => {
  beforeEach(() => {
    created.length = 0;
  });

  test('can be listed while the application starts, and no controller is created for that', async () => {
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const { listed } = context.get(EarlyReader);
    expect(listed.map(({ path }) => path)).toEqual(['/api/acme/v1/ping']);
    expect(await context.get(RestRoutes).list()).toBe(await context.get(RestRoutes).list());
    expect(created).toEqual([]);
    await context.close();
  });
});
