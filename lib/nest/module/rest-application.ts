import {
  Inject,
  Injectable,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  type HttpServer,
} from '@nestjs/common';
import {
  ApplicationConfig,
  HttpAdapterHost,
  DiscoveryService,
  ModulesContainer,
  type AbstractHttpAdapter,
} from '@nestjs/core';
import { createBatchPrepare } from '../../pipeline/batch/batch-prepare.js';
import type { RouteEntry } from '../../pipeline/endpoint.js';
import type { CacheContext } from '../../pipeline/steps/cache.step.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import { createInProcessDispatcher } from '../../pipeline/in-process/in-process-dispatcher.js';
import { SubRequests } from '../../pipeline/sub-requests/sub-requests.js';
import { createHinting } from '../../pipeline/links/target-hints.js';
import { InProcessRoutes, notReady, type OpenRoutes } from '../dispatching/in-process-routes.js';
import { inProcessSide } from '../dispatching/in-process-side.js';
import { CacheRegistry } from '../caching/cache-registry.js';
import { declareListedControllers } from '../exploration/listed-controllers.js';
import { createEntries } from '../exploration/build-endpoints.js';
import { RestBatch } from '../batch/rest-batch.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { embedLimitsOf } from '../options/embed-option.js';
import { statedCallerHeaders } from '../options/user-option.js';
import { makeErrorOf } from '../options/choice-options.js';
import { mountPrefix } from '../options/mount-prefix.js';
import { checkNestVersion } from './nest-version.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { CachedHandlers } from '../parts/cache/rest-cache.interceptor.js';
import { PlainHandlers } from '../parts/plain-handlers.js';
import { RouteParts } from '../parts/route-parts.js';
import { buildTable } from '../../routing/route-table.js';
import { openUploads } from '../uploads/open-uploads.js';
import { dispatcherParts } from './dispatcher-parts.js';
import { logRoutes } from './log-routes.js';
import { warnUndeclared } from './warn-undeclared.js';
import { mountRoutes, type MountedRoutes } from './mount-routes.js';
import { passPlainRoutes } from '../../platform/sub-requests/plain-routes.js';
import { createEnter } from '../../platform/sub-requests/enter.js';
import { ownedPrefixes, targetBelow } from '../../platform/http/request-target.js';
import { NO_ADAPTER } from '../../platform/in-process/no-adapter.js';
import { REST_RECORDER, type Recorder } from './recorder.js';
import { RestIndex } from './rest-index.js';
import {
  REST_OPTIONS,
  type DiscoveryOptions,
  type RestModuleOptions,
} from '../options/rest-options.js';

/** The routes of an application, over HTTP and in process. */
interface ServedRoutes extends MountedRoutes {
  readonly open: OpenRoutes;
}

