import type { HttpServer, PipeTransform, RouteParamMetadata } from '@nestjs/common';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import { ServedCheck } from '../../decorators/served-check.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { argsOf } from './handler-context.js';
import type { EndpointPorts, OfRequest } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Awaitable } from '../../shared/promises.js';
import type { FoundClass, Instances } from '../container.js';
import {
  ContextUtils,
  GuardsConsumer,
  type GuardsContextCreator,
  Injector,
  type InstanceWrapper,
  InterceptorsConsumer,
  type InterceptorsContextCreator,
  PipesConsumer,
  type PipesContextCreator,
  ROUTE_ARGS_METADATA,
  RouteParamsFactory,
  RouterExecutionContext,
  warnOfUntyped,
} from '../internals.js';

/** A route in the form that Nest's enhancers need. */
export interface Handler {
  /**
   * Replaces the instance, which may not exist yet. Its constructor has not run. The prototype itself cannot be used:
   * Nest finds the class of an instance by its prototype, which for a prototype is that of the base class.
   */
  readonly instance: object;
  readonly method: (...args: unknown[]) => unknown;
  readonly methodName: string;
  readonly moduleKey: string;
  readonly found: FoundClass;
}

/** Makes the data of an enhancer port: once, or for each request if an enhancer has a scope. */
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

  isScoped({ found }: Handler): boolean {
    const enhancers = found.wrapper.getEnhancersMetadata() ?? [];
    return (
      this.hasGlobal ||
      enhancers.some((enhancer) => !enhancer.isDependencyTreeStatic() || enhancer.isTransient)
    );
  }

  /** Whether Nest would create a plain controller for each request; such a one has its filters for their errors too. */
  isOfRequest(handler: Handler): boolean {
    return this.isScoped(handler) || this.instances.isRequestBound(handler.found.wrapper);
  }

  /** What `create` makes: once without a scope, and for each request with a scope. */
  of<T extends object>(handler: Handler, create: (context?: ContextId) => T): OfRequest<T> {
    if (!this.isScoped(handler)) return create();
    return async ({ exchange }) => create(await this.#load(handler, exchange));
  }

  /** Calls `use` with what `create` makes. */
  using<T, Input, Result>(
    handler: Handler,
    create: (context?: ContextId) => T,
    use: (made: T, requestContext: RequestContext, input: Input) => Awaitable<Result>,
  ): (requestContext: RequestContext, input: Input) => Awaitable<Result> {
    if (!this.isScoped(handler)) {
      const made = create();
      return (requestContext, input) => use(made, requestContext, input);
    }
    return async (requestContext, input) =>
      use(create(await this.#load(handler, requestContext.exchange)), requestContext, input);
  }

  async #load({ found }: Handler, request: Pick<Exchange, 'raw'>): Promise<ContextId> {
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

/** The id of the class for which the enhancers of one request are created; those of the application have none. */
export function inquirerOf({ found }: Handler, context: ContextId | undefined): string | undefined {
  return context === undefined ? undefined : found.wrapper.id;
}

/** The creators that Nest uses for pipes; here they do not run guards and interceptors. */
export interface ContextCreators {
  readonly guards: GuardsContextCreator;
  readonly interceptors: InterceptorsContextCreator;
  readonly pipes: PipesContextCreator;
}

/**
 * Fills parameters that carry one of Nest's own decorators with Nest's own code for plain controllers: a pipe that
 * reads its metadata, such as `ValidationPipe`, must find the same metadata.
 */
export class NestParameters {
  readonly #utils = new ContextUtils();
  readonly #router: RouterExecutionContext;
  readonly #pipes: PipesContextCreator;

  constructor(
    { guards, interceptors, pipes }: ContextCreators,
    private readonly scoped: ScopedEnhancers,
    config: ApplicationConfig,
    adapter: HttpServer,
  ) {
    this.#pipes = pipes;
    this.#router = new RouterExecutionContext(
      new RouteParamsFactory(config as never),
      pipes,
      new PipesConsumer(),
      guards,
      new GuardsConsumer(),
      interceptors,
      new InterceptorsConsumer(),
      adapter,
    );
  }

  fillPort(handler: Handler): EndpointPorts['fill'] {
    if (Object.keys(this.#entriesOf(handler)).length === 0) return undefined;
    const create = (context?: ContextId) => this.#filler(handler, context);
    return this.scoped.using(
      handler,
      create,
      async (fill, requestContext, values: unknown[]): Promise<void> => {
        await fill(values, argsOf(requestContext.exchange));
      },
    );
  }

  #filler(
    handler: Handler,
    context: ContextId | undefined,
  ): (values: unknown[], args: readonly unknown[]) => Promise<unknown> | undefined {
    const { instance, method, methodName, moduleKey } = handler;
    const inquirer = inquirerOf(handler, context);
    // The pipes of the application, the class and the method.
    const shared = this.#pipes
      .create(instance, method, moduleKey, context, inquirer)
      .filter((pipe) => !(pipe instanceof ServedCheck));
    const entries = this.#entriesOf(handler);
    const parameters = this.#router.exchangeKeysForValues(
      Object.keys(entries),
      entries as Record<number, RouteParamMetadata>,
      moduleKey,
      context,
      inquirer,
      this.#utils.getContextFactory('http', instance, method),
    );
    const types = this.#utils.reflectCallbackParamtypes(instance, methodName);
    const typed = this.#utils.mergeParamsMetatypes(parameters, types);
    this.#warnOfUntyped(handler, types, shared, typed);
    const fill = this.#router.createPipesFn(shared, typed);
    return (values, [request, response, next]) =>
      fill?.(values, request, response, next as () => void);
  }

  #warnOfUntyped(
    { instance, methodName }: Handler,
    types: unknown[] | undefined,
    shared: PipeTransform[],
    parameters: ReturnType<ContextUtils['mergeParamsMetatypes']>,
  ): void {
    const pipeable = parameters.filter(({ type }) => this.#router.isPipeable(type as string));
    warnOfUntyped(this.#utils, instance, methodName, types, shared, pipeable);
  }

  #entriesOf({ instance, methodName }: Handler): Readonly<Record<string, RouteParamMetadata>> {
    const entries = this.#utils.reflectCallbackMetadata<
      Readonly<Record<string, RouteParamMetadata>> | undefined
    >(instance, methodName, ROUTE_ARGS_METADATA);
    return entries ?? {};
  }
}
