import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Param as NestParam,
  ParseIntPipe,
  Post,
  Put,
  Scope,
  UseGuards,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Callback,
  Capability,
  Param,
  PermissionGuard,
  RequirePermission,
  RestException,
  RestRequest,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

const calls: unknown[][] = [];

beforeEach(() => {
  calls.length = 0;
});

@Injectable()
class Owners {
  owns(user: unknown, id: number): boolean {
    return (user as { id?: number } | undefined)?.id === id;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Visit {
  constructor(@Inject(REQUEST) private readonly request: { url: string }) {}

  get url(): string {
    return this.request.url;
  }
}

/** Nest makes a controller for each request. */
@Controller({ path: 'scoped', scope: Scope.REQUEST })
@UseGuards(PermissionGuard)
class ScopedController {
  constructor(@Inject(Visit) private readonly visit: Visit) {}

  @Get()
  @RequirePermission(new Callback(ScopedController.visits))
  show() {
    return this.visit.url;
  }

  @Get('capability')
  @RequirePermission(new Capability('read'))
  read() {
    return 'read';
  }

  static visits(visit: Visit): boolean {
    calls.push([visit.url]);
    return true;
  }
}

@Controller('cats')
@UseGuards(PermissionGuard)
class CatsController {
  @Put(':id')
  @RequirePermission(new Callback(CatsController.mayEdit))
  edit(@NestParam('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Post('sent')
  @RequirePermission(new Callback(CatsController.sees))
  sent(@Body() body: unknown) {
    return body;
  }

  @Get('visit')
  @RequirePermission(new Callback(CatsController.visits))
  visitHandler() {
    return 'visited';
  }

  @Get('throws')
  @RequirePermission(new Callback(CatsController.throws))
  throwsHandler() {}

  @Get('truthy')
  @RequirePermission(new Callback(CatsController.truthy))
  truthyHandler() {}

  static async mayEdit(owners: Owners, request: RestRequest): Promise<boolean> {
    const { params, route, path, user } = request;
    calls.push([params['id'], request.get('id'), route, path]);
    await Promise.resolve();
    return owners.owns(user, Number(params['id']));
  }

  static sees(request: RestRequest): boolean {
    calls.push([request.body, request.query, request.arguments]);
    return true;
  }

  static visits(visit: Visit): boolean {
    calls.push([visit.url]);
    return true;
  }

  static throws(): boolean {
    throw new RestException('too_late', 'The gate is closed.', 409);
  }

  static truthy(): boolean {
    return 'yes' as unknown as boolean;
  }
}

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const user = (id: number) => ({ headers: signedAsUser(id) });

describe.each(ADAPTERS)('a callback on a plain controller on %s', (adapter) => {
  const app = useRoutes([Owners, Visit], {
    adapter,
    rest: fixtureUser,
    controllers: [CatsController],
  });

  test('gets a service and the request, with the path as it came', async () => {
    expect(await app.fetch('PUT', '/cats/2?id=9', user(2))).toMatchObject({ status: 200 });
    expect(calls).toEqual([['2', '2', '/cats/{id}', '/cats/2']]);
  });

  test('denies with 401 and 403', async () => {
    expect(await app.fetch('PUT', '/cats/7')).toMatchObject({ status: 401 });
    expect(await app.fetch('PUT', '/cats/7', user(2))).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
  });

  test('sees body and query as the adapter has parsed them, and no arguments', async () => {
    await app.fetch('POST', '/cats/sent?id=6', json({ id: 5 }));
    expect(calls).toEqual([[{ id: 5 }, { id: '6' }, {}]]);
  });

  test('gets a service that is made for each request', async () => {
    expect(await app.fetch('GET', '/cats/visit?a=1')).toMatchObject({ status: 200 });
    expect(calls).toEqual([['/cats/visit?a=1']]);
  });

  test('that throws makes the response', async () => {
    expect(await app.fetch('GET', '/cats/throws')).toMatchObject({
      status: 409,
      body: { code: 'too_late' },
    });
  });

  test('that returns another value than true denies', async () => {
    expect(await app.fetch('GET', '/cats/truthy', user(1))).toMatchObject({ status: 403 });
  });
});

describe.each(ADAPTERS)('a plain controller that is made for each request on %s', (adapter) => {
  const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value);
  const app = useRoutes([Owners, Visit], {
    adapter,
    rest: {
      user: (request) => later(fixtureUser.user(request)),
      can: (found: { id: number }, name) => later(fixtureUser.can(found, name)),
    } satisfies RestModuleOptions<{ id: number }>,
    controllers: [ScopedController],
  });

  test('shares the services of the request with the callback', async () => {
    expect(await app.fetch('GET', '/scoped?a=1')).toMatchObject({ text: '/scoped?a=1' });
    expect(calls).toEqual([['/scoped?a=1']]);
  });

  test('waits for user and can', async () => {
    expect(await app.fetch('GET', '/scoped/capability', user(2))).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/scoped/capability', user(3))).toMatchObject({ status: 403 });
    expect(await app.fetch('GET', '/scoped/capability')).toMatchObject({ status: 401 });
  });
});
