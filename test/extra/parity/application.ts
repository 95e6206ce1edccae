import {
  createParamDecorator,
  Module,
  RequestMethod,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type DynamicModule,
  type INestApplication,
  type LoggerService,
  type MiddlewareConsumer,
  type NestApplicationOptions,
  type NestModule,
  type PipeTransform,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { RestModule, type RestModuleOptions } from 'nestjs-rest-routes';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kit, Middleware, Pieces } from './part.js';
import { MOUNTED, OTHER, SUBJECT, type Plan, type UsedPart } from './plan.js';
import type { Recorder } from './recorder.js';
import { nameOf } from './requests.js';
import type { ShapeKit } from './shape.js';
import { show } from './show.js';
import { twinOf } from './twin.js';

/** Which of the two gets the requests. */
export type Side = 'plain' | 'route';

export interface Running {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

interface Bound extends UsedPart {
  readonly kit: Kit;
  readonly pieces: Pieces;
}

/** Starts the application of a plan, in which requests get to plain controllers or to routes. */
export async function start(plan: Plan, side: Side, recorder: Recorder): Promise<Running> {
  const bound = plan.parts.map((used) => bind(plan, used, recorder));
  const module = rootModule(plan, side, bound, recorder);
  const create = Object.assign({}, ...bound.map(({ pieces }) => pieces.create)) as object;
  const options: NestApplicationOptions = {
    abortOnError: false,
    ...create,
    logger: loggerOf(recorder),
  };
  const app = await NestFactory.create(module, adapterOf(plan, bound), options);
  try {
    if (plan.setup.mount === 'global prefix') app.setGlobalPrefix('api');
    for (const one of bound) await configure(app, one);
    const mustInit = bound.some(({ pieces }) => pieces.afterInit !== undefined);
    if (plan.setup.start !== 'listen' || mustInit) await app.init();
    for (const { pieces } of bound) await pieces.afterInit?.(app);
    const server = await listen(app, plan);
    const { port } = server.address() as AddressInfo;
    return { server, port, close: () => close(app, server) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** An application on Express may be a listener of a server that Nest does not know. */
async function listen(app: INestApplication, { setup }: Plan): Promise<Server> {
  if (setup.start !== 'own server') {
    await app.listen(0, '127.0.0.1');
    return app.getHttpServer() as Server;
  }
  const server = createServer(app.getHttpAdapter().getInstance() as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function close(app: INestApplication, server: Server): Promise<void> {
  if (server !== app.getHttpServer()) await new Promise((resolve) => server.close(resolve));
  await app.close();
}

function bind(plan: Plan, used: UsedPart, recorder: Recorder): Bound {
  const name = nameOf(used);
  const kit: Kit = {
    adapter: plan.adapter,
    name,
    // The same choices in both applications.
    random: used.random.fork('made'),
    recorder,
    subject: `${MOUNTED[plan.setup.mount].path}/${SUBJECT}`,
    subjectInModules: `/${MOUNTED[plan.setup.mount].plain}${SUBJECT}`,
    saw: (point, request, response, more) =>
      recorder.saw(`${name} ${point}`, request, response, more),
    see: (point, context, more) => recorder.see(`${name} ${point}`, context, more),
    isMeant: (request) => {
      const { headers } = request as { headers?: Record<string, unknown> };
      return String(headers?.['x-meant'] ?? '')
        .split(';')
        .includes(name);
    },
    pause: () => recorder.during(() => new Promise((resolve) => setTimeout(resolve, 1))),
  };
  return { ...used, kit, pieces: used.part.make(kit) };
}

function adapterOf(plan: Plan, bound: readonly Bound[]): ExpressAdapter | FastifyAdapter {
  if (plan.adapter === 'express') return new ExpressAdapter();
  const all: object = Object.assign({}, ...bound.map(({ pieces }) => pieces.fastify));
  return new FastifyAdapter(plan.setup.start === 'HTTP/2' ? { ...all, http2: true } : all);
}

/** What `main.ts` does for a part. */
async function configure(app: INestApplication, { kit, pieces, place }: Bound): Promise<void> {
  const { middleware, guard, interceptor, filter, pipe } = pieces;
  await pieces.express?.(app as NestExpressApplication);
  if (pieces.hooks !== undefined)
    await pieces.hooks(
      (app as NestFastifyApplication).getHttpAdapter().getInstance() as never,
      app,
    );
  await pieces.configure?.(app);
  if (place === 'application') {
    for (const one of listOf(middleware)) app.use(one);
    if (guard !== undefined) app.useGlobalGuards(new guard());
    if (interceptor !== undefined) app.useGlobalInterceptors(new interceptor());
    if (filter !== undefined) app.useGlobalFilters(new filter(app.getHttpAdapter()));
    if (pipe !== undefined) app.useGlobalPipes(instanceOf(pipe));
  }
  if (place === 'path') for (const one of listOf(middleware)) app.use(kit.subject, one);
}

const listOf = (middleware: Pieces['middleware']): readonly Middleware[] =>
  typeof middleware === 'function' ? [middleware] : (middleware ?? []);

const instanceOf = (pipe: NonNullable<Pieces['pipe']>): PipeTransform =>
  typeof pipe === 'function' ? new pipe() : pipe;

function rootModule(plan: Plan, side: Side, bound: readonly Bound[], recorder: Recorder): Type {
  const { plain, routes, providers } = classesOf(plan, side, bound, recorder);
  const imports: (DynamicModule | Type)[] = bound.flatMap(({ pieces }) => [
    ...(pieces.imports ?? []),
  ]);
  if (routes.length > 0) imports.push(RestModule.forRoot(restOptions(plan)));
  const more = bound.flatMap((one) => [...(one.pieces.providers ?? []), ...enhancersOf(one)]);
  class AppModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      for (const one of bound) applyInModule(consumer, one);
    }
  }
  Module({
    imports,
    // Those of parts first, so that their paths are theirs on both sides.
    controllers: [...bound.flatMap(({ pieces }) => [...(pieces.controllers ?? [])]), ...plain],
    providers: [...providers, ...more, ...routes],
  })(AppModule);
  return AppModule;
}

/** The habits that are those of plain controllers. */
function restOptions({ setup }: Plan): RestModuleOptions {
  const { namespace, prefix } = MOUNTED[setup.mount];
  return {
    namespace,
    ...(prefix === undefined ? {} : { prefix }),
    style: setup.style,
    errors: 'nest',
    statuses: 'nest',
    headers: 'neutral',
    unknownArguments: 'ignore',
    methodOverride: false,
    methodNotAllowed: false,
    globalParameters: [],
    discovery: false,
    protectiveHeaders: false,
    challenge: false,
  };
}

function classesOf(
  { setup, shapes }: Plan,
  side: Side,
  bound: readonly Bound[],
  recorder: Recorder,
): { plain: Type[]; routes: Type[]; providers: Provider[] } {
  const plain: Type[] = [];
  const routes: Type[] = [];
  const providers: Provider[] = [];
  const versions =
    side === 'plain' ? { plain: SUBJECT, route: OTHER } : { plain: OTHER, route: SUBJECT };
  for (const shape of shapes) {
    const plainPath = `${MOUNTED[setup.mount].plain}${versions.plain}`;
    const made = shape.make({
      recorder,
      version: versions.route,
      plainPath,
      ...parametersOf(bound),
    });
    const twin = made.plain ?? twinOf(`${plainPath}/${shape.name}`, made.routes);
    for (const one of [twin, made.routes]) decorate(one, bound);
    plain.push(twin);
    if (side === 'route' || setup.hasBoth) routes.push(made.routes);
    providers.push(...(made.providers ?? []));
  }
  return { plain, routes, providers };
}

/** What the parts that are bound to parameters give the handlers. */
function parametersOf(bound: readonly Bound[]): Pick<ShapeKit, 'Extra' | 'pipes'> {
  const own = bound.filter(({ place }) => place === 'parameter').map(({ pieces }) => pieces);
  const factories = bound
    .map(({ pieces }) => pieces)
    .flatMap(({ parameter }) => (parameter === undefined ? [] : [parameter]));
  const pipes = own.flatMap(({ pipe }) => (pipe === undefined ? [] : [instanceOf(pipe)]));
  const Extra = createParamDecorator((data: unknown, context) => {
    const given = factories.map((one) => one(data, context));
    return given.length > 1 ? Promise.all(given) : given[0];
  });
  return { Extra, pipes };
}

/** Binds the parts of classes and methods, as their decorators do: the last one is written nearest to the method. */
function decorate(type: Type, bound: readonly Bound[]): void {
  const prototype = type.prototype as object;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  for (const { pieces, place } of bound.toReversed()) {
    const all = decoratorsOf(pieces);
    if (place === 'class') for (const one of all) (one as ClassDecorator)(type);
    if (place !== 'method') continue;
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      for (const one of all) one(prototype, name, descriptor);
    }
  }
}

function decoratorsOf(pieces: Pieces): readonly (ClassDecorator & MethodDecorator)[] {
  const { guard, interceptor, filter, pipe, decorator } = pieces;
  return [
    ...(guard === undefined ? [] : [UseGuards(guard)]),
    ...(interceptor === undefined ? [] : [UseInterceptors(interceptor)]),
    ...(filter === undefined ? [] : [UseFilters(filter)]),
    ...(pipe === undefined ? [] : [UsePipes(pipe)]),
    ...(decorator === undefined ? [] : [decorator]),
  ];
}

function enhancersOf({ pieces, place }: Bound): readonly Provider[] {
  if (place !== 'module') return [];
  const { guard, interceptor, filter, pipe } = pieces;
  return [
    ...(guard === undefined ? [] : [{ provide: APP_GUARD, useClass: guard }]),
    ...(interceptor === undefined ? [] : [{ provide: APP_INTERCEPTOR, useClass: interceptor }]),
    ...(filter === undefined ? [] : [{ provide: APP_FILTER, useClass: filter }]),
    ...(pipe === undefined ? [] : [providerOf(pipe)]),
  ];
}

const providerOf = (pipe: NonNullable<Pieces['pipe']>): Provider =>
  typeof pipe === 'function'
    ? { provide: APP_PIPE, useClass: pipe }
    : { provide: APP_PIPE, useValue: pipe };

function applyInModule(consumer: MiddlewareConsumer, { pieces, place, kit }: Bound): void {
  const list = listOf(pieces.middleware);
  if (list.length === 0) return;
  const path = `${kit.subjectInModules}/*rest`;
  if (place === 'module') consumer.apply(...list).forRoutes('{*path}');
  if (place === 'module-path') consumer.apply(...list).forRoutes(path);
  if (place === 'module-method')
    consumer.apply(...list).forRoutes({ path, method: kit.random.pick(METHODS) });
}

const METHODS = [RequestMethod.GET, RequestMethod.POST, RequestMethod.PUT, RequestMethod.DELETE];

function loggerOf(recorder: Recorder): LoggerService {
  const write =
    (level: string) =>
    (message: unknown, ...more: unknown[]): void =>
      recorder.line(
        'logger',
        [level, show(message), ...more.map((one) => withoutStack(one))].join(' '),
      );
  return {
    log: write('log'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('verbose'),
    fatal: write('fatal'),
  };
}

/** A stack names files; its first line says what it is of. */
const withoutStack = (value: unknown): string =>
  typeof value === 'string' && /\n\s+at /.test(value)
    ? `stack of ${value.slice(0, value.search(/\n\s+at /))}`
    : show(value);
