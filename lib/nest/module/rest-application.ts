import {
  Inject,
  Injectable,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  ApplicationConfig,
  HttpAdapterHost,
  DiscoveryService,
  ModulesContainer,
  type AbstractHttpAdapter,
} from '@nestjs/core';
import { createDispatcher } from '../../pipeline/dispatcher.js';
import type { Permissions } from '../../pipeline/permissions/permission-checks.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { CatchOutside } from '../../pipeline/reject.js';
import type { CacheContext } from '../../pipeline/steps/cache.step.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import { buildTable, type RouteTable } from '../../routing/route-table.js';
import { chooseMount } from '../../platform/choose-mount.js';
import { isOptimized } from '../../platform/node/optimize-switch.js';
import { ownedPrefixes } from '../../platform/http/request-target.js';
import { CacheRegistry } from '../caching/cache-registry.js';
import { declareListedControllers } from '../exploration/listed-controllers.js';
import { buildEndpoints } from '../exploration/build-endpoints.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { RestExceptionFilter } from '../parts/filter/rest-exception.filter.js';
import { mountPrefix } from '../options/mount-prefix.js';
import { checkNestVersion } from './nest-version.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { replacedCache } from '../parts/cache/replaced-cache.js';
import { RestCacheInterceptor } from '../parts/cache/rest-cache.interceptor.js';
import { CachedHandlers } from '../parts/cache/cached-handlers.js';
import { GuardChecks } from '../parts/guard/guard-checks.js';
import { PermissionGuard } from '../parts/guard/permission.guard.js';
import { replacedPermissions } from '../parts/guard/replaced-permissions.js';
import { PlainHandlers } from '../parts/plain/plain-handlers.js';
import { ReplacedParts } from '../parts/replaced-parts.js';
import { RouteRequests } from '../parts/route-requests.js';
import { dispatcherParts } from './dispatcher-parts.js';
import { REST_RECORDER, type Recorder } from './recorder.js';
import { RestIndex } from './rest-index.js';
import {
  REST_OPTIONS,
  type DiscoveryOptions,
  type RestModuleOptions,
} from '../options/rest-options.js';

/** What is served beside the routes' own definitions. */
interface MountedParts {
  readonly table: RouteTable<Endpoint>;
  readonly cache: CacheContext | undefined;
  readonly catchOutside: CatchOutside | undefined;
}

/** Connects the routes of one Nest application to its adapter. */
@Injectable()
export class RestApplication
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(RestIndex) private readonly index: RestIndex,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
    @Inject(ReplacedParts) private readonly replaced: ReplacedParts,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(PlainHandlers) private readonly plainHandlers: PlainHandlers,
    @Inject(GuardChecks) private readonly checks: GuardChecks,
    @Inject(CachedHandlers) private readonly cachedHandlers: CachedHandlers,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) private readonly recorder?: Recorder,
  ) {
    declareListedControllers(discovery);
  }

  /**
   * Checks and compiles all declarations, then mounts the routes.
   *
   * @throws DeclarationException that lists all diagnostics; the application does not start then.
   */
  async onModuleInit(): Promise<void> {
    checkNestVersion(this.modules);
    const explored = await this.registry.explore();
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    // An application context without HTTP, for a command or a job, has no adapter.
    if (adapter === undefined || adapter === null) return;
    this.plainHandlers.start(explored);
    const enhancers = this.#enhancers(adapter);
    const { endpoints, indices } = this.#endpointsOf(explored, enhancers);
    const cache = await this.#openCache(endpoints, explored, adapter);
    // A route of the application comes before an index at the same path.
    const table = buildTable([...endpoints, ...indices]);
    this.#mount(adapter, explored, { table, cache, catchOutside: enhancers.filters.outside() });
  }

  #enhancers(adapter: AbstractHttpAdapter): Enhancers {
    const { instances } = this.registry;
    return new Enhancers(this.modules, this.config, adapter, instances, {
      requests: this.requests,
      replacedFilter: this.replaced.of(RestExceptionFilter, instances),
    });
  }

  #endpointsOf(
    { routes, valueClasses }: ExploredApplication,
    enhancers: Enhancers,
  ): { readonly endpoints: readonly Endpoint[]; readonly indices: readonly Endpoint[] } {
    const { instances } = this.registry;
    const endpoints = buildEndpoints(routes, { enhancers, instances, valueClasses });
    const discovery = discoveryOf(this.options);
    if (discovery === undefined) return { endpoints, indices: [] };
    const definitions = routes.map(({ definition }) => definition);
    return { endpoints, indices: this.index.endpoints(definitions, enhancers, discovery) };
  }

  async #openCache(
    endpoints: readonly Endpoint[],
    { namespace }: ExploredApplication,
    adapter: AbstractHttpAdapter,
  ): Promise<CacheContext | undefined> {
    const handlers = this.cachedHandlers.find();
    const replacement = this.replaced.of(RestCacheInterceptor, this.registry.instances);
    const intercept = replacement === undefined ? undefined : replacedCache(replacement);
    const users = { endpoints, handlers, intercept };
    const cache = await this.caches.open(users, namespace, this.options.cache ?? {});
    this.cachedHandlers.open(handlers, adapter);
    return cache;
  }

  #mount(
    adapter: AbstractHttpAdapter,
    { routes }: ExploredApplication,
    { table, cache, catchOutside }: MountedParts,
  ): void {
    const { options } = this;
    const prefix = mountPrefix(options, this.config);
    const parts = dispatcherParts(options, `${prefix}/`, this.#permissions(), this.recorder);
    const dispatcher = createDispatcher(
      mergeObjects(
        mergeObjects(parts, { table }),
        cache && { cache },
        catchOutside && { catchOutside },
      ),
    );
    const templates = routes.map(({ definition }) => definition.pattern.template);
    const optimize = isOptimized(options.optimize);
    chooseMount(adapter, { bodyLimit: options.bodyLimit, optimize }).serve({
      prefix,
      owned: ownedPrefixes(prefix, templates),
      table,
      ...dispatcher,
    });
  }

  /** Where no test has replaced the guard, no request goes through its class. */
  #permissions(): Permissions {
    const guard = this.replaced.of(PermissionGuard, this.registry.instances);
    return guard === undefined ? this.checks.routes : replacedPermissions(guard);
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
