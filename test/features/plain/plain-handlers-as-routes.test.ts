import {
  ConflictException,
  Controller,
  Get,
  HttpException,
  NotFoundException,
  Param as PathParam,
  ParseIntPipe,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import fc from 'fast-check';
import {
  allOf,
  anyOf,
  Cache,
  Callback,
  Capability,
  HttpMethod,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCache,
  RestCacheInterceptor,
  RestController,
  RestException,
  RestExceptionFilter,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  useRoutes,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

const RUNS = 40;

/** What the callbacks of both twins decide. */
function isSmall(id: number): boolean {
  return id < 5;
}

/** The errors of both twins, by the id of the item. */
const ERRORS: Readonly<Record<number, () => Error>> = {
  3: () => new NotFoundException('There is no such item.'),
  4: () => new RestException('acme_gone', 'The item is gone.', 410, { since: 2020 }),
  13: () => new ConflictException('The item is taken.'),
  14: () => new HttpException({ message: 'Too early.', hint: 'wait' }, 425),
  15: () => new Error('a secret of the database'),
};

function itemOf(id: number): object {
  const error = ERRORS[id];
  if (error !== undefined) throw error();
  return { id, title: `Item ${id}` };
}

const READ = new Capability('read');
const DRAW = new Capability('draw');
const PUBLIC = new PublicAccess();
const CACHE = { ttl: '5m', staleWhileRevalidate: '1m' } as const;
const VARY = { vary: { headers: ['Accept-Language'] } } as const;

@RestController('v1', '/twin')
class RouteTwin {
  @RestRoute('/public/{id}', HttpMethod.Get, PUBLIC)
  public(id: int) {
    return itemOf(id);
  }
  @RestRoute('/read/{id}', HttpMethod.Get, READ)
  read(id: int) {
    return itemOf(id);
  }
  @RestRoute('/owner/{id}', HttpMethod.Get, new Callback(RouteTwin.owns))
  owner(id: int) {
    return itemOf(id);
  }
  @RestRoute('/both/{id}', HttpMethod.Get, allOf(READ, new Callback(RouteTwin.owns)))
  both(id: int) {
    return itemOf(id);
  }
  @RestRoute('/either/{id}', HttpMethod.Get, anyOf(DRAW, new Callback(RouteTwin.owns)))
  either(id: int) {
    return itemOf(id);
  }
  @Cache(CACHE)
  @RestRoute('/shared/{id}', HttpMethod.Get, PUBLIC)
  shared(id: int) {
    return itemOf(id);
  }
  @Cache({ ...CACHE, ...VARY })
  @RestRoute('/language/{id}', HttpMethod.Get, PUBLIC)
  language(id: int) {
    return itemOf(id);
  }
  @Cache({ ...CACHE, vary: 'user' })
  @RestRoute('/mine/{id}', HttpMethod.Get, READ)
  mine(id: int) {
    return itemOf(id);
  }

  static owns(id: int): boolean {
    return isSmall(id);
  }
}

@Controller('plain/acme/v1/twin')
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
class PlainTwin {
  @Get('public/:id')
  @RequirePermission(PUBLIC)
  public(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('read/:id')
  @RequirePermission(READ)
  read(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('owner/:id')
  @RequirePermission(new Callback(PlainTwin.owns))
  owner(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('both/:id')
  @RequirePermission(allOf(READ, new Callback(PlainTwin.owns)))
  both(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('either/:id')
  @RequirePermission(anyOf(DRAW, new Callback(PlainTwin.owns)))
  either(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('shared/:id')
  @Cache(CACHE)
  @RequirePermission(PUBLIC)
  shared(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('language/:id')
  @Cache({ ...CACHE, ...VARY })
  @RequirePermission(PUBLIC)
  language(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }
  @Get('mine/:id')
  @Cache({ ...CACHE, vary: 'user' })
  @RequirePermission(READ)
  mine(@PathParam('id', ParseIntPipe) item: number) {
    return itemOf(item);
  }

  static owns({ params }: RestRequest): boolean {
    return isSmall(Number(params['id']));
  }
}

/**
 * The differences that the pages on the parts state: a plain handler has no `Allow` and no link to the API. Its
 * protective headers are those of errors only, and each of its errors has `Cache-Control: no-store`. On routes
 * only errors of cached routes have it, and responses to authenticated users have a `Cache-Control` of their own.
 */
const OF_ROUTES = ['allow', 'link', 'expires'];
const OF_PROTECTION = ['x-content-type-options', 'x-robots-tag'];
const OF_SERVER = ['date', 'connection', 'keep-alive', 'x-powered-by'];
/** Nest's adapters state no length for some responses, and a length for none. */
const OF_ADAPTER = ['content-length', 'transfer-encoding'];

interface Sent {
  readonly method: 'GET' | 'HEAD';
  readonly route: string;
  readonly id: number;
  readonly user: string | undefined;
  readonly language: string | undefined;
  readonly isConditional: boolean;
  readonly isNew: boolean;
}

const CACHED = ['shared', 'language', 'mine'];

const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD'),
  route: fc.constantFrom('public', 'read', 'owner', 'both', 'either', ...CACHED),
  id: fc.constantFrom(1, 2, 3, 4, 11, 12, 13, 14, 15),
  user: fc.constantFrom(undefined, '1', '2', '3'),
  language: fc.constantFrom(undefined, 'de', 'fr'),
  isConditional: fc.boolean(),
  isNew: fc.boolean(),
});

describe.each(ADAPTERS)('a plain handler and a route on %s', (adapter) => {
  const app = useRoutes([RouteTwin], {
    adapter,
    rest: fixtureUser,
    controllers: [PlainTwin],
    // Express adds an entity tag to each response without one.
    configure: (nest) =>
      void (adapter === 'express' && nest.getHttpAdapter().getInstance().disable('etag')),
  });

  test('respond alike to the same requests, with the same permission, cache and errors', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sent, { minLength: 1, maxLength: 25, size: 'max' }),
        async (all) => {
          await app.nest.get(RestCache).purgeAll();
          for (const one of all) {
            expect(await responseOf(app, '/plain', one)).toEqual(
              await responseOf(app, '/api', one),
            );
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** The part of a response that both twins have in common. */
async function responseOf(app: TestApplication, root: string, one: Sent): Promise<object> {
  const { method, route, id: item, user, language, isConditional, isNew } = one;
  const path = `${root}/acme/v1/twin/${route}/${item}`;
  const headers = {
    ...signedAsUser(user),
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...(isNew ? { 'cache-control': 'no-cache' } : {}),
  };
  const first = await app.fetch(method, path, { headers });
  const { etag } = first.headers;
  if (!isConditional || etag === undefined) return comparable(first, one);
  const second = await app.fetch(method, path, { headers: { ...headers, 'if-none-match': etag } });
  return [comparable(first, one), comparable(second, one)];
}

function comparable(
  { status, headers, text }: TestResponse,
  { route, user }: Sent,
): Record<string, unknown> {
  const isError = status >= 400;
  const hasCachingOfBoth = CACHED.includes(route) && (!isError || user === undefined);
  const ignored = new Set([
    ...OF_ROUTES,
    ...OF_SERVER,
    ...OF_ADAPTER,
    ...(isError ? [] : OF_PROTECTION),
    ...(hasCachingOfBoth ? [] : ['cache-control']),
  ]);
  const kept = Object.entries(headers)
    .filter(([name]) => !ignored.has(name))
    .map(([name, value]) => [name, comparableValue(name, String(value))]);
  return { status, text, headers: Object.fromEntries(kept) };
}

function comparableValue(name: string, value: string): string {
  if (name === 'age') return 'a second';
  // That of a plain handler is weak: hooks of the application may change how its data are written.
  return name === 'etag' ? value.replace(/^W\//, '') : withoutTime(value);
}

/** Each entry expires at a time of its own: a cache spreads them. */
function withoutTime(value: string): string {
  return value.replace(/; ttl=\d+/, '; ttl');
}
