import {
  Controller,
  Delete,
  Get,
  Injectable,
  Post,
  RequestMethod,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestMiddleware,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startRoutes, type AdapterName } from '../../support/application.js';
import { sendRaw, type RawRequest } from './raw-request.js';

/** What happened to one request. */
export interface Trace {
  readonly status: number;
  /** What has got as far as its guards, and with which method. */
  readonly reached: { readonly route: string; readonly method: string } | undefined;
  /** The names of the middleware that ran before, each with the method that it saw. */
  readonly seen: readonly { readonly name: string; readonly method: string }[];
}

interface Seen {
  reached: Trace['reached'];
  readonly seen: { name: string; method: string }[];
}

export interface Watched {
  readonly nest: INestApplication;
  send(request: RawRequest): Promise<Trace>;
  /** The methods that middleware has seen in requests without an id, in order. */
  methods(): readonly string[];
  close(): Promise<void>;
}

interface Request {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export type Middleware = (request: Request, response: unknown, next: () => void) => void;
type MiddlewareClass = new () => NestMiddleware;

/** A way to put middleware in front of the routes below a base, and for which of them it must run. */
export interface Binding {
  readonly title: string;
  bind?(consumer: MiddlewareConsumer, base: string, watch: (name: string) => Middleware): void;
  use?(nest: INestApplication, base: string, watch: (name: string) => Middleware): void;
  mustRun(route: string, method: string): readonly string[];
  mustNotRun?(route: string, method: string): readonly string[];
}

export const ROUTES = {
  list: 'admin',
  create: 'admin',
  remove: 'admin',
  one: 'admin/:id',
  items: 'items',
  item: 'items/:slug',
  range: 'range/:from-:to',
  json: 'range/:from-:to.json',
  top: 'kinds/:kind/top',
  // The pattern of the route matches slashes, as WordPress's own does.
  code: 'codes/*code',
  file: 'files/*path',
} as const;
const PATHS = [...new Set<string>(Object.values(ROUTES))];

const open = new PublicAccess();
const batch = { batch: true } as const;

@RestController('v1')
class LibraryController {
  @RestRoute('/admin', HttpMethod.Get, open)
  list(): void {}
  @RestRoute('/admin', HttpMethod.Post, open, batch)
  create(): void {}
  @RestRoute('/admin', HttpMethod.Delete, open, batch)
  remove(): void {}
  @RestRoute('/admin/{id}', [HttpMethod.Get, HttpMethod.Delete], open, batch)
  one(id: int): void {}
  @RestRoute('/items', HttpMethod.Get, open)
  items(): void {}
  @RestRoute('/items/{slug}', [HttpMethod.Get, HttpMethod.Delete], open, batch)
  item(slug: string): void {}
  @RestRoute('/range/{from}-{to}', HttpMethod.Get, open)
  range(from: string, to: string): void {}
  @RestRoute('/range/{from}-{to}.json', HttpMethod.Get, open)
  json(from: int, to: string): void {}
  @RestRoute('/kinds/{kind}/top', HttpMethod.Get, open)
  top(kind: 'book' | 'film'): void {}
  @RestRoute('/codes/{code}', HttpMethod.Get, open)
  code(@Param({ match: '[^a]+' }) code: string): void {}
  @RestRoute('/files/{path}', [HttpMethod.Get, HttpMethod.Delete], open, batch)
  file(@Param({ match: '.+' }) path: string): void {}
}

/** Where no middleware is bound. */
@RestController('v2', '/links')
class LinksController {
  @RestRoute('', HttpMethod.Get, open)
  links(hrefs: string[]): RestResponse {
    const response = new RestResponse({ linked: true });
    for (const href of hrefs) response.link('to', href, { embeddable: true });
    return response;
  }
}

@Controller('api/plain/v1')
class PlainController {
  @Get('admin')
  list(): void {}
  @Post('admin')
  create(): void {}
  @Delete('admin')
  remove(): void {}
  @Get('admin/:id')
  one(): void {}
  @Get('items')
  items(): void {}
  @Get('items/:slug')
  item(): void {}
  @Get('range/:from-:to')
  range(): void {}
  @Get('kinds/:kind/top')
  top(): void {}
  @Get('codes/:code')
  code(): void {}
}

/** An application whose routes and plain controllers are behind the same middleware. */
export async function startWatched(
  adapter: AdapterName,
  { bind, use }: Pick<Binding, 'bind' | 'use'>,
  configured?: ExpressAdapter | FastifyAdapter,
): Promise<Watched> {
  const traces = new Map<string, Seen>();
  const methods: string[] = [];
  const traceOf = ({ headers }: Request): Seen | undefined => traces.get(String(headers['x-id']));
  const watch =
    (name: string): Middleware =>
    (request, _response, next) => {
      const trace = traceOf(request);
      if (trace === undefined) methods.push(request.method ?? '');
      else trace.seen.push({ name, method: request.method ?? '' });
      next();
    };
  const guard: CanActivate = {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<Request>();
      const trace = traceOf(request);
      const route = context.getHandler().name;
      if (trace !== undefined) trace.reached = { route, method: request.method ?? '' };
      return true;
    },
  };
  class WatchModule {
    configure(consumer: MiddlewareConsumer): void {
      for (const base of ['api/acme/v1', 'api/plain/v1']) bind?.(consumer, base, watch);
    }
  }
  const enhancer = { provide: APP_GUARD, useValue: guard };
  const app = await startRoutes([LibraryController, LinksController, enhancer], {
    adapter: configured ?? adapter,
    rest: { batch: true },
    imports: [WatchModule],
    controllers: [PlainController],
    configure: (nest) => {
      for (const base of ['/api/acme/v1', '/api/plain/v1']) use?.(nest, base, watch);
    },
  });
  const { port } = app.nest.getHttpServer().address() as AddressInfo;
  let count = 0;
  return {
    nest: app.nest,
    methods: () => methods,
    close: () => app.close(),
    send: async (request) => {
      const id = String(++count);
      const trace: Seen = { reached: undefined, seen: [] };
      traces.set(id, trace);
      const { status } = await sendRaw(port, {
        ...request,
        headers: [...(request.headers ?? []), `X-Id: ${id}`],
      });
      traces.delete(id);
      return { status, ...trace };
    },
  };
}

