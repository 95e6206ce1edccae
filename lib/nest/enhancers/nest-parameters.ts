import type { HttpServer, PipeTransform, RouteParamMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import {
  ContextUtils,
  GuardsConsumer,
  InterceptorsConsumer,
  PipesConsumer,
  type GuardsContextCreator,
  type InterceptorsContextCreator,
  type PipesContextCreator,
} from '@nestjs/core/internal';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
import { RouterExecutionContext } from '@nestjs/core/router/router-execution-context.js';
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

  /** @param shared The pipes of the application, the class and the method. */
  filler(
    handler: Handler,
    shared: PipeTransform[],
    context: ContextId | undefined,
    inquirer: string | undefined,
  ): Filler {
    const { prototype, method, methodName, moduleKey } = handler;
    const entries = this.#entriesOf(handler);
    const parameters = this.#router.exchangeKeysForValues(
      Object.keys(entries),
      entries as Record<number, RouteParamMetadata>,
      moduleKey,
      context,
      inquirer,
      this.#utils.getContextFactory('http', prototype, method),
    );
    const types = this.#utils.reflectCallbackParamtypes(prototype, methodName);
    const typed = this.#utils.mergeParamsMetatypes(parameters, types);
    this.#warnOfUntyped(handler, types, shared, typed);
    const fill = this.#router.createPipesFn(shared, typed);
    return (values, [request, response, next]) =>
      fill?.(values, request, response, next as () => void);
  }

  /** Without types, `ValidationPipe` lets everything through: Nest says so, in the versions that know it. */
  #warnOfUntyped(
    { prototype, methodName }: Handler,
    types: unknown[] | undefined,
    shared: PipeTransform[],
    parameters: Parameters<ContextUtils['warnOnMissingParamtypes']>[4],
  ): void {
    const utils: Partial<Pick<ContextUtils, 'warnOnMissingParamtypes'>> = this.#utils;
    const pipeable = parameters.filter(({ type }) => this.#router.isPipeable(type));
    utils.warnOnMissingParamtypes?.(prototype, methodName, types, shared, pipeable);
  }

  #entriesOf({ prototype, methodName }: Handler): Entries {
    const entries = this.#utils.reflectCallbackMetadata<Entries | undefined>(
      prototype,
      methodName,
      ROUTE_ARGS_METADATA,
    );
    return entries ?? {};
  }
}
