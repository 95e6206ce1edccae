import { Injectable, Module, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';

@Injectable()
class TenantGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-tenant'] !== 'closed';
  }
}

let calls = 0;

@RestController('v1', '/jobs')
class JobsController {
  @RestRoute('', HttpMethod.Post, new Capability('edit'))
  create(@Param({ minLength: 2 }) name: string) {
    return new RestResponse({ name }, 201).link('self', '/acme/v1/jobs/1');
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m' })
  list() {
    calls++;
    return { at: new Date(0), calls };
  }

  @RestRoute('/failing', HttpMethod.Get, new PublicAccess())
  failing() {
    throw new Error('secret');
  }
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [JobsController, { provide: APP_GUARD, useClass: TenantGuard }],
})
class AppModule {}

describe('RestDispatcher in an application context without HTTP', () => {
  const run = async (work: (dispatcher: RestDispatcher) => Promise<void>): Promise<void> => {
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    try {
      await work(context.get(RestDispatcher));
    } finally {
      await context.close();
    }
  };

  test('runs guards, validation, permission and links', () =>
    run(async (dispatcher) => {
      const create = { method: 'POST', path: '/acme/v1/jobs', body: { name: 'mail' } } as const;
      const as = { capabilities: ['edit'] };
      expect(await dispatcher.request(create, { as })).toEqual({
        status: 201,
        headers: { allow: 'GET, POST' },
        data: { name: 'mail', _links: { self: [{ href: '/api/acme/v1/jobs/1' }] } },
      });
      expect(await dispatcher.request(create)).toMatchObject({ status: 401 });
      expect(await dispatcher.request({ ...create, body: {} }, { as })).toMatchObject({
        status: 400,
        data: { code: 'rest_missing_callback_param' },
      });
      const headers = { 'X-Tenant': 'closed' };
      expect(await dispatcher.request({ ...create, headers }, { as })).toMatchObject({
        status: 403,
      });
    }));

  test('responds from the cache of a route with what its JSON text contains', () =>
    run(async (dispatcher) => {
      calls = 0;
      const list = { path: '/acme/v1/jobs' };
      const expected = { at: '1970-01-01T00:00:00.000Z', calls: 1 };
      expect((await dispatcher.request(list)).data).toEqual(expected);
      const hit = await dispatcher.request(list);
      expect(hit.data).toEqual(expected);
      expect(hit.headers['cache-status']).toContain('hit');
    }));

  test('responds to an unexpected error without its text', () =>
    run(async (dispatcher) => {
      const response = await dispatcher.request({ path: '/acme/v1/jobs/failing' });
      expect(response).toMatchObject({ status: 500, data: { code: 'framework_internal_error' } });
      expect(JSON.stringify(response.data)).not.toContain('secret');
    }));
});
