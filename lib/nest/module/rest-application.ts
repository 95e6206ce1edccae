import {
  Inject,
  Injectable,
  Logger,
  VersioningType,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryService,
  HttpAdapterHost,
  ModuleRef,
  type AbstractHttpAdapter,
} from '@nestjs/core';
import type { Server } from 'node:http';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Route } from '../../routes/route.js';
import { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import { mount } from '../../platform/mount.js';
import { ResponseClosing } from '../../platform/node/closing.js';
import { Http2Sessions } from '../../platform/node/http2-sessions.js';
import type { Served } from '../../platform/served.js';
import { hasPlainHandlerIn, findHiddenRoutes } from '../../platform/plain-routes.js';
import { onEachServer } from '../../platform/servers.js';
import { hearSpellings } from '../../platform/spelling/spelling.js';
import { InProcessRoutes, notReady, type ReadyRoutes } from '../rest-dispatcher.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { choiceOf, fieldsLimitOf, mountPrefix, positiveDuration } from '../options/settings.js';
import { checkNames } from '../options/known-options.js';
import { composeRoutes } from '../composition/compose-routes.js';
import { FEATURES, type Feature } from '../composition/feature.js';
import { HostEvents } from '../composition/host-events.js';
import { warnOf } from './reports.js';
import { checkBindings, type MountPlace } from './check-bindings.js';
import { checkExclusions, checkModules, checkPrefix } from './check-place.js';
import { observationOf, observeAdapters, type ObservedAdapter } from './observe-adapter.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { unusedPipes } from '../enhancers/unused-pipes.js';
import { checkNestVersion } from '../exploration/check-nest-version.js';
import { HOST_METADATA } from '../internals.js';
import { createNeeded, shareLazy, startOfMiddleware } from './shared-instances.js';
import { once } from '../../shared/promises.js';

const DEFAULT_SHUTDOWN_MS = 10_000;

/** The interval at which a shutdown closes connections that have no request. */
const IDLE_CHECK_MS = 50;

/** Serves the routes of one Nest application with its adapter, from Nest's hooks. */
@Injectable()
export class RestApplication
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  #events = new HostEvents();
  readonly #closing = new ResponseClosing();
  readonly #sessions = new Http2Sessions();
  #cancelClosing: (() => void) | undefined;
  #shutdownMs = DEFAULT_SHUTDOWN_MS;
  /** The time at which a shutdown must be over, by `performance.now()`: all its phases share one limit. */
  #shutdownEnd = Infinity;

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(InProcessRoutes) private readonly inProcess: InProcessRoutes,
    @Inject(ModuleRef) private readonly nest: ModuleRef,
    @Inject(FEATURES) private readonly features: readonly Feature[],
  ) {
    // This check comes first: the code after it may use methods that an older Nest does not have.
    checkNestVersion(this.#adapter?.getType());
    inProcess.createOnFirstUse(() => this.#createWithoutHttp());
    observeAdapters(adapterHost, registry);
  }

  get #adapter(): AbstractHttpAdapter | undefined {
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    return adapter ?? undefined;
  }

  get #observed(): ObservedAdapter | undefined {
    const adapter = this.#adapter;
    return adapter && observationOf(adapter, this.registry);
  }

  /** Called before Nest adds controllers, and again when it initializes modules: without HTTP, only then. */
  readonly createNeeded = once(async (): Promise<void> => {
    const { instances, modules } = this.registry;
    await createNeeded(modules);
    shareLazy(modules, instances);
  });

  /**
   * Checks and compiles all declarations, then mounts the routes.
   *
   * @throws DeclarationException that lists all diagnostics; the application does not start then.
   */
  async onModuleInit(): Promise<void> {
    // A module of tests may start again after it was closed.
    this.#events = new HostEvents();
    checkNames(
      this.registry.options,
      this.features.flatMap(({ options }) => options ?? []),
    );
    const twice = checkModules(this.registry.modules);
    if (twice.length > 0) throw new DeclarationException(twice);
    // A testing module has no adapter before this point.
    checkNestVersion(this.#adapter?.getType());
    const { shutdownTimeout: timeout } = this.registry.options;
    if (timeout !== undefined) this.#shutdownMs = positiveDuration('shutdownTimeout', timeout);
    await this.createNeeded();
    await startOfMiddleware(this.registry.modules, this.registry.instances);
    await this.registry.explore();
    const adapter = this.#adapter;
    if (adapter === undefined) return;
    await this.#checkPlace(adapter);
    const { served, ready } = await this.#compose(adapter);
    this.inProcess.provide(ready);
    await this.#mount(adapter, served);
  }

  async #place(adapter: AbstractHttpAdapter): Promise<MountPlace> {
    const { config, registry } = this;
    const { routes } = await registry.explore();
    const prefix = mountPrefix(registry.options, config);
    return { routes, prefix, config, adapter: adapter.getType() };
  }

  /** @throws DeclarationException if Nest mounts middleware at other paths than the routes. */
  async #checkPlace(adapter: AbstractHttpAdapter): Promise<void> {
    const { registry } = this;
    const place = await this.#place(adapter);
    const diagnostics = [
      ...checkPrefix(place),
      ...(registry.options.prefix === undefined ? checkExclusions(place) : []),
      ...checkBindings(observationOf(adapter, registry).bindings, place),
    ];
    if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
  }

  /**
   * Opens the routes of an application context without HTTP for in-process requests.
   *
   * @throws Error in an application with HTTP before it is initialised: it may still add guards.
   */
  async #createWithoutHttp(): Promise<ReadyRoutes> {
    if (this.#adapter !== undefined) throw notReady();
    return (await this.#compose(undefined)).ready;
  }

  async #compose(adapter: AbstractHttpAdapter | undefined): ReturnType<typeof composeRoutes> {
    const { nest, config, registry } = this;
    const explored = await registry.explore();
    const { subRequests = new SubRequests(), plainPaths = new Map() } = this.#observed ?? {};
    return composeRoutes(explored, {
      nest,
      config,
      registry,
      subRequests,
      features: this.features,
      host: this.#events,
      closing: this.#closing,
      adapter,
      plainPaths,
    });
  }

  async #mount(adapter: AbstractHttpAdapter, served: Served): Promise<void> {
    const { options } = this.registry;
    const explored = await this.registry.explore();
    const routes = [...explored.routes.keys()];
    // The application's other routes and its 404s stay the same as without the library.
    if (routes.length === 0) return;
    const { finder, respondUnserved } = mount(adapter)(
      served,
      fieldsLimitOf(options.uploads ?? {}),
    );
    const observed = observationOf(adapter, this.registry);
    const { plainPaths } = observed;
    const { statedMethod } = served;
    const hasPlainHandler = hasPlainHandlerIn(plainPaths, adapter.getType(), served);
    onEachServer(adapter, (server) => {
      this.#events.serve(server);
      this.#sessions.watch(server);
      if (statedMethod !== undefined)
        hearSpellings(server, { finder, statedMethod, hasPlainHandler });
    });
    logRoutes(served.prefix, routes);
    observed.respond = respondUnserved;
    if (plainPaths.size > 0 && arePathsWhole(this.registry.discovery, this.config)) {
      const hidden = findHiddenRoutes(plainPaths, adapter.getType(), served, routes);
      warnOf('Hidden routes:', hidden);
    }
    if (choiceOf(options, 'responses') === 'declared') warnUndeclared(routes);
    const unknownArguments = choiceOf(options, 'unknownArguments');
    warnOf('Schemas:', routes.flatMap(untypedSchemas));
    warnOf('Pipes:', unusedPipes(explored.routes, this.config, unknownArguments));
  }

  get #remainingMs(): number {
    return Math.max(0, this.#shutdownEnd - performance.now());
  }

  async onModuleDestroy(): Promise<void> {
    this.#shutdownEnd = performance.now() + this.#shutdownMs;
    await this.registry.instances.lifecycle.stop('onModuleDestroy');
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    this.#events.close();
    this.#closeConnectionsLater();
    await this.#observed?.subRequests.whenSettled(this.#shutdownMs);
    await this.registry.instances.lifecycle.stop('beforeApplicationShutdown', signal);
  }

  async onApplicationShutdown(signal?: string): Promise<void> {
    await this.registry.instances.lifecycle.stop('onApplicationShutdown', signal);
    await this.#events.closed(this.#remainingMs);
    this.#cancelClosing?.();
  }

  /**
   * Nest waits for running requests, and for connections that clients keep open. This closes connections that have no
   * request, and finally those of routes, because a stream may never end. A request of a plain controller is not cut.
   */
  #closeConnectionsLater(): void {
    const server = this.#adapter?.getHttpServer() as Partial<Server> | undefined;
    if (server === undefined) return;
    const idle = setInterval(() => {
      if (server.listening !== false) return;
      server.closeIdleConnections?.();
      this.#sessions.close();
      if (this.#remainingMs === 0) this.#sessions.closeConnections();
    }, IDLE_CHECK_MS).unref();
    const open = setTimeout(() => this.#closing.closeOpen(), this.#remainingMs).unref();
    this.#cancelClosing = () => {
      clearInterval(idle);
      clearTimeout(open);
    };
  }
}

