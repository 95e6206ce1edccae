import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { Injector, type InstanceWrapper } from '../internals.js';
import type { Instances, RawHolder } from '../instances.js';
import type { Handler } from './enhanced-handler.js';

/** Makes what an enhancer port needs: once, or for each request where an enhancer has a scope. */
export class ScopedEnhancers {
  readonly #injector = new Injector();
  /** Whether an enhancer of the whole application is created for each request. */
  readonly hasGlobal: boolean;

  constructor(
    private readonly config: ApplicationConfig,
    private readonly instances: Instances,
  ) {
    this.hasGlobal = this.#global().length > 0;
  }

  /** Whether a route has enhancers that are created for each request. */
  isScoped({ found }: Handler): boolean {
    const enhancers = found.wrapper.getEnhancersMetadata() ?? [];
    return (
      this.hasGlobal ||
      enhancers.some((enhancer) => !enhancer.isDependencyTreeStatic() || enhancer.isTransient)
    );
  }

  /** Resolves at boot what has no scope, and for each request what has one. */
  getter<T>(
    handler: Handler,
    create: (context?: ContextId) => T,
  ): (request: RawHolder) => T | Promise<T> {
    if (!this.isScoped(handler)) {
      const resolved = create();
      return () => resolved;
    }
    return async (request) => create(await this.#load(handler, request));
  }

  async #load({ found }: Handler, request: RawHolder): Promise<ContextId> {
    const context = this.instances.contextOf(request.raw, found);
    await this.#injector.loadEnhancersPerContext(found.wrapper, context, found.wrapper);
    for (const enhancer of this.#global()) {
      const { host } = enhancer;
      if (host === undefined) continue;
      await this.#injector.loadInstance(enhancer, host.injectables, host, { contextId: context });
    }
    return context;
  }

  #global(): readonly InstanceWrapper[] {
    return [
      ...this.config.getGlobalRequestGuards(),
      ...this.config.getGlobalRequestInterceptors(),
      ...this.config.getGlobalRequestFilters(),
      ...this.config.getGlobalRequestPipes(),
    ];
  }
}
