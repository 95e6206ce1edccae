import {
  Catch,
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
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

class Closed implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.getHandler().name !== 'closed';
  }
}

class NamesTheClass implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ data, of: context.getClass().name })));
  }
}

@Catch(RangeError)
class OutOfRange implements ExceptionFilter {
  catch(_error: RangeError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<{
      status(code: number): { send(body: unknown): void };
    }>();
    response.status(416).send({ of: 'filter' });
  }
}

@RestController('v1', '/open')
class OpenController {
  @RestRoute('/list', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }

  @RestRoute('/closed', HttpMethod.Get, new PublicAccess())
  closed(): string[] {
    return [];
  }

  @RestRoute('/far', HttpMethod.Get, new PublicAccess())
  far(): never {
    throw new RangeError('too far');
  }
}

@RestController('v1', '/guarded')
@UseGuards(Closed)
@UseInterceptors(NamesTheClass)
@UseFilters(OutOfRange)
class GuardedController extends OpenController {}

describe.each(ADAPTERS)('a controller that extends another one of the module on %s', (adapter) => {
  const app = useRoutes([OpenController, GuardedController], { adapter });
  const get = async (path: string): Promise<readonly [number, unknown]> => {
    const { status, body } = await app.fetch('GET', `/api/acme/v1${path}`);
    return [status, body];
  };

  test('its own guards, interceptors and filters apply to the routes it inherits', async () => {
    expect(await get('/guarded/list')).toEqual([200, { data: [], of: 'GuardedController' }]);
    expect((await get('/guarded/closed'))[0]).toBe(403);
    expect(await get('/guarded/far')).toEqual([416, { of: 'filter' }]);
  });

  test('they do not apply to the routes of the other controller', async () => {
    expect(await get('/open/list')).toEqual([200, []]);
    expect(await get('/open/closed')).toEqual([200, []]);
    expect((await get('/open/far'))[0]).toBe(500);
  });
});
