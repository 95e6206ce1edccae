import {
  All,
  Body,
  Controller,
  HttpCode,
  Injectable,
  Param as PathParam,
  Query,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
  type Type,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { FastifyInstance } from 'fastify';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import {
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
  type TestResponse,
} from '../../../support/application.js';

/** The request of either adapter, as guards, middleware and hooks of an application change it. */
export interface ChangeableRequest {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  readonly params: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody?: Buffer;
  url: string;
}

export type Change = (request: ChangeableRequest, adapter: AdapterName) => void | Promise<void>;

/** Replaces a query as an application has to: on Express 5 it is a getter. */
export const replaceQuery = (
  request: ChangeableRequest,
  adapter: AdapterName,
  value: Record<string, unknown>,
): void => {
  if (adapter === 'fastify') request.query = value;
  else Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true });
};

/** What the guard of the guarded handlers does. */
@Injectable()
export class GuardChange {
  change(_request: ChangeableRequest): void | Promise<void> {
    return undefined;
  }
}

@Injectable()
class BoundGuard implements CanActivate {
  constructor(private readonly bound: GuardChange) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.bound.change(context.switchToHttp().getRequest<ChangeableRequest>());
    return true;
  }
}

/** What a plain handler sees. */
export interface Seen {
  readonly body?: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
}

@Controller('plain')
class PlainController {
  @All(['items', 'items/:id'])
  @HttpCode(200)
  take(@Body() body: unknown, @Query() query: object, @PathParam() params: object) {
    return { body, query, params };
  }

  @All(['guarded', 'guarded/:id'])
  @HttpCode(200)
  @UseGuards(BoundGuard)
  guarded(@Body() body: unknown, @Query() query: object, @PathParam() params: object) {
    return { body, query, params };
  }
}

const OPEN = new PublicAccess();
const METHODS = [HttpMethod.Get, HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete];

/** The arguments of the routes; all may be absent. */
interface Fields {
  readonly org?: string;
  readonly tenant?: string;
  readonly text?: string;
  readonly count?: int;
  readonly tags?: string[];
  readonly profile?: Record<string, unknown>;
}

const NAMES = ['org', 'tenant', 'text', 'count', 'tags', 'profile'] as const;

/** What a route gets: as arguments, by Nest's decorators, and from `RestRequest`. */
interface Received extends Seen {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request: Seen & { readonly arguments: unknown };
}

function received(given: object, seen: Seen, rest: RestRequest): object {
  const { body, query, params } = rest;
  return { arguments: given, ...seen, request: { body, query, params, arguments: rest.arguments } };
}

@RestController('v1', '')
class RoutesController {
  @RestRoute('/items', METHODS, OPEN, { batch: true })
  take(
    org: string | undefined,
    tenant: string | undefined,
    text: string | undefined,
    count: int | undefined,
    tags: string[] | undefined,
    profile: Record<string, unknown> | undefined,
    request: RestRequest,
    @Body() body: unknown,
    @Query() query: Record<string, unknown>,
    @PathParam() params: Record<string, unknown>,
  ): unknown {
    const given = { org, tenant, text, count, tags, profile };
    return received(given, { body, query, params }, request);
  }

  @RestRoute('/guarded', METHODS, OPEN, { batch: true })
  @UseGuards(BoundGuard)
  guarded(
    @Arguments() given: Fields,
    request: RestRequest,
    @Body() body: unknown,
    @Query() query: Record<string, unknown>,
    @PathParam() params: Record<string, unknown>,
  ): unknown {
    return received(given, { body, query, params }, request);
  }

  @RestRoute('/guarded/{id}', METHODS, OPEN)
  @UseGuards(BoundGuard)
  one(
    id: string,
    @Arguments() given: Fields,
    request: RestRequest,
    @Body() body: unknown,
    @Query() query: Record<string, unknown>,
    @PathParam() params: Record<string, unknown>,
  ): unknown {
    return received({ id, ...given }, { body, query, params }, request);
  }
}

/** What a test says of its application, beside the adapter. */
export interface Setup extends Partial<Omit<RoutesOptions, 'providers'>> {
  /** For the guard of the guarded handlers. */
  readonly guard?: (request: ChangeableRequest) => void | Promise<void>;
}

/** Starts an application with a plain controller and routes that say what they get. */
export function startSides(
  adapter: AdapterName,
  { guard, controllers = [], ...options }: Setup = {},
): Promise<TestApplication> {
  const change = { provide: GuardChange, useValue: guard ? { change: guard } : new GuardChange() };
  return startRoutes([change, RoutesController], {
    adapter,
    controllers: [PlainController, ...controllers],
    ...options,
  });
}

