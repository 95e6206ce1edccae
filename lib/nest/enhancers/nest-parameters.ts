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
  CUSTOM_ROUTE_ARGS_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  RouteParamtypes,
} from '../internals.js';
import { type ScopedEnhancers, type Handler, argsOf, inquirerOf } from './scoped-enhancers.js';
import type { Class } from '../../shared/records.js';
import type { EndpointPorts } from '../../lifecycle/request-context.js';
import type { RawHolder } from '../instances.js';

/** What Nest creates pipes with; guards and interceptors are not run by it here. */
export interface ContextCreators {
  readonly guards: GuardsContextCreator;
  readonly interceptors: InterceptorsContextCreator;
  readonly pipes: PipesContextCreator;
}

/** Fills the parameters of one method; `args` are request, response and `next`. */
type Filler = (values: unknown[], args: readonly unknown[]) => Promise<unknown> | undefined;

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

/** A parameter of a method that carries one of Nest's own decorators. */
interface RouteArgument {
  readonly index: number;
  /** A `RouteParamtypes` of Nest's; `undefined` for a decorator of the application's own. */
  readonly kind: number | undefined;
}

const NONE: readonly RouteArgument[] = [];

/** The parameters that Nest's decorators fill, and those made with `createParamDecorator`. */
export function routeArgumentsOf(type: Class, methodName: string): readonly RouteArgument[] {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  return Object.keys(metadata).map(parseKey);
}

/** The indices of the parameters that Nest fills. */
export function indicesFilledByNest(type: Class, methodName: string): ReadonlySet<number> {
  return new Set(routeArgumentsOf(type, methodName).map(({ index }) => index));
}

/** `3:0` is the body as the first parameter; a decorator of the application's has a name before the colon. */
function parseKey(key: string): RouteArgument {
  const colon = key.lastIndexOf(':');
  const kind = key.includes(CUSTOM_ROUTE_ARGS_METADATA) ? undefined : Number(key.slice(0, colon));
  return { index: Number(key.slice(colon + 1)), kind };
}

/** Fills the parameters that carry Nest's own decorators, through global, class, method and own pipes. */
export function fillPort(
  handler: Handler,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  nest: NestParameters,
): EndpointPorts['fill'] {
  if (!nest.hasAny(handler)) return undefined;
  const fillerOf = scoped.getter(handler, createsFiller(handler, creator, nest));
  return async (requestContext, values) => {
    const fill = await fillerOf(requestContext.exchange);
    await fill(values, argsOf(requestContext.exchange));
  };
}

/**
 * Reads one parameter of a handler: its value after all pipes. `request` is what the value is taken from;
 * pipes that are created for each request get `raw`.
 */
export type ParameterReader = (raw: unknown, request: unknown) => Promise<unknown>;

/** The reader of one parameter of a handler of a plain controller; created by the first request. */
export function parameterReader(
  handler: Handler,
  index: number,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  nest: NestParameters,
): ParameterReader {
  const create = createsFiller(handler, creator, nest, index);
  let fillerOf: ((request: RawHolder) => Filler | Promise<Filler>) | undefined;
  return async (raw, request) => {
    fillerOf ??= scoped.getter(handler, create);
    const fill = await fillerOf({ raw });
    const values: unknown[] = [];
    await fill(values, [request]);
    return values[index];
  };
}

function createsFiller(
  handler: Handler,
  creator: PipesContextCreator,
  nest: NestParameters,
  only?: number,
): (context?: ContextId) => Filler {
  const { instance, method, moduleKey } = handler;
  return (context) => {
    const inquirer = inquirerOf(handler, context);
    const shared = creator.create(instance, method, moduleKey, context, inquirer);
    return nest.filler(handler, shared, context, inquirer, only);
  };
}

/** Whether the method takes the response and sends it itself, as in Nest. */
export function respondsItself(type: Class, methodName: string): boolean {
  const isPassthrough: unknown = Reflect.getMetadata(
    RESPONSE_PASSTHROUGH_METADATA,
    type,
    methodName,
  );
  return isPassthrough !== true && routeArgumentsOf(type, methodName).some(takesResponse);
}

function takesResponse({ kind }: { readonly kind: number | undefined }): boolean {
  return kind === RouteParamtypes.RESPONSE || kind === RouteParamtypes.NEXT;
}