/**
 * Logs the routes as Nest logs those of its controllers, a line for each method.
 *
 * @param prefix With a slash in front and none at the end; empty for the root.
 */
function logRoutes(prefix: string, routes: readonly Route[]): void {
  const logger = new Logger('RestRoutes');
  for (const { pattern, methods } of routes) {
    const path = `${prefix}${pattern.template}`.replace(/\{(\w+)\}/g, ':$1');
    for (const method of methods) logger.log(`Mapped {${path}, ${method}} route`);
  }
}

/** Whether only the path of a plain handler decides which requests it gets: no version in a header, and no hostname. */
function arePathsWhole(discovery: DiscoveryService, config: ApplicationConfig): boolean {
  const versioning = config.getVersioning()?.type ?? VersioningType.URI;
  return (
    versioning === VersioningType.URI &&
    discovery.getControllers().every(({ metatype }) => {
      return metatype === null || Reflect.getMetadata(HOST_METADATA, metatype) === undefined;
    })
  );
}

/**
 * Warns once about the routes whose return types do not describe the response, if the application uses declared
 * responses: they send the value that their method returns. A route that states it itself has been rejected before.
 */
function warnUndeclared(routes: readonly Route[]): void {
  const unstated = routes.flatMap((route) => {
    const reason = route.options.responses === undefined ? unstatedBy(route) : undefined;
    return reason === undefined ? [] : [`${route.handler}: ${reason}`];
  });
  if (unstated.length === 0) return;
  new Logger('RestModule').warn(
    `responses: 'declared' does not apply to routes whose return types do not say which properties leave; they send all. State the type, or { responses: 'returned' } on the route. ${unstated.join('; ')}.`,
  );
}

function untypedSchemas({ className, methodName, untyped }: Route): readonly Diagnostic[] {
  const received = untyped.join(', ');
  if (received === '') return [];
  return [
    diagnosticAt({ className, methodName }, { code: 'RR1039', expected: 'a type', received }),
  ];
}

function unstatedBy(route: Route): string | undefined {
  const declared = route.declaredResponse();
  return declared === undefined ? 'no return type' : declared.unstated[0];
}
