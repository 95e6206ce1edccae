import {
  Catch,
  ConflictException,
  HttpCode,
  HttpException,
  ForbiddenException,
  Injectable,
  Next,
  Res,
  Scope,
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
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { RestController } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';
import { At, plainTwin } from '../../support/plain-twin.js';

class OwnError extends Error {}

/** Makes an exception of Nest of an error of the application. */
@Catch(OwnError)
class Converting implements ExceptionFilter {
  catch(error: OwnError): never {
    throw new ConflictException(`converted: ${error.message}`);
  }
}

@Catch(OwnError)
class ConvertingLater implements ExceptionFilter {
  async catch(error: OwnError): Promise<never> {
    await Promise.resolve();
    throw new ConflictException(`converted: ${error.message}`);
  }
}

@Catch(OwnError)
class Failing implements ExceptionFilter {
  catch(): never {
    throw new TypeError('of the filter');
  }
}

const statuses: unknown[] = [];

@Catch(ForbiddenException)
class NotingStatus implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<{ readonly statusCode: number }>();
    statuses.push(response.statusCode);
    this.host.httpAdapter.reply(response, { denied: true }, 403);
  }
}

class Denying implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

/** As an error of `http-errors`. */
@Catch(OwnError)
class ThrowingHttpError implements ExceptionFilter {
  catch(): never {
    const own = { status: 423, statusCode: 423, expose: true };
    throw Object.assign(new Error('locked'), own);
  }
}

/** A controller that is created for each request has its filters for their errors too. */
@Catch(ConflictException)
class OfConflicts implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(error: ConflictException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<object>();
    this.host.httpAdapter.reply(response, { ofClass: error.message }, 410);
  }
}

@Injectable({ scope: Scope.REQUEST })
class OfRequest implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle();
  }
}

const caught: unknown[] = [];

/** Of the whole application. */
@Catch(HttpException)
class OfApplication implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(error: HttpException, host: ArgumentsHost): void {
    const own = error.message === 'own';
    caught.push(error.message);
    if (error.message.startsWith('Cannot GET')) throw new ConflictException('no such path');
    if (own) throw new ConflictException('of the filter of the application');
    const response = host.switchToHttp().getResponse<object>();
    const data = { filtered: error.message, twice: host.getArgs().length };
    this.host.httpAdapter.reply(response, data, error.getStatus());
  }
}

interface PlatformResponse {
  status(code: number): this;
  send(data: unknown): unknown;
}

type NextFunction = ((error?: unknown) => void) | undefined;

@RestController('v1', '/both')
class BothController {
  @At('Get', 'converted')
  @UseFilters(Converting)
  converted() {
    throw new OwnError('taken');
  }
  @At('Get', 'converted-later')
  @UseFilters(ConvertingLater)
  convertedLater() {
    throw new OwnError('taken');
  }
  @At('Get', 'filter-fails')
  @UseFilters(Failing)
  filterFails() {
    throw new OwnError('taken');
  }
  @At('Get', 'converted-in-class')
  @UseFilters(OfConflicts, Converting)
  convertedInClass() {
    throw new OwnError('taken');
  }
  @At('Get', 'http-error')
  @UseFilters(ThrowingHttpError)
  httpError() {
    throw new OwnError('taken');
  }
  @At('Get', 'own')
  own() {
    throw new ForbiddenException('own');
  }
  @At('Get', 'denied')
  @HttpCode(202)
  @UseGuards(Denying)
  @UseFilters(NotingStatus)
  denied() {}
  @At('Get', 'passes-an-error')
  passesAnError(@Res() _response: PlatformResponse, @Next() next: NextFunction) {
    if (next === undefined) throw new ConflictException('passed on');
    next(new ConflictException('passed on'));
  }
  @At('Get', 'passes-on')
  passesOn(@Res() response: PlatformResponse, @Next() next: NextFunction) {
    if (next === undefined) response.status(404).send({ of: 'Fastify' });
    else next();
  }
}

const bothOf = (app: TestApplication) => async (path: string) => {
  const [plain, route] = [`/plain/${path}`, `/api/acme/v1/both/${path}`];
  const one = await app.fetch('GET', plain);
  const other = await app.fetch('GET', route);
  return {
    plain: { status: one.status, body: one.body },
    route: { status: other.status, body: other.body },
  };
};

