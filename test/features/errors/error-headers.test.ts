import {
  Catch,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpException,
  ParseIntPipe,
  Query,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import {
  Callback,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const OPEN = new PublicAccess();

class Refusing implements CanActivate {
  canActivate(): boolean {
    throw new ForbiddenException();
  }
}

class Failing implements NestInterceptor {
  intercept(): never {
    throw new ConflictException('intercepted');
  }
}

@Catch(ConflictException)
class OwnFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: HttpException, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    this.adapterHost.httpAdapter.reply(response, { own: true }, exception.getStatus());
  }
}

class Policy {
  static denies(): boolean {
    return false;
  }
  static explains(): boolean {
    throw new RestException('closed', 'Closed.', 403);
  }
}

const DOWN = { db: { status: 'down' as const } };

@Controller('plain')
class PlainController {
  constructor(private readonly health: HealthCheckService) {}
  @Get('fails')
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'same-origin')
  @Header('Content-Type', 'text/csv')
  fails(@Query('page', ParseIntPipe) page: number) {
    throw new ConflictException('taken');
  }
  @Get('crashes')
  @Header('Cache-Control', 'no-store')
  crashes() {
    throw new Error('The disk is full.');
  }
  @Get('intercepted')
  @Header('Cache-Control', 'no-store')
  @UseInterceptors(Failing)
  intercepted() {}
  @Get('filtered')
  @Header('Cache-Control', 'no-store')
  @UseFilters(OwnFilter)
  filtered() {
    throw new ConflictException();
  }
  @Get('guarded')
  @Header('Cache-Control', 'public, max-age=60')
  @UseGuards(Refusing)
  guarded() {}
  @Get('denied')
  @Header('Cache-Control', 'public, max-age=60')
  @UseGuards(PermissionGuard)
  @RequirePermission(new Callback(Policy.denies))
  denied() {}
  @Get('explained')
  @Header('Cache-Control', 'public, max-age=60')
  @UseGuards(PermissionGuard)
  @RequirePermission(new Callback(Policy.explains))
  explained() {}
  @Get('health')
  @HealthCheck()
  check() {
    return this.health.check([() => DOWN]);
  }
}
Reflect.defineMetadata('design:paramtypes', [HealthCheckService], PlainController);

@RestController('rest')
class RestTwin {
  constructor(private readonly health: HealthCheckService) {}
  @RestRoute('/fails', HttpMethod.Get, OPEN)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'same-origin')
  @Header('Content-Type', 'text/csv')
  fails(page: int) {
    throw new ConflictException('taken');
  }
  @RestRoute('/crashes', HttpMethod.Get, OPEN)
  @Header('Cache-Control', 'no-store')
  crashes() {
    throw new Error('The disk is full.');
  }
  @RestRoute('/intercepted', HttpMethod.Get, OPEN)
  @Header('Cache-Control', 'no-store')
  @UseInterceptors(Failing)
  intercepted() {}
  @RestRoute('/filtered', HttpMethod.Get, OPEN)
  @Header('Cache-Control', 'no-store')
  @UseFilters(OwnFilter)
  filtered() {
    throw new ConflictException();
  }
  @RestRoute('/guarded', HttpMethod.Get, OPEN)
  @Header('Cache-Control', 'public, max-age=60')
  @UseGuards(Refusing)
  guarded() {}
  @RestRoute('/denied', HttpMethod.Get, new Callback(Policy.denies))
  @Header('Cache-Control', 'public, max-age=60')
  denied() {}
  @RestRoute('/explained', HttpMethod.Get, new Callback(Policy.explains))
  @Header('Cache-Control', 'public, max-age=60')
  explained() {}
  @RestRoute('/health', HttpMethod.Get, OPEN)
  @HealthCheck()
  check() {
    return this.health.check([() => DOWN]);
  }
}

