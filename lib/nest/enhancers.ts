import type { ArgumentsHost, HttpServer } from '@nestjs/common';
import { ForbiddenException } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/internal';
import type { ApplicationConfig, ContextId, ModulesContainer } from '@nestjs/core';
import {
  ExecutionContextHost,
  GuardsConsumer,
  GuardsContextCreator,
  Injector,
  type InstanceWrapper,
  InterceptorsConsumer,
  InterceptorsContextCreator,
  PipesConsumer,
  PipesContextCreator,
  STATIC_CONTEXT,
} from '@nestjs/core/internal';
import { RouterExceptionFilters } from '@nestjs/core/router/router-exception-filters.js';
import type { Call } from '../dispatch/call.js';
import type { EndpointPorts } from '../dispatch/endpoint.js';
import type { FoundClass } from './container-view.js';
import type { Instances } from './instances.js';
import { readNestParameters } from './nest-parameters.js';

type Method = (...args: unknown[]) => unknown;
type EnhancerPorts = Pick<EndpointPorts, 'guard' | 'intercept' | 'catchError' | 'fill'>;

/** A route as Nest's own machinery sees it: the class's prototype stands for the instance. */
interface Handler {
  readonly prototype: object;
  readonly method: Method;
  readonly moduleKey: string;
  readonly found: FoundClass;
}

/**
 * Resolves Nest's own enhancers of a route. What a route does not have, it does not pay for: a port
 * is there only where an enhancer is. This is the only file that knows how Nest keeps them.
 */
export class Enhancers {
  readonly #guards: GuardsContextCreator;
  readonly #interceptors: InterceptorsContextCreator;
  readonly #pipes: PipesContextCreator;
  readonly #filters: RouterExceptionFilters;
  readonly #guardsConsumer = new GuardsConsumer();
  readonly #interceptorsConsumer = new InterceptorsConsumer();
  readonly #pipesConsumer = new PipesConsumer();
  readonly #injector = new Injector();

  constructor(
    modules: ModulesContainer,
    private readonly config: ApplicationConfig,
    adapter: HttpServer,
    private readonly instances: Instances,
  ) {
    // Of the container these creators ask for its modules alone.
    const container = { getModules: () => modules } as unknown as ConstructorParameters<
      typeof GuardsContextCreator
    >[0];
    this.#guards = new GuardsContextCreator(container, config);
    this.#interceptors = new InterceptorsContextCreator(container, config);
    this.#pipes = new PipesContextCreator(container, config);
    this.#filters = new RouterExceptionFilters(container, config, adapter);
  }

  /** The ports of one route. */
  portsOf(found: FoundClass, methodName: string): EnhancerPorts {
    const prototype = found.type.prototype as object;
    const method = Reflect.get(prototype, methodName) as Method;
    const handler: Handler = { prototype, method, moduleKey: found.module.token, found };
    const isScoped = this.#isScoped(handler);
    return {
      ...this.#guardPort(handler, isScoped),
      ...this.#interceptPort(handler, isScoped),
      ...this.#filterPort(handler, isScoped),
      ...this.#fillPort(handler, methodName, isScoped),
    };
  }