const everywhere = (): readonly string[] => ['all'];
const paths = (base: string): string[] => PATHS.map((path) => `${base}/${path}`);
const isRoute = (route: string): boolean => route in ROUTES;
const meant = (method: string): string => (method === 'HEAD' ? 'GET' : method);

/** Every way in which Nest and its adapters bind middleware to paths. */
export const BINDINGS: readonly Binding[] = [
  {
    title: 'forRoutes() with paths',
    bind: (consumer, base, watch) => void consumer.apply(watch('all')).forRoutes(...paths(base)),
    mustRun: (route) => (isRoute(route) ? everywhere() : []),
  },
  {
    title: 'forRoutes() with paths and methods',
    bind: (consumer, base, watch) => {
      for (const name of ['GET', 'POST', 'DELETE'] as const) {
        const method = RequestMethod[name];
        consumer.apply(watch(name)).forRoutes(...paths(base).map((path) => ({ path, method })));
      }
    },
    mustRun: (route, method) => (isRoute(route) && method !== 'OPTIONS' ? [meant(method)] : []),
    mustNotRun: (_route, method) =>
      ['GET', 'POST', 'DELETE'].filter((name) => name !== meant(method)),
  },
  {
    title: 'a middleware class',
    bind: (consumer, base, watch) => {
      @Injectable()
      class WatchMiddleware implements NestMiddleware {
        readonly #run = watch('all');
        use(request: Request, response: unknown, next: () => void): void {
          this.#run(request, response, next);
        }
      }
      consumer.apply(WatchMiddleware as MiddlewareClass).forRoutes(...paths(base));
    },
    mustRun: (route) => (isRoute(route) ? everywhere() : []),
  },
  {
    title: 'a wildcard',
    bind: (consumer, base, watch) =>
      void consumer
        .apply(watch('all'))
        .forRoutes(`${base}/*rest`, { path: base, method: RequestMethod.ALL }),
    mustRun: (route) => (isRoute(route) ? everywhere() : []),
  },
  {
    title: 'a wildcard with exclude()',
    bind: (consumer, base, watch) =>
      void consumer
        .apply(watch('all'))
        .exclude(`${base}/items/{*rest}`, { path: `${base}/admin`, method: RequestMethod.POST })
        .forRoutes(`${base}/*rest`),
    mustRun: (route, method) =>
      !isRoute(route) ||
      route === 'item' ||
      (ROUTES[route as keyof typeof ROUTES] === 'admin' && method === 'POST')
        ? []
        : ['all'],
  },
  {
    title: 'app.use() before the application is initialised',
    use: (nest, base, watch) => {
      for (const path of PATHS) nest.use(`${base}/${path}`, watch('all'));
    },
    mustRun: (route) => (isRoute(route) ? everywhere() : []),
  },
];
