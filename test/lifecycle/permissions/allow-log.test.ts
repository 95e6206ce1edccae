import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  Injectable,
  NotFoundException,
  Scope,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type LoggerService,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import {
  Callback,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const BROKEN = new Error('The policy is broken.');

@RestController('v1', '/albums')
class AlbumsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Put, new Callback(AlbumsController.mayEdit))
  edit(id: int) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Callback(AlbumsController.mayRemove))
  remove(id: int) {}

  @RestRoute('/{id}', HttpMethod.Post, new Callback(AlbumsController.mayRestore))
  restore(id: int) {}

  @RestRoute('/{id}/songs', HttpMethod.Get, new PublicAccess())
  songs(id: int) {
    return [];
  }

  @RestRoute('/{id}/songs', HttpMethod.Post, new Callback(AlbumsController.broken))
  addSong(id: int) {}

  static mayEdit(id: int): boolean {
    throw new RestException('album_locked', `Album ${id} is locked.`, 403);
  }

  static async mayRemove(id: int): Promise<boolean> {
    await Promise.resolve();
    throw new NotFoundException(`There is no album ${id}.`);
  }

  static mayRestore(id: int): boolean {
    throw new ForbiddenException();
  }

  static broken(id: int): boolean {
    throw BROKEN;
  }
}

/** What reaches the logger of the application from warnings on. */
const logged: unknown[][] = [];
const logger: LoggerService = {
  log: () => undefined,
  error: (...args: unknown[]) => void logged.push(args),
  warn: (...args: unknown[]) => void logged.push(args),
};

describe.each(ADAPTERS)('the log of Allow on %s', (adapter) => {
  const app = useRoutes([AlbumsController], { adapter, create: { logger } });
  beforeEach(() => void (logged.length = 0));

  test('a permission that throws an exception for the client denies its method and writes nothing to the log', async () => {
    for (const method of ['GET', 'GET', 'OPTIONS']) {
      const { status, headers } = await app.fetch(method, '/api/acme/v1/albums/7');
      expect([status, headers['allow']]).toEqual([200, 'GET']);
    }
    const { status, body } = await app.fetch('PUT', '/api/acme/v1/albums/7');
    expect([status, body]).toMatchObject([403, { code: 'album_locked' }]);
    expect(logged).toEqual([]);
  });

  test('a permission that fails denies its method, and is a warning', async () => {
    const { status, headers } = await app.fetch('GET', '/api/acme/v1/albums/7/songs');
    expect([status, headers['allow']]).toEqual([200, 'GET']);
    expect(logged).toHaveLength(1);
  });
});

/** An error class of an application, which its filter makes a response of. */
class NotAMember extends Error {}

/** As a guard of a domain is written: it does not know HTTP. */
class MembersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    if (headers['x-member'] !== 'yes') throw new NotAMember('Only for members.');
    return true;
  }
}

class NobodyGuard implements CanActivate {
  canActivate(): boolean {
    throw new NotAMember('For nobody.');
  }
}

@Injectable()
abstract class DomainFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    this.host.httpAdapter.reply(response, { domain: 'members' }, 403);
  }
}

@Catch(NotAMember)
@Injectable()
class MembersFilter extends DomainFilter {}

@Catch()
@Injectable()
class EveryFilter extends DomainFilter {}

@Catch(NotAMember)
@Injectable({ scope: Scope.REQUEST })
class ScopedFilter extends DomainFilter {}

@Catch(RangeError)
@Injectable()
class OtherFilter extends DomainFilter {}

@RestController('v1', '/clubs')
@UseGuards(MembersGuard)
class ClubsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create() {}

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  remove() {}
}

@RestController('v1', '/halls')
class HallsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @UseGuards(NobodyGuard)
  create() {}

  @RestRoute('', HttpMethod.Delete, new Callback(HallsController.mayRemove))
  remove() {}

  @RestRoute('', HttpMethod.Put, new Callback(HallsController.mayReplace))
  replace() {}

  static mayRemove(): boolean {
    throw new NotAMember('Not by you.');
  }

  static async mayReplace(): Promise<boolean> {
    await Promise.resolve();
    throw new NotAMember('Not by you.');
  }
}

