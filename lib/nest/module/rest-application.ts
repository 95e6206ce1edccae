import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  ApplicationConfig,
  HttpAdapterHost,
  ModulesContainer,
  type AbstractHttpAdapter,
} from '@nestjs/core';
import { createDispatcher } from '../../pipeline/dispatcher.js';
import { createPermissions } from '../../pipeline/permissions/permission-checks.js';
import { logError } from '../../shared/log-text.js';
import { buildTable } from '../../routing/route-table.js';
import { chooseMount } from '../../platform/http/http-mount.js';
import { isOptimized } from '../../platform/node/optimize-switch.js';
import { ownedPrefixes } from '../../platform/http/request-target.js';
import { CacheRegistry } from '../caching/cache-registry.js';
import { callerOf } from '../options/user-option.js';
import { capabilityCheck } from '../options/capability-option.js';
import { declareListedControllers } from '../exploration/listed-controllers.js';
import { buildEndpoints } from '../exploration/build-endpoints.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { internalErrorReporter } from '../options/internal-error.js';
import { mountPrefix } from '../options/mount-prefix.js';
import { checkNestVersion } from './nest-version.js';
import { createObserver } from '../options/hooks-option.js';
import { outgoingOf } from '../options/outgoing-options.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { REST_RECORDER, recordPermissions, type Recorder } from './recorder.js';
import { RestIndex } from './rest-index.js';
import {
  REST_OPTIONS,
  type DiscoveryOptions,
  type RestModuleOptions,
} from '../options/rest-options.js';

/** Wires the declarations of one Nest application to its adapter. All state of a run is in here. */
@Injectable()
export class RestApplication
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #logger = new Logger('RestModule');

  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(RestIndex) private readonly index: RestIndex,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) private readonly recorder?: Recorder,
  ) {
    declareListedControllers(modules);
  }

  /** Checks and compiles all declarations, then mounts them; a diagnostic keeps the application from starting. */
  async onModuleInit(): Promise<void> {
    checkNestVersion(this.modules);
    const { routes, valueClasses, namespace } = await this.registry.explore();
    const adapter: AbstractHttpAdapter | null | undefined = this.adapterHost.httpAdapter;
    // An application context without HTTP, for a command or a job, has no adapter.
    if (adapter === undefined || adapter === null) return;
    const { instances } = this.registry;
    const enhancers = new Enhancers(this.modules, this.config, adapter, instances);
    const endpoints = buildEndpoints(routes, { enhancers, instances, valueClasses });
    const { options } = this;
    const discovery = discoveryOf(options);
    const definitions = routes.map(({ definition }) => definition);
    const indices =
      discovery === undefined ? [] : this.index.endpoints(definitions, enhancers, discovery);
    // A path may belong to a route of the application: it goes first.
    const table = buildTable([...endpoints, ...indices]);
    const prefix = mountPrefix(options, this.config);
    const { bodyLimit, roles = {}, debug = false } = options;
    const byRole = capabilityCheck(roles);
    const cache = await this.caches.open(endpoints, namespace, options.cache ?? {});
    const dispatcher = createDispatcher({
      table,
      ...(cache === undefined ? {} : { cache }),
      permissions: recordPermissions(
        createPermissions(options.can === undefined ? byRole : options.can.bind(options)),
        this.recorder,
      ),
      user: callerOf(options),
      internalError: internalErrorReporter(this.#logger, debug),
      observer: createObserver(options.hooks ?? {}, this.#logger),
      onAllowFailure: (error, { definition: { handler } }) =>
        this.#logger.warn(`The permission or a guard of ${handler} threw: ${logError(error)}`),
      outgoing: outgoingOf(options, `${prefix}/`),
    });
    const owned = ownedPrefixes(
      prefix,
      definitions.map(({ pattern }) => pattern.template),
    );
    chooseMount(adapter, { bodyLimit, optimize: isOptimized(options.optimize) }).serve({
      prefix,
      owned,
      table,
      ...dispatcher,
    });
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
