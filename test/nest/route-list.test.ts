import { Inject, Module, SetMetadata, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
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

@RestController('v1', '/sessions')
class SessionsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @Throttle({ default: { limit: 5, ttl: 60_000 } })
  login() {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @SkipThrottle()
  @Throttle({
    default: {
      getTracker: (
        () => (request) =>
          String(request['ip'])
      )(),
    },
  })
  one() {}

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  @SetMetadata('audience', undefined)
  @SetMetadata('isPublic', false)
  @SetMetadata('reason', null)
  logout() {}
}

@Module({ imports: [rest], providers: [SessionsController] })
class SessionsModule {}

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

  test('have the metadata that decorators state, and none that they leave out', async () => {
    const context = await NestFactory.createApplicationContext(SessionsModule, { logger: false });
    const routes = await context.get(RestRoutes).list();
    const metadata = routes.map(({ handler, metadata: stated }) => [handler, stated.toSorted()]);
    expect(Object.fromEntries(metadata)).toEqual({
      'SessionsController.login': ['THROTTLER:LIMITdefault: 5', 'THROTTLER:TTLdefault: 60000'],
      'SessionsController.one': [
        'THROTTLER:SKIPdefault: true',
        'THROTTLER:TRACKERdefault: function',
      ],
      'SessionsController.logout': ['isPublic: false', 'reason: null'],
    });
    await context.close();
  });
});
