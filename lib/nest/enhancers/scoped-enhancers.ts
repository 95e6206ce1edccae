import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { Injector, type InstanceWrapper } from '../internals.js';
import type { Instances, RawHolder } from '../instances.js';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Exchange } from '../../lifecycle/exchange.js';
import type { FoundClass } from '../exploration/container-view.js';

/** A route as Nest's enhancers see it. */
export interface Handler {
  /**
   * Takes the place of the instance, which may not exist yet. Its constructor has not run. The prototype
   * itself does not do: Nest finds the class of an instance by what the instance inherits from, which for a
   * prototype is the base class.
   */
  readonly instance: object;
  readonly method: (...args: unknown[]) => unknown;
  readonly methodName: string;
  readonly moduleKey: string;
  readonly found: FoundClass;
}

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

export function handlerOf(found: FoundClass, methodName: string): Handler {
  const prototype = found.type.prototype as object;
  const method = decoratedMethodOf(found.type, methodName) as Handler['method'];
  const instance = Object.create(prototype) as object;
  return { instance, method, methodName, moduleKey: found.module.token, found };
}

/** The id of the class that enhancers of one request are created for; those of the application have none. */
export function inquirerOf({ found }: Handler, context: ContextId | undefined): string | undefined {
  return context === undefined ? undefined : found.wrapper.id;
}

/** The arguments of guards, interceptors and filters: request, response, and a `next` that does nothing. */
export function argsOf({ raw, response }: Exchange): unknown[] {
  return [raw, response, noNext];
}

/** Nothing comes after a matched route. */
function noNext(): void {}