describe.each(ADAPTERS)('the response of an error on %s', (adapter) => {
  describe.each(['wordpress', 'problem', 'nest'] as const)("errors: '%s'", (errors) => {
    const app = useRoutes([RestTwin, { provide: OwnFilter, useClass: OwnFilter }], {
      adapter,
      rest: { prefix: '', namespace: '', errors, headers: 'neutral' },
      controllers: [PlainController],
      imports: [TerminusModule.forRoot({ logger: false })],
    });

    const both = async (path: string) => [
      await app.fetch('GET', `/plain/${path}`),
      await app.fetch('GET', `/rest/${path}`),
    ];

    test.each([
      ['an argument is rejected', 'fails?page=x', 400],
      ['the method throws an exception', 'fails?page=1', 409],
      ['the method fails', 'crashes', 500],
      ['an interceptor throws', 'intercepted', 409],
      ['a filter responds', 'filtered', 409],
      ['a health check fails', 'health', 503],
    ])('keeps @Header as Nest does if %s', async (_what, path, status) => {
      const [plain, rest] = await both(path);
      expect([rest?.status, plain?.status]).toEqual([status, status]);
      expect(plain?.headers['cache-control']).toContain('no-store');
      for (const name of ['cache-control', 'referrer-policy']) {
        expect(rest?.headers[name]).toBe(plain?.headers[name]);
      }
      expect(rest?.headers['content-type']).toMatch(/json/);
    });

    test.each([
      ['a guard', 'guarded'],
      ['a permission', 'denied'],
      ['a permission that throws', 'explained'],
    ])('has no @Header if %s rejects, as in Nest', async (_what, path) => {
      for (const { status, headers } of await both(path)) {
        expect([401, 403]).toContain(status);
        expect(headers['cache-control'] ?? '').not.toContain('public');
      }
    });
  });
});

describe.each(ADAPTERS)('the properties of an exception on %s', (adapter) => {
  @RestController('v1', '/own')
  class OwnController {
    constructor(private readonly health: HealthCheckService) {}
    @RestRoute('/health', HttpMethod.Get, OPEN)
    @HealthCheck()
    check() {
      return this.health.check([() => DOWN]);
    }
    @RestRoute('/coded', HttpMethod.Get, OPEN)
    coded() {
      throw new ConflictException({ message: 'Locked.', error: 'LOCKED', statusCode: 4091 });
    }
    @RestRoute('/usual', HttpMethod.Get, OPEN)
    usual() {
      throw new ConflictException('Taken.', 'The name is taken');
    }
    @RestRoute('/same', HttpMethod.Get, OPEN)
    same() {
      throw new ConflictException({ status: 409, statusCode: 409, reason: 'taken' });
    }
  }
  const shared = { adapter, imports: [TerminusModule.forRoot({ logger: false })] };
  const wordpress = useRoutes([OwnController], shared);
  const problem = useRoutes([OwnController], { ...shared, rest: { errors: 'problem' } });
  const nest = useRoutes([OwnController], { ...shared, rest: { errors: 'nest' } });
  const result = { status: 'error', info: {}, error: DOWN, details: DOWN };

  test('a failed health check keeps its result in the data of the error', async () => {
    const { body } = await wordpress.fetch('GET', '/api/acme/v1/own/health');
    expect(body).toEqual({
      code: 'rest_service_unavailable',
      message: 'Service Unavailable Exception',
      data: { status: 503, ownStatus: 'error', info: {}, error: DOWN, details: DOWN },
    });
  });

  test('a failed health check keeps its result in a problem, and as the body of Nest', async () => {
    const { body } = await problem.fetch('GET', '/api/acme/v1/own/health');
    expect(body).toMatchObject({ status: 503, ownStatus: 'error', error: DOWN, details: DOWN });
    expect((await nest.fetch('GET', '/api/acme/v1/own/health')).body).toEqual(result);
  });

  test.each([
    ['coded', { status: 409, error: 'LOCKED', statusCode: 4091 }],
    ['usual', { status: 409, description: 'The name is taken' }],
    ['same', { status: 409, reason: 'taken' }],
  ])('only what Nest itself has put into an exception is left out (%s)', async (path, data) => {
    const { body } = await wordpress.fetch('GET', `/api/acme/v1/own/${path}`);
    expect(body).toMatchObject({ code: 'rest_conflict', data });
    expect((body as { data: object }).data).toEqual(data);
  });
});