describe.each(ADAPTERS)('errors that the application passes on, on %s', (adapter) => {
  const app = useRoutes([BothController], {
    adapter,
    rest: { errors: 'nest' },
    controllers: [plainTwin('plain', BothController)],
  });
  const both = bothOf(app);

  test('an exception that a filter throws in place of an error is the response', async () => {
    const { plain, route } = await both('converted');
    expect(plain).toMatchObject({ status: 409, body: { message: 'converted: taken' } });
    expect(route).toEqual(plain);
  });

  test('so is one of an asynchronous filter, for which a plain controller never responds', async () => {
    const { status, body } = await app.fetch('GET', '/api/acme/v1/both/converted-later');
    expect([status, body]).toMatchObject([409, { message: 'converted: taken' }]);
  });

  test('another error of a filter is a 500 without its text', async () => {
    const { plain, route } = await both('filter-fails');
    expect(plain.status).toBe(500);
    expect(route).toEqual(plain);
  });

  test('filters do not find the status of @HttpCode if a guard denies', async () => {
    statuses.length = 0;
    await both('denied');
    expect(statuses).toEqual([200, 200]);
  });

  test('an error that a method passes to next is the response', async () => {
    const { plain, route } = await both('passes-an-error');
    expect(plain).toMatchObject({ status: 409, body: { message: 'passed on' } });
    expect(route).toEqual(plain);
  });

  test('a method that only calls next leaves the request to what follows, which is a 404', async () => {
    const { plain, route } = await both('passes-on');
    expect([plain.status, route.status]).toEqual([404, 404]);
  });
});

@RestController('v1', '/both')
@UseInterceptors(OfRequest)
class ScopedController {
  @At('Get', 'converted')
  @UseFilters(OfConflicts, Converting)
  converted() {
    throw new OwnError('taken');
  }
  @At('Get', 'http-error')
  @UseFilters(ThrowingHttpError)
  httpError() {
    throw new OwnError('taken');
  }
}

describe.each(ADAPTERS)('errors of filters of a request, on %s', (adapter) => {
  const filter = { provide: APP_FILTER, useClass: OfApplication };
  const app = useRoutes([ScopedController, filter], {
    adapter,
    rest: { errors: 'nest' },
    controllers: [plainTwin('plain', ScopedController)],
  });
  const both = bothOf(app);

  test('the other filters of a controller that is created for each request get them', async () => {
    const { plain, route } = await both('converted');
    expect(plain).toEqual({ status: 410, body: { ofClass: 'converted: taken' } });
    expect(route).toEqual(plain);
  });

  test('those of the application get them if the others do not catch them', async () => {
    const { plain, route } = await both('http-error');
    expect(plain.status).toBe(423);
    expect(route).toEqual(plain);
  });
});

describe.each(ADAPTERS)(
  'errors of filters beside a filter of the application, on %s',
  (adapter) => {
    const filter = { provide: APP_FILTER, useClass: OfApplication };
    const app = useRoutes([BothController, filter], {
      adapter,
      rest: { errors: 'nest' },
      controllers: [plainTwin('plain', BothController)],
    });
    const both = bothOf(app);

    test('the filters of the application get an exception that a filter of the method throws', async () => {
      const { plain, route } = await both('converted');
      expect(plain).toMatchObject({ status: 409, body: { filtered: 'converted: taken' } });
      expect(route).toEqual(plain);
    });

    test('the other filters of the method do not get it', async () => {
      const { plain, route } = await both('converted-in-class');
      expect(plain).toMatchObject({ status: 409, body: { filtered: 'converted: taken' } });
      expect(route).toEqual(plain);
    });

    test('they get one of an asynchronous filter, for which a plain controller never responds', async () => {
      const { status, body } = await app.fetch('GET', '/api/acme/v1/both/converted-later');
      expect([status, body]).toMatchObject([409, { filtered: 'converted: taken' }]);
    });

    test('they get one that a filter of the application throws, once more', async () => {
      caught.length = 0;
      const { plain, route } = await both('own');
      expect(plain).toMatchObject({
        status: 409,
        body: { filtered: 'of the filter of the application' },
      });
      expect(route).toEqual(plain);
      const once = ['own', 'of the filter of the application'];
      expect(caught).toEqual([...once, ...once]);
    });

    test('they get an error of http-errors as the error handler of Nest maps it', async () => {
      const { plain, route } = await both('http-error');
      expect(plain.status).toBe(423);
      expect(route).toEqual(plain);
    });

    test('they get one that they throw for a path that no route has', async () => {
      const { plain, route } = await both('absent');
      expect(plain).toMatchObject({ status: 409, body: { filtered: 'no such path' } });
      expect(route).toEqual(plain);
    });

    test('an error that no filter of the application catches is the response', async () => {
      const { plain, route } = await both('filter-fails');
      expect(plain.status).toBe(500);
      expect(route).toEqual(plain);
    });
  },
);
