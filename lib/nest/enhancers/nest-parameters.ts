import type { HttpServer, PipeTransform, RouteParamMetadata } from '@nestjs/common';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import {
  ContextUtils,
  GuardsConsumer,
  type GuardsContextCreator,
  InterceptorsConsumer,
  type InterceptorsContextCreator,
  PipesConsumer,
  type PipesContextCreator,
  ROUTE_ARGS_METADATA,
  RouteParamsFactory,
  RouterExecutionContext,
} from '../internals.js';
import type { Handler } from './enhanced-handler.js';

/** What Nest creates pipes with; guards and interceptors are not run by it here. */
export interface ContextCreators {
  readonly guards: GuardsContextCreator;
  readonly interceptors: InterceptorsContextCreator;
  readonly pipes: PipesContextCreator;
}

/** Fills the parameters of one method; `args` are request, response and `next`. */
export type Filler = (values: unknown[], args: readonly unknown[]) => Promise<unknown> | undefined;

type Entries = Readonly<Record<string, RouteParamMetadata>>;

/**
 * Fills parameters that carry one of Nest's own decorators with Nest's own code for plain controllers:
 * a pipe that reads its metadata, as `ValidationPipe` does, must see what it would see there.
 */
export class NestParameters {
  readonly #utils = new ContextUtils();
  readonly #router: RouterExecutionContext;

  constructor(
    { guards, interceptors, pipes }: ContextCreators,
    config: ApplicationConfig,
    adapter: HttpServer,
  ) {
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

  hasAny(handler: Handler): boolean {
    return Object.keys(this.#entriesOf(handler)).length > 0;
  }

  /**
   * @param shared The pipes of the application, the class and the method.
   * @param only The index of the only parameter to fill, of a plain controller whose others Nest fills itself.
   */
  filler(
    handler: Handler,
    shared: PipeTransform[],
    context: ContextId | undefined,
    inquirer: string | undefined,
    only?: number,
  ): Filler {
    const { instance, method, methodName, moduleKey } = handler;
    const entries = this.#entriesOf(handler);
    const keys = Object.keys(entries);
    const parameters = this.#router.exchangeKeysForValues(
      only === undefined ? keys : keys.filter((key) => entries[key]?.index === only),
      entries as Record<number, RouteParamMetadata>,
      moduleKey,
      context,
      inquirer,
      this.#utils.getContextFactory('http', instance, method),
    );
    const types = this.#utils.reflectCallbackParamtypes(instance, methodName);
    const typed = this.#utils.mergeParamsMetatypes(parameters, types);
    if (only === undefined) this.#warnOfUntyped(handler, types, shared, typed);
    const fill = this.#router.createPipesFn(shared, typed);
    return (values, [request, response, next]) =>
      fill?.(values, request, response, next as () => void);
  }

  /** Without types, `ValidationPipe` lets every value through: newer versions of Nest log a warning. */
  #warnOfUntyped(
    { instance, methodName }: Handler,
    types: unknown[] | undefined,
    shared: PipeTransform[],
    parameters: ReturnType<ContextUtils['mergeParamsMetatypes']>,
  ): void {
    // Nest 12.2, the oldest supported version, has no such method, and its types do not know it.
    const warn: unknown = Reflect.get(this.#utils, 'warnOnMissingParamtypes');
    if (typeof warn !== 'function') return;
    const pipeable = parameters.filter(({ type }) => this.#router.isPipeable(type as string));
    Reflect.apply(warn, this.#utils, [instance, methodName, types, shared, pipeable]);
  }

  #entriesOf({ instance, methodName }: Handler): Entries {
    const entries = this.#utils.reflectCallbackMetadata<Entries | undefined>(
      instance,
      methodName,
      ROUTE_ARGS_METADATA,
    );
    return entries ?? {};
  }
}