/** A request that both sides get. */
export interface SentRequest {
  readonly method?: string;
  /** `items` by default; `guarded` has a guard. */
  readonly path?: string;
  /** With its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
}

/** What a plain handler must see, so that a comparison shows something. */
export interface PlainExpectation {
  readonly status?: number;
  readonly body?: unknown;
  readonly query?: object;
  readonly params?: object;
  /** Of an error: what its text contains. */
  readonly says?: string;
}

export const ROUTES = '/api/acme/v1/';

export function send(
  app: TestApplication,
  prefix: string,
  { method = 'POST', path = 'items', query = '', headers = {}, body }: SentRequest,
): Promise<TestResponse> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  return app.fetch(method, `${prefix}${path}${query}`, {
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  });
}

/** Checks what the plain handler sees, and that the route gets the same in each way in which it can ask for it. */
export async function compareSides(
  app: TestApplication,
  request: SentRequest,
  { status = 200, says = '', ...seen }: PlainExpectation,
): Promise<void> {
  const plain = await send(app, '/plain/', request);
  expect(plain, 'the plain handler').toMatchObject({
    status,
    text: expect.stringContaining(says),
  });
  if (status === 200) {
    for (const [name, value] of Object.entries(seen))
      expect(Reflect.get(plain.body as object, name), `${name} of the plain handler`).toEqual(
        value,
      );
  }
  const route = await send(app, ROUTES, request);
  expect(route, 'the route').toMatchObject({ status, text: expect.stringContaining(says) });
  if (status === 200) expectSame(route.body as Received, plain.body as Seen);
}

function expectSame(route: Received, plain: Seen): void {
  const expected = argumentsOf(plain);
  const { arguments: given, request, ...decorated } = route;
  expect.soft(given, 'arguments').toEqual(expected);
  expect.soft(decorated, '@Body(), @Query() and @Param()').toEqual(plain);
  expect.soft(request, 'RestRequest').toEqual({ ...plain, arguments: expected });
}

/** The arguments that the body and the query of a plain handler lead to. */
function argumentsOf({ body, query, params }: Seen): object {
  const fields: object = typeof body === 'object' && body !== null ? body : {};
  const sources: object[] = [fields, query];
  const found = NAMES.flatMap((name) => {
    const source = sources.find((one) => Object.hasOwn(one, name));
    return source === undefined ? [] : [[name, Reflect.get(source, name) as unknown]];
  });
  return { ...Object.fromEntries(found), ...params };
}

/** One thing that an application does, the request that shows it, and what a plain handler sees of it. */
export interface Case {
  /** What completes "a route gets what a plain handler gets after …". */
  readonly after: string;
  /** Both without it. */
  readonly on?: AdapterName;
  readonly setup?: (adapter: AdapterName) => Setup;
  readonly request: SentRequest;
  readonly plain: PlainExpectation | ((adapter: AdapterName) => PlainExpectation);
}

/** A test for each case that an adapter has. */
export function testCases(adapter: AdapterName, cases: readonly Case[]): void {
  const ofAdapter = cases.filter(({ on = adapter }) => on === adapter);
  test.each(ofAdapter.map((one) => [one.after, one] as const))(
    'a route gets what a plain handler gets after %s',
    async (_after, { setup, request, plain }) => {
      const app = await startSides(adapter, setup?.(adapter));
      try {
        await compareSides(app, request, typeof plain === 'function' ? plain(adapter) : plain);
      } finally {
        await app.close();
      }
    },
  );
}

/** A global guard of `main.ts`. */
export const globalGuard =
  (change: (request: ChangeableRequest) => void | Promise<void>) =>
  (nest: INestApplication): void =>
    void nest.useGlobalGuards({
      async canActivate(context) {
        await change(context.switchToHttp().getRequest<ChangeableRequest>());
        return true;
      },
    });

export type Middleware = (request: ChangeableRequest, response: unknown, next: () => void) => void;

/** A module that applies middleware to all requests, after the body parsers of Express. */
export function middlewareModule(...middleware: readonly Middleware[]): Type<NestModule> {
  return class implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(...middleware).forRoutes('{*path}');
    }
  };
}

export const expressOf = (nest: INestApplication): NestExpressApplication =>
  nest as NestExpressApplication;

export const fastifyOf = (nest: INestApplication): FastifyInstance =>
  nest.getHttpAdapter().getInstance() as FastifyInstance;
