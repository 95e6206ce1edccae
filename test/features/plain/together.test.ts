import {
  Controller,
  Get,
  Injectable,
  NotFoundException,
  Param as PathParam,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { tap } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestExceptionFilter,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { ADAPTERS, useRoutes, type TestResponse } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

const events: string[] = [];

beforeEach(() => {
  events.length = 0;
});

@Injectable()
class BeforeGuard implements CanActivate {
  canActivate(): boolean {
    events.push('guard before');
    return true;
  }
}

@Injectable()
class AfterGuard implements CanActivate {
  canActivate(): boolean {
    events.push('guard after');
    return true;
  }
}

class Around implements NestInterceptor {
  constructor(private readonly name: string) {}

  intercept(_context: ExecutionContext, next: CallHandler) {
    events.push(`${this.name} begins`);
    return next.handle().pipe(tap(() => events.push(`${this.name} ends`)));
  }
}

class NotingPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    events.push('pipe');
    return value;
  }
}

const READ = new Capability('read');

@Controller('notes')
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor, new Around('inner'))
@UseFilters(RestExceptionFilter)
class NotesController {
  @Get('forgotten')
  forgotten() {
    return 'secret';
  }

  @Get('open/:id')
  @RequirePermission(new PublicAccess())
  open(@PathParam('id') id: string) {
    return { id };
  }

  @Get('closed/:id')
  @RequirePermission(READ)
  @Cache({ ttl: '5m' })
  closed(@PathParam('id') id: string) {
    events.push('method');
    return { id };
  }

  @Get('missing/:id')
  @RequirePermission(new PublicAccess())
  @Cache({ ttl: '5m', vary: 'none' })
  missing(@PathParam('id') id: string) {
    events.push('method');
    throw new NotFoundException(`There is no note ${id}.`);
  }
}

@Controller('layers')
@UseGuards(BeforeGuard, PermissionGuard, AfterGuard)
@UseInterceptors(new Around('outer'), RestCacheInterceptor, new Around('inner'))
@UseFilters(RestExceptionFilter)
class LayersController {
  @Get(':id')
  @RequirePermission(READ)
  @Cache({ ttl: '5m' })
  one(@PathParam('id', NotingPipe) id: string) {
    events.push('method');
    return { id };
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

const reader = { headers: signedAsUser(2) };
const stranger = { headers: signedAsUser(3) };

const cacheStatusOf = ({ headers }: TestResponse): string => String(headers['cache-status']);

describe.each(ADAPTERS)('the three parts on one plain controller on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    rest: fixtureUser,
    controllers: [NotesController, LayersController],
    configure: (nest: INestApplication) => {
      nest.use((_request: unknown, _response: unknown, next: () => void) => {
        events.push('middleware');
        next();
      });
    },
  });
  const get = (path: string, options = {}) => app.fetch('GET', path, options);

  test.each([
    ['an anonymous user', {}, 401],
    ['a user without the capability', stranger, 403],
  ])('%s is denied by the guard in the format that a route of the library has', async (...row) => {
    const [, options, status] = row;
    const plain = await get('/notes/closed/1', options);
    const route = await get('/api/acme/v1/items/1', options);
    expect(plain).toMatchObject({ status, body: { code: 'rest_forbidden', data: { status } } });
    expect(plain.body).toEqual(route.body);
    expect(plain.headers['www-authenticate']).toBe(route.headers['www-authenticate']);
    expect(events).not.toContain('method');
  });

  test('a method without a permission is denied to everyone', async () => {
    const { status, body } = await get('/notes/forgotten', reader);
    expect([status, body]).toMatchObject([403, { code: 'rest_forbidden' }]);
  });

  test('the parts run in the order of Nest: guards, interceptors, pipes, method', async () => {
    expect((await get('/layers/order', reader)).status).toBe(200);
    expect(events).toEqual([
      'middleware',
      'guard before',
      'guard after',
      'outer begins',
      'inner begins',
      'pipe',
      'method',
      'inner ends',
      'outer ends',
    ]);
  });

  test('a denial ends the request between the guards', async () => {
    expect((await get('/layers/denied', stranger)).status).toBe(403);
    expect(events).toEqual(['middleware', 'guard before']);
  });

  test('a hit runs the guards, and nothing that is inside the cache', async () => {
    const miss = await get('/layers/hit', reader);
    events.length = 0;
    const hit = await get('/layers/hit', reader);
    expect(cacheStatusOf(miss)).toContain('fwd=');
    expect(cacheStatusOf(hit)).toContain('hit');
    expect([hit.status, hit.body]).toEqual([miss.status, { id: 'hit' }]);
    expect(events).toEqual([
      'middleware',
      'guard before',
      'guard after',
      'outer begins',
      'outer ends',
    ]);
  });

  test.each(['/notes/closed/2', '/api/acme/v1/items/2'])(
    'a stored response of %s is served to those who may have it, never to denied callers',
    async (path) => {
      const stored = await get(path, reader);
      expect(stored.status).toBe(200);
      expect(cacheStatusOf(await get(path, reader))).toContain('hit');
      for (const [options, status] of [
        [{}, 401],
        [stranger, 403],
      ] as const) {
        const denied = await get(path, options);
        expect([denied.status, denied.headers['cache-status']]).toEqual([status, undefined]);
        expect(denied.body).toMatchObject({ code: 'rest_forbidden' });
        expect(denied.headers['etag']).not.toBe(stored.headers['etag']);
      }
      expect(events.filter((event) => event === 'method')).toEqual(['method']);
    },
  );

  test('a denied caller is denied with the tag of a stored response too', async () => {
    const { headers } = await get('/notes/closed/3', reader);
    const tag = { 'if-none-match': String(headers['etag']) };
    expect((await get('/notes/closed/3', { headers: { ...reader.headers, ...tag } })).status).toBe(
      304,
    );
    expect((await get('/notes/closed/3', { headers: tag })).status).toBe(401);
  });

  test('an error of a cached method has the one format, and is not stored', async () => {
    for (let sent = 0; sent < 2; sent++) {
      const { status, body } = await get('/notes/missing/9');
      expect([status, body]).toEqual([
        404,
        { code: 'rest_not_found', message: 'There is no note 9.', data: { status: 404 } },
      ]);
    }
    expect(events.filter((event) => event === 'method')).toEqual(['method', 'method']);
  });
});