/** Connects the routes of one Nest application to its adapter. */
@Injectable()
export class RestApplication
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #subRequests = new SubRequests();

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(RestIndex) private readonly index: RestIndex,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
    @Inject(RouteParts) private readonly parts: RouteParts,
    @Inject(PlainHandlers) private readonly plainHandlers: PlainHandlers,
    @Inject(CachedHandlers) private readonly cachedHandlers: CachedHandlers,
    @Inject(InProcessRoutes) private readonly inProcess: InProcessRoutes,
    @Inject(RestBatch) private readonly batch: RestBatch,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) private readonly recorder?: Recorder,
  ) {
    declareListedControllers(discovery);
    inProcess.openOnFirstUse(() => this.#openWithoutHttp());
    // Before Nest adds the handlers of controllers, which it does before it initializes modules.
    adapterHost.init$.subscribe(() => this.#passPlainRoutes());
  }

  #passPlainRoutes(): void {
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    if (adapter === undefined || adapter === null) return;
    // Options are checked when modules are initialized: an error in a subscriber would end the process.
    passPlainRoutes(adapter, this.#subRequests, (error) => makeErrorOf(this.options)(error));
  }

  /**
   * Checks and compiles all declarations, then mounts the routes.
   *
   * @throws DeclarationException that lists all diagnostics; the application does not start then.
   */
  async onModuleInit(): Promise<void> {
    checkNestVersion();
    const explored = await this.registry.explore();
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    // An application context without HTTP, for a command or a job, has no adapter.
    if (adapter === undefined || adapter === null) return;
    const enhancers = this.#enhancersFor(adapter);
    this.plainHandlers.start(explored, enhancers);
    const served = await this.#serve(explored, adapter, enhancers);
    this.inProcess.open(served.open);
    const definitions = explored.routes.map(({ route }) => route);
    const uploads = await openUploads(this.options, adapter, definitions);
    const parts = mergeObjects(served.parts, { uploads });
    mountRoutes(adapter, { ...served, parts }, this.options);
    logRoutes(served.prefix, definitions);
    warnUndeclared(definitions, this.options);
  }

  /**
   * Opens the routes of an application context without HTTP for in-process requests.
   *
   * @throws Error in an application with HTTP before it is initialised: it may still add guards.
   */
  async #openWithoutHttp(): Promise<OpenRoutes> {
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    if (adapter !== undefined && adapter !== null) throw notReady();
    const explored = await this.registry.explore();
    return (await this.#serve(explored, undefined, this.#enhancersFor(undefined))).open;
  }

  #enhancersFor(adapter: AbstractHttpAdapter | undefined): Enhancers {
    return new Enhancers(
      this.modules,
      this.config,
      adapter ?? (NO_ADAPTER as unknown as HttpServer),
      this.registry.instances,
      this.parts.enhancers,
    );
  }

  async #serve(
    explored: ExploredApplication,
    adapter: AbstractHttpAdapter | undefined,
    enhancers: Enhancers,
  ): Promise<ServedRoutes> {
    const { options, config, recorder } = this;
    const { entries, own } = this.#entriesOf(explored, enhancers);
    const cache = await this.#openCache(entries, explored, adapter);
    // A route of the application comes before one of the library at the same path.
    const table = buildTable([...entries, ...own]);
    const catchOutside = enhancers.filters.outside();
    const prefix = mountPrefix(options, config);
    const templates = explored.routes.map(({ route }) => route.pattern.template);
    const known = dispatcherParts(options, `${prefix}/`, this.parts.permissions, recorder);
    const parts = mergeObjects(
      known,
      mergeObjects({ table }, cache && { cache }, catchOutside && { catchOutside }),
    );
    const side = inProcessSide(adapter);
    const subRequests = this.#subRequests;
    const enter = adapter === undefined ? undefined : createEnter(adapter, subRequests);
    const owned = ownedPrefixes(prefix, templates);
    const isOwned = (path: string): boolean =>
      targetBelow({ prefix, owned }, `${prefix}${path}`) !== undefined;
    const hinting = mergeObjects(parts, createHinting(parts, side));
    const dispatcher = createInProcessDispatcher(
      mergeObjects(hinting, { ...embedLimitsOf(options), enter: enter && { enter, isOwned } }),
      side,
    );
    const { makeError } = known;
    this.batch.open({ prepare: createBatchPrepare(hinting, side), enter, isOwned, makeError });
    const { embed } = dispatcher;
    const origin = discoveryOf(options)?.url;
    return {
      prefix,
      templates,
      parts: { ...hinting, embed, subRequests },
      open: { dispatcher, prefix, origin },
    };
  }

  #entriesOf(
    { routes, valueClasses }: ExploredApplication,
    enhancers: Enhancers,
  ): { readonly entries: readonly RouteEntry[]; readonly own: readonly RouteEntry[] } {
    const { instances } = this.registry;
    const entries = createEntries(routes, { enhancers, instances, valueClasses });
    const declared = routes.map(({ route }) => route);
    const batch = this.batch.route(declared);
    const batches = batch === undefined ? [] : [batch];
    const own = batches.map((route) => this.batch.entry(route, enhancers));
    const discovery = discoveryOf(this.options);
    if (discovery === undefined) return { entries, own };
    const listed = [...batches, ...declared];
    return { entries, own: [...own, ...this.index.entries(listed, enhancers, discovery)] };
  }

  async #openCache(
    routes: readonly RouteEntry[],
    { namespace }: ExploredApplication,
    adapter: AbstractHttpAdapter | undefined,
  ): Promise<CacheContext | undefined> {
    // The handlers of plain controllers are reached over HTTP only.
    const handlers = adapter === undefined ? [] : this.cachedHandlers.find();
    const users = { routes, handlers, intercept: this.parts.cacheInterception };
    const cache = await this.caches.open(
      users,
      namespace,
      this.options.cache ?? {},
      statedCallerHeaders(this.options),
    );
    if (adapter !== undefined) this.cachedHandlers.open(handlers, adapter);
    return cache;
  }

  async onModuleDestroy(): Promise<void> {
    await this.registry.instances.lifecycle.stop('onModuleDestroy');
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    await this.registry.instances.lifecycle.stop('beforeApplicationShutdown', signal);
  }

  async onApplicationShutdown(signal?: string): Promise<void> {
    await this.registry.instances.lifecycle.stop('onApplicationShutdown', signal);
    await this.caches.close();
  }
}

/** How the application describes itself; `undefined` where it does not. */
function discoveryOf({ discovery = true }: RestModuleOptions): DiscoveryOptions | undefined {
  if (discovery === false) return undefined;
  return discovery === true ? {} : discovery;
}
