import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  ApplicationConfig,
  HttpAdapterHost,
  ModuleRef,
  type AbstractHttpAdapter,
} from '@nestjs/core';
import type { Server } from 'node:http';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import { Connections } from '../../platform/connections.js';
import { mount } from '../../platform/mount.js';
import { hasPlainHandlerIn } from '../../platform/plain-routes.js';
import type { Served } from '../../platform/served.js';
import { onEachServer } from '../../platform/servers.js';
import type { Route } from '../../routes/route.js';
import { once } from '../../shared/promises.js';
import { composeRoutes } from '../composition/compose-routes.js';
import { FEATURES, type AppParts, type Feature } from '../composition/feature.js';
import { HostEvents } from '../composition/host-events.js';
import { notReady, ReadyApplication } from '../composition/ready-application.js';
import { warnBy, type StartupParts } from '../composition/startup-check.js';
import { checkModules, checkPrefix } from '../exploration/check-module.js';
import { checkNestVersion } from '../exploration/check-nest-version.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { checkNames } from '../options/known-options.js';
import { fieldsLimitOf, mountPrefix } from '../options/settings.js';
import { positiveDuration } from '../options/option-values.js';
import { observationOf, observeAdapters, type ObservedAdapter } from './observe-adapter.js';
import { createNeeded, shareLazy, startOfMiddleware } from './shared-instances.js';

const DEFAULT_SHUTDOWN_MS = 10_000;

/** Serves the routes of one Nest application with its adapter, from Nest's hooks. */
@Injectable()
export class RestApplication
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  #events = new HostEvents();
  readonly #connections = new Connections();
  #shutdownMs = DEFAULT_SHUTDOWN_MS;
  /** The time at which a shutdown must be over, by `performance.now()`: all its phases share one limit. */
  #shutdownEnd = Infinity;

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(ReadyApplication) private readonly ready: ReadyApplication,
    @Inject(ModuleRef) private readonly nest: ModuleRef,
    @Inject(FEATURES) private readonly features: readonly Feature[],
  ) {
    // This check comes first: the code after it may use methods that an older Nest does not have.
    checkNestVersion(this.#adapter?.getType());
    ready.createOnFirstUse(() => this.#createWithoutHttp());
    observeAdapters(adapterHost, registry, features);
  }

  get #adapter(): AbstractHttpAdapter | undefined {
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    return adapter ?? undefined;
  }

  get #observed(): ObservedAdapter | undefined {
    const adapter = this.#adapter;
    return adapter && this.#observationOf(adapter);
  }

  #observationOf(adapter: AbstractHttpAdapter): ObservedAdapter {
    return observationOf(adapter, this.registry, this.features);
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
    reject(checkModules(this.registry.modules));
    // A testing module has no adapter before this point.
    checkNestVersion(this.#adapter?.getType());
    const { shutdownTimeout: timeout } = this.registry.options;
    if (timeout !== undefined) this.#shutdownMs = positiveDuration('shutdownTimeout', timeout);
    await this.createNeeded();
    await startOfMiddleware(this.registry.modules, this.registry.instances);
    const { routes, handlers } = await this.registry.explore();
    const adapter = this.#adapter;
    if (adapter === undefined) return;
    const { options, discovery } = this.registry;
    const prefix = mountPrefix(options, this.config);
    const app: StartupParts = { options, config: this.config, discovery, routes, prefix };
    const { checks, plainPaths } = this.#observationOf(adapter);
    reject([...checkPrefix(prefix), ...checks.flatMap(({ rejects }) => rejects?.(app) ?? [])]);
    const { served, parts } = await this.#compose(adapter);
    this.ready.provide(parts);
    // The application's other routes and its 404s stay the same as without the library.
    if (routes.size === 0) return;
    this.#mount(adapter, served);
    logRoutes(prefix, routes.keys());
    warnBy(checks, { ...app, handlers, owned: served.owned, plainPaths });
  }

  /**
   * Opens the routes of an application context without HTTP for in-process requests.
   *
   * @throws Error in an application with HTTP before it is initialised: it may still add guards.
   */
  async #createWithoutHttp(): Promise<AppParts> {
    if (this.#adapter !== undefined) throw notReady();
    return (await this.#compose(undefined)).parts;
  }

  async #compose(adapter: AbstractHttpAdapter | undefined): ReturnType<typeof composeRoutes> {
    const { nest, config, registry, features } = this;
    const explored = await registry.explore();
    const { subRequests = new SubRequests(), plainPaths = new Map() } = this.#observed ?? {};
    return composeRoutes(explored, {
      nest,
      config,
      registry,
      subRequests,
      features,
      host: this.#events,
      closing: this.#connections.closing,
      adapter,
      plainPaths,
    });
  }

  #mount(adapter: AbstractHttpAdapter, served: Served): void {
    const { uploads = {} } = this.registry.options;
    const { finder, respondUnserved } = mount(adapter)(served, fieldsLimitOf(uploads));
    const observed = this.#observationOf(adapter);
    observed.respond = respondUnserved;
    const hasPlainHandler = hasPlainHandlerIn(observed.plainPaths, adapter.getType(), served);
    onEachServer(adapter, (server) => {
      this.#events.serve(server);
      this.#connections.watch(server);
      served.spelling?.hear(server, { finder, hasPlainHandler });
    });
  }

  get #remainingMs(): number {
    return Math.max(0, this.#shutdownEnd - performance.now());
  }

  async onModuleDestroy(): Promise<void> {
    this.#shutdownEnd = performance.now() + this.#shutdownMs;
    await this.registry.instances.lifecycle.stop('onModuleDestroy');
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    this.#events.close(this.#remainingMs);
    const server = this.#adapter?.getHttpServer() as Partial<Server> | undefined;
    if (server !== undefined) this.#connections.closeLater(server, () => this.#remainingMs);
    await this.#observed?.subRequests.whenSettled(this.#shutdownMs);
    await this.registry.instances.lifecycle.stop('beforeApplicationShutdown', signal);
  }

  async onApplicationShutdown(signal?: string): Promise<void> {
    await this.registry.instances.lifecycle.stop('onApplicationShutdown', signal);
    await this.#events.closed(this.#remainingMs);
    this.#connections.closed();
  }
}

/** @throws DeclarationException that lists the diagnostics, if there are any. */
function reject(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
}

/**
 * Logs the routes as Nest logs those of its controllers, a line for each method.
 *
 * @param prefix With a slash in front and none at the end; empty for the root.
 */
function logRoutes(prefix: string, routes: Iterable<Route>): void {
  const logger = new Logger('RestRoutes');
  for (const { pattern, methods } of routes) {
    const path = `${prefix}${pattern.template}`.replace(/\{(\w+)\}/g, ':$1');
    for (const method of methods) logger.log(`Mapped {${path}, ${method}} route`);
  }
}