  #guardPort(handler: Handler, isScoped: boolean): Pick<EnhancerPorts, 'guard'> {
    const create = (context?: ContextId) =>
      this.#guards.create(
        handler.prototype,
        handler.method,
        handler.moduleKey,
        context,
        inquirer(handler, context),
      );
    const guardsOf = this.#perRequest(handler, create, isScoped);
    if (!isScoped && create().length === 0) return {};
    return {
      guard: async (call) => {
        const guards = await guardsOf(call);
        const isAdmitted = await this.#guardsConsumer.tryActivate(
          guards,
          argsOf(call),
          handler.prototype,
          handler.method,
          'http',
        );
        if (!isAdmitted) throw new ForbiddenException('You may not do that.');
      },
    };
  }

  #interceptPort(handler: Handler, isScoped: boolean): Pick<EnhancerPorts, 'intercept'> {
    const create = (context?: ContextId) =>
      this.#interceptors.create(
        handler.prototype,
        handler.method,
        handler.moduleKey,
        context,
        inquirer(handler, context),
      );
    const interceptorsOf = this.#perRequest(handler, create, isScoped);
    if (!isScoped && create().length === 0) return {};
    return {
      intercept: async (call, method) =>
        this.#interceptorsConsumer.intercept(
          await interceptorsOf(call),
          argsOf(call),
          handler.prototype,
          handler.method,
          method,
          'http',
        ),
    };
  }

  #filterPort(handler: Handler, isScoped: boolean): Pick<EnhancerPorts, 'catchError'> {
    const hasFilters =
      isScoped ||
      this.config.getGlobalFilters().length > 0 ||
      Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, handler.found.type) ||
      Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, handler.method);
    if (!hasFilters) return {};
    const create = (context?: ContextId) =>
      this.#filters.create(
        handler.prototype,
        handler.method as never,
        handler.moduleKey,
        context,
        inquirer(handler, context),
      );
    const filtersOf = this.#perRequest(handler, create, isScoped);
    return {
      catchError: async (error, call) =>
        (await filtersOf(call)).invokeCustomFilters(error, hostOf(call, handler)),
    };
  }

  #fillPort(handler: Handler, methodName: string, isScoped: boolean): Pick<EnhancerPorts, 'fill'> {
    const parameters = readNestParameters(handler.found.type, methodName, this.config);
    if (parameters.length === 0) return {};
    const create = (context?: ContextId) => {
      const { prototype, method, moduleKey } = handler;
      const shared = this.#pipes.create(
        prototype,
        method,
        moduleKey,
        context,
        inquirer(handler, context),
      );
      return parameters.map((parameter) => ({
        parameter,
        pipes: [
          ...shared,
          ...this.#pipes.createConcreteContext(
            [...parameter.pipes],
            context,
            inquirer(handler, context),
          ),
        ],
      }));
    };
    const parametersOf = this.#perRequest(handler, create, isScoped);
    return {
      fill: async (call, values) => {
        const context = hostOf(call, handler);
        for (const { parameter, pipes } of await parametersOf(call)) {
          const extracted = parameter.extract(context);
          if (!parameter.isPipeable) {
            // Not awaited: Fastify's reply is a promise of its own end.
            values[parameter.index] = extracted;
            continue;
          }
          const value = await extracted;
          values[parameter.index] =
            pipes.length === 0
              ? value
              : await this.#pipesConsumer.apply(value, parameter.metadata, pipes);
        }
      },
    };
  }

  /** Enhancers without a scope of their own are resolved once, at boot. */
  #perRequest<T>(
    handler: Handler,
    create: (context?: ContextId) => T,
    isScoped: boolean,
  ): (call: Call) => T | Promise<T> {
    if (!isScoped) {
      const resolved = create();
      return () => resolved;
    }
    return async (call) => {
      const context = this.instances.contextOf(call.exchange.raw, handler.found);
      const { wrapper } = handler.found;
      await this.#injector.loadEnhancersPerContext(wrapper, context, wrapper);
      for (const enhancer of this.#globalScoped()) {
        if (enhancer.host === undefined) continue;
        await this.#injector.loadInstance(enhancer, enhancer.host.injectables, enhancer.host, {
          contextId: context,
        });
      }
      return create(context);
    };
  }

  #isScoped({ found }: Handler): boolean {
    const enhancers = found.wrapper.getEnhancersMetadata() ?? [];
    return (
      this.#globalScoped().length > 0 ||
      enhancers.some((enhancer) => !enhancer.isDependencyTreeStatic() || enhancer.isTransient)
    );
  }

  #globalScoped(): readonly InstanceWrapper[] {
    return [
      ...this.config.getGlobalRequestGuards(),
      ...this.config.getGlobalRequestInterceptors(),
      ...this.config.getGlobalRequestFilters(),
      ...this.config.getGlobalRequestPipes(),
    ];
  }
}

function inquirer({ found }: Handler, context: ContextId = STATIC_CONTEXT): string | undefined {
  return context === STATIC_CONTEXT ? undefined : found.wrapper.id;
}

function argsOf({ exchange }: Call): unknown[] {
  return [exchange.raw, exchange.response, noNext];
}

/** Nothing comes after a matched route. */
function noNext(): void {}

function hostOf(call: Call, { found, method }: Handler): ArgumentsHost & ExecutionContextHost {
  const host = new ExecutionContextHost(argsOf(call), found.type as never, method);
  host.setType('http');
  return host;
}