@RestController('v1', '/rooms')
@UseFilters(MembersFilter)
@UseGuards(NobodyGuard)
class RoomsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create() {}
}

@RestController('v1', '/chairs')
class ChairsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @UseFilters(MembersFilter)
  @UseGuards(NobodyGuard)
  create() {}
}

@Controller('plain')
@UseGuards(MembersGuard)
class PlainClubs {
  @Get()
  list() {
    return [];
  }
}

const FILTERS: Readonly<Record<string, Provider>> = {
  'of its class': { provide: APP_FILTER, useClass: MembersFilter },
  'of everything': { provide: APP_FILTER, useClass: EveryFilter },
  'of its class for each request': {
    provide: APP_FILTER,
    useClass: ScopedFilter,
    scope: Scope.REQUEST,
  },
};

describe.each(ADAPTERS)(
  'an error class of the application in guards and permissions on %s',
  (adapter) => {
    const controllers = [ClubsController, HallsController, RoomsController, ChairsController];
    const use = (...others: Provider[]) =>
      useRoutes([...controllers, ...others], {
        adapter,
        controllers: [PlainClubs],
        create: { logger },
      });
    beforeEach(() => void (logged.length = 0));

    describe.each(Object.keys(FILTERS))('with a filter %s', (name) => {
      const app = use(...[FILTERS[name] ?? []].flat());

      test('writes nothing to the log, whatever an anonymous caller sends', async () => {
        const plain = await app.fetch('GET', '/plain');
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'OPTIONS']) {
          const { status, body } = await app.fetch(method, '/api/acme/v1/clubs');
          expect([method, status, body]).toEqual([method, plain.status, plain.body]);
        }
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const { status, headers } = await app.fetch(method, '/api/acme/v1/halls');
          expect([method, status]).toEqual([method, 200]);
          expect(headers['allow']).not.toContain('DELETE');
        }
        expect((await app.fetch('DELETE', '/api/acme/v1/halls')).status).toBe(403);
        expect(logged).toEqual([]);
      });
    });

    describe('with a filter of the class or the method', () => {
      const app = use();

      test('writes nothing to the log', async () => {
        const rooms = await app.fetch('OPTIONS', '/api/acme/v1/rooms');
        expect([rooms.status, rooms.body]).toEqual([403, { domain: 'members' }]);
        const chairs = await app.fetch('OPTIONS', '/api/acme/v1/chairs');
        expect([chairs.status, chairs.headers['allow']]).toEqual([200, 'GET']);
        expect(logged).toEqual([]);
      });
    });

    describe.each([
      ['no filter', []],
      ['a filter of another class', [{ provide: APP_FILTER, useClass: OtherFilter }]],
    ])('with %s', (_name, filters) => {
      const app = use(...filters);

      test('is one line for an OPTIONS of a path whose methods have the same guard, as for a GET', async () => {
        for (const method of ['GET', 'OPTIONS']) {
          logged.length = 0;
          const { status } = await app.fetch(method, '/api/acme/v1/clubs');
          expect([method, status, logged.length]).toEqual([method, 500, 1]);
        }
      });

      test('is a warning for each method that is left out of Allow', async () => {
        const { status, headers } = await app.fetch('OPTIONS', '/api/acme/v1/halls');
        expect([status, headers['allow']]).toEqual([200, 'GET']);
        expect(logged).toHaveLength(3);
      });
    });

    describe('with a guard of the whole application', () => {
      const app = use(
        { provide: APP_GUARD, useClass: MembersGuard },
        { provide: APP_FILTER, useClass: MembersFilter },
      );

      test('writes nothing to the log', async () => {
        const { status } = await app.fetch('OPTIONS', '/api/acme/v1/halls');
        expect([status, logged]).toEqual([403, []]);
        const member = { headers: { 'x-member': 'yes' } };
        const { headers } = await app.fetch('OPTIONS', '/api/acme/v1/halls', member);
        expect([headers['allow'], logged]).toEqual(['GET', []]);
      });
    });
  },
);
