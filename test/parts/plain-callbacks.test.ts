import {
  Body,
  Controller,
  DefaultValuePipe,
  Get,
  Inject,
  Injectable,
  Param as NestParam,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Scope,
  UseGuards,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Callback,
  Capability,
  ListOf,
  Param,
  PermissionGuard,
  RequirePermission,
  RestException,
  RestRequest,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fixtureUser } from '../support/fixture-user.js';

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

  static visits(@Param({ inject: Visit }) visit: Visit): boolean {
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

  @Get('by-hand/:id')
  @RequirePermission(new Callback(CatsController.byHand))
  byHandHandler() {
    return 'by hand';
  }

  @Get('from-pipes/:id')
  @RequirePermission(new Callback(CatsController.fromPipes))
  fromPipesHandler(
    @NestParam('id', ParseIntPipe) id: number,
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
  ) {
    return { id, page };
  }

  @Post('anywhere')
  @RequirePermission(new Callback(CatsController.anywhere))
  anywhereHandler(@Body() body: unknown) {
    return body;
  }

  @Post('in-query')
  @RequirePermission(new Callback(CatsController.anywhere))
  inQueryHandler(@Query('id') id: string) {
    return id;
  }

  @Get('visit')
  @RequirePermission(new Callback(CatsController.visits))
  visitHandler() {
    return 'visited';
  }

  @Get('search')
  @RequirePermission(new Callback(CatsController.anywhere))
  searchHandler(@Body() body: unknown) {
    return body ?? 'none';
  }

  @Get('throws')
  @RequirePermission(new Callback(CatsController.throws))
  throwsHandler() {}

  @Get('truthy')
  @RequirePermission(new Callback(CatsController.truthy))
  truthyHandler() {}

  static async mayEdit(
    @Param({ name: 'id', type: 'integer' }) id: number,
    @Param({ inject: Owners }) owners: Owners,
    @Param({ inject: RestRequest }) request: RestRequest,
  ): Promise<boolean> {
    calls.push([id, request.arguments['id'], request.get('id'), request.route, request.path]);
    await Promise.resolve();
    return owners.owns(request.user, id);
  }

  static byHand(
    @Param({ name: 'id', type: 'string', pattern: '^[a-z]+$' }) id: string,
    @Param({ name: 'tags', required: false }) @ListOf('string') tags?: string[],
  ): boolean {
    calls.push([id, tags]);
    return true;
  }

  static fromPipes(
    @Param({ name: 'id' }) id: unknown,
    @Param({ name: 'page', maximum: 9 }) page: unknown,
  ): boolean {
    calls.push([id, page]);
    return true;
  }

  static anywhere(@Param({ name: 'id', type: 'integer' }) id: number): boolean {
    calls.push([id]);
    return true;
  }

  static visits(@Param({ inject: Visit }) visit: Visit): boolean {
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

const JSON_TYPE = { 'content-type': 'application/json' };
const json = (body: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(body) });
const user = (id: number) => ({ headers: { 'x-test-user': String(id) } });

describe.each(ADAPTERS)('a callback on a plain controller on %s', (adapter) => {
  const app = useRoutes([Owners, Visit], {
    adapter,
    rest: fixtureUser,
    controllers: [CatsController],
  });

  test('gets the argument of the path with its type, a service and the request', async () => {
    expect(await app.fetch('PUT', '/cats/2?id=9', user(2))).toMatchObject({ status: 200 });
    expect(calls).toEqual([[2, 2, 2, '/cats/{id}', '/cats/2']]);
  });

  test('denies with 401 and 403', async () => {
    expect(await app.fetch('PUT', '/cats/7')).toMatchObject({ status: 401 });
    expect(await app.fetch('PUT', '/cats/7', user(2))).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
  });

  test('is not called with an invalid argument; the response is the 400 of a route', async () => {
    expect(await app.fetch('PUT', '/cats/seven', user(2))).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        data: {
          status: 400,
          params: { id: 'id must be an integer.' },
          details: { id: { code: 'rest_invalid_type' } },
        },
      },
    });
    expect(calls).toEqual([]);
  });

  test('is not called without an argument; the response is the 400 of a route', async () => {
    expect(await app.fetch('POST', '/cats/anywhere', json({}))).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['id'] } },
    });
  });

  test('checks the limits that @Param states', async () => {
    expect(await app.fetch('GET', '/cats/by-hand/tom')).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', '/cats/by-hand/TOM')).toMatchObject({
      status: 400,
      body: { data: { details: { id: { code: 'rest_invalid_pattern' } } } },
    });
  });

  test('gets a list of the query as the handler would', async () => {
    await app.fetch('GET', '/cats/by-hand/tom?tags=a&tags=b');
    expect(calls).toEqual([['tom', ['a', 'b']]]);
  });

  test('takes types and defaults from the pipes of the handler', async () => {
    await app.fetch('GET', '/cats/from-pipes/3');
    await app.fetch('GET', '/cats/from-pipes/3?page=4');
    expect(calls).toEqual([
      [3, 1],
      [3, 4],
    ]);
    expect(await app.fetch('GET', '/cats/from-pipes/3?page=10')).toMatchObject({ status: 400 });
    expect(await app.fetch('GET', '/cats/from-pipes/x')).toMatchObject({ status: 400 });
  });

  test('gets an argument from the body or from the query', async () => {
    await app.fetch('POST', '/cats/anywhere', json({ id: 5 }));
    await app.fetch('POST', '/cats/anywhere?id=6');
    await app.fetch('POST', '/cats/anywhere?id=7', json({ id: 7 }));
    expect(calls).toEqual([[5], [6], [7]]);
  });

  test('is not called where body and query differ', async () => {
    expect(await app.fetch('POST', '/cats/anywhere?id=6', json({ id: 5 }))).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        data: { params: { id: 'id must have the same value in the body and in the query.' } },
      },
    });
    expect(await app.fetch('POST', '/cats/anywhere?id=6&id=5')).toMatchObject({ status: 400 });
    expect(calls).toEqual([]);
  });

  test('gets the value that the handler reads where the handler names its source', async () => {
    expect(await app.fetch('POST', '/cats/in-query?id=6', json({ id: 5 }))).toMatchObject({
      status: 201,
    });
    expect(calls).toEqual([[6]]);
  });

  test('gets a service that is made for each request', async () => {
    expect(await app.fetch('GET', '/cats/visit?a=1')).toMatchObject({ status: 200 });
    expect(calls).toEqual([['/cats/visit?a=1']]);
  });

  test('reads the body that a handler for GET takes', async () => {
    const search = json({ id: 5 });
    const { status } = await app.fetch('GET', '/cats/search?id=6', search);
    // Fastify parses no body of GET: there is only one value then.
    expect([status, calls]).toEqual(adapter === 'express' ? [400, []] : [200, [[6]]]);
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
