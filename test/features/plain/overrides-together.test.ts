import {
  Catch,
  Controller,
  Get,
  Injectable,
  NotFoundException,
  Param as PathParam,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { TestingModuleBuilder } from '@nestjs/testing';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PermissionGuard,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestExceptionFilter,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import {
  ADAPTERS,
  useRoutes,
  type RequestOptions,
  type TestResponse,
} from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

const events: string[] = [];

beforeEach(() => {
  events.length = 0;
});

const READ = new Capability('read');

@Controller('notes')
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
@RequirePermission(READ)
class NotesController {
  @Get('closed/:id')
  @Cache({ ttl: '5m' })
  closed(@PathParam('id') id: string) {
    events.push('method');
    return { id };
  }

  @Get('missing/:id')
  missing(@PathParam('id') id: string) {
    throw new NotFoundException(`There is no note ${id}.`);
  }
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, READ)
  @Cache({ ttl: '5m' })
  one(id: int) {
    events.push('method');
    return { id };
  }
}

/** What a replacement of each part saw. */
const seen = (part: string, context: ExecutionContext): void => {
  events.push(`${part} of ${context.getClass().name}.${context.getHandler().name}`);
};

const guard: CanActivate = {
  canActivate: (context) => {
    seen('guard', context);
    const { headers } = context.switchToHttp().getRequest<{ headers: object }>();
    return !('x-denied' in headers);
  },
};

const interceptor: NestInterceptor = {
  intercept: (context, next) => {
    seen('interceptor', context);
    return next.handle();
  },
};

const filter: ExceptionFilter = {
  catch: (exception: Error, host: ArgumentsHost) => {
    events.push(`filter of ${exception.constructor.name}`);
    // The response of Fastify wraps that of Node.
    const response = host.switchToHttp().getResponse<{ raw?: ServerResponse } & ServerResponse>();
    const raw = response.raw ?? response;
    raw.statusCode = 418;
    raw.end('teapot');
  },
};

const replaceAll = (builder: TestingModuleBuilder): TestingModuleBuilder =>
  builder
    .overrideGuard(PermissionGuard)
    .useValue(guard)
    .overrideInterceptor(RestCacheInterceptor)
    .useValue(interceptor)
    .overrideFilter(RestExceptionFilter)
    .useValue(filter);

describe.each(ADAPTERS)('an override of all three parts at once on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    rest: fixtureUser,
    controllers: [NotesController],
    override: replaceAll,
  });

  test.each([
    ['a plain controller', '/notes/closed/1', 'NotesController.closed'],
    ['a route of the library', '/api/acme/v1/items/1', 'ItemsController.one'],
  ])('holds on %s', async (_place, path, handler) => {
    for (let sent = 0; sent < 2; sent++) {
      events.length = 0;
      const { status, headers } = await app.fetch('GET', path);
      expect([status, headers['cache-status']]).toEqual([200, undefined]);
      const parts = events.filter((event) => event.includes(' of ') || event === 'method');
      expect(parts).toEqual([`guard of ${handler}`, `interceptor of ${handler}`, 'method']);
    }
  });

  test.each([
    ['a plain controller', '/notes/missing/1', 'filter of NotFoundException'],
    ['a route of the library', '/api/acme/v1/items/chair', 'filter of RestException'],
  ])('gets the errors of %s', async (_place, path, event) => {
    expect(await app.fetch('GET', path)).toMatchObject({ status: 418, text: 'teapot' });
    expect(events).toContain(event);
  });

  test.each([
    ['a plain controller', '/notes/closed/1', 'filter of ForbiddenException'],
    ['a route of the library', '/api/acme/v1/items/1', 'filter of RestException'],
  ])('gives the denial of the guard on %s to the filter', async (_place, path, event) => {
    const denied = await app.fetch('GET', path, { headers: { 'x-denied': 'yes' } });
    expect(denied).toMatchObject({ status: 418, text: 'teapot' });
    expect(events).toContain(event);
    expect(events).not.toContain('method');
  });
});

@Injectable()
class NotingGuard extends PermissionGuard {
  override canActivate(context: ExecutionContext) {
    seen('guard', context);
    return super.canActivate(context);
  }
}

@Injectable()
class NotingInterceptor extends RestCacheInterceptor {
  override intercept(context: ExecutionContext, next: CallHandler) {
    seen('interceptor', context);
    return super.intercept(context, next);
  }
}

@Catch()
class NotingFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    events.push('filter');
    return super.catch(exception, host);
  }
}

const extendAll = (builder: TestingModuleBuilder): TestingModuleBuilder =>
  builder
    .overrideGuard(PermissionGuard)
    .useClass(NotingGuard)
    .overrideInterceptor(RestCacheInterceptor)
    .useClass(NotingInterceptor)
    .overrideFilter(RestExceptionFilter)
    .useClass(NotingFilter);

const READER = { headers: signedAsUser(2) };
const STRANGER = { headers: signedAsUser(3) };

/** What clients see. The time, the port and the random part of a lifetime differ between two applications. */
const visible = ({ status, body, headers }: TestResponse) => {
  const { date: _date, link: _link, age: _age, ...rest } = headers;
  const cacheStatus = String(headers['cache-status']).replace(/ttl=\d+/, 'ttl');
  return { status, body, headers: { ...rest, 'cache-status': cacheStatus } };
};

describe.each(ADAPTERS)('subclasses of all three parts that call super on %s', (adapter) => {
  const options = { adapter, rest: fixtureUser, controllers: [NotesController] };
  const own = useRoutes([ItemsController], options);
  const extended = useRoutes([ItemsController], { ...options, override: extendAll });

  test.each<readonly [title: string, path: string, options: RequestOptions, parts: string[]]>([
    ['a miss on a plain controller', '/notes/closed/1', READER, ['guard', 'interceptor']],
    ['a hit on a plain controller', '/notes/closed/1', READER, ['guard', 'interceptor']],
    ['a denial on a plain controller', '/notes/closed/1', STRANGER, ['guard', 'filter']],
    [
      'an error of a plain controller',
      '/notes/missing/1',
      READER,
      ['guard', 'interceptor', 'filter'],
    ],
    ['a miss on a route', '/api/acme/v1/items/1', READER, ['guard', 'interceptor']],
    ['a hit on a route', '/api/acme/v1/items/1', READER, ['guard', 'interceptor']],
    ['a denial on a route', '/api/acme/v1/items/1', STRANGER, ['guard', 'filter']],
    ['an anonymous denial on a route', '/api/acme/v1/items/1', {}, ['guard', 'filter']],
    ['a path that no route has', '/api/acme/v1/items/chair', READER, ['filter']],
  ])('run, and clients see the same: %s', async (_title, path, request, parts) => {
    const expected = visible(await own.fetch('GET', path, request));
    events.length = 0;
    expect(visible(await extended.fetch('GET', path, request))).toEqual(expected);
    const ran = events.map((event) => event.split(' ')[0]).filter((event) => event !== 'method');
    expect(ran).toEqual(parts);
  });
});
