import {
  type HttpServer,
  ClassSerializerInterceptor,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import {
  EXCEPTION_FILTERS_METADATA,
  exceptionFactoryOf,
  GUARDS_METADATA,
  GuardsContextCreator,
  INTERCEPTORS_METADATA,
  InterceptorsContextCreator,
  PipesContextCreator,
} from '../internals.js';
import type { EndpointPorts } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { FoundClass, Instances } from '../container.js';
import { enhancersOf, type EnhancedMethod } from '../exploration/enhancers-around.js';
import { isKindOf, isOwn, type OwnEnhancers } from './own-enhancers.js';
import {
  ScopedEnhancers,
  handlerOf,
  type Handler,
  inquirerOf,
  NestParameters,
  type ContextCreators,
} from './scoped-enhancers.js';
import type { ExceptionFactory } from '../../diagnostics/violations-of.js';
import { worded } from '../../diagnostics/translate-error.js';
import type { Wording } from '../doors.js';
import { RouteFilters, FilterLists } from './route-filters.js';
import type { UniformEnhancers } from './uniform-enhancers.js';
import { tap, type Observable } from 'rxjs';
import { contextsOf } from './handler-context.js';
import type { ErrorHandling } from '../../lifecycle/messages/error-format.js';
import { keepMadeLinks } from '../../lifecycle/messages/link.js';
import { isObject } from '../../shared/records.js';

/** The keys that `@UseGuards`, `@UseInterceptors` and `@UseFilters` write, on a class or on a method. */
const ENHANCED = [GUARDS_METADATA, INTERCEPTORS_METADATA, EXCEPTION_FILTERS_METADATA];

/**
 * Resolves Nest's own enhancers of a route. A port exists only if the route has an enhancer of its kind, so that
 * enhancers that a route does not have cost nothing.
 */
export class Enhancers {
  readonly #creators: ContextCreators;
  /** The filters of routes, and of requests that no route serves. */
  readonly filters: RouteFilters;
  /** Converts the errors of requests that no route serves. */
  readonly convertError: EndpointPorts['convertError'];
  readonly #parameters: NestParameters;
  readonly #scoped: ScopedEnhancers;
  readonly #hasGlobal: boolean;
  readonly #enhancedClasses = new Map<unknown, boolean>();
  readonly #config: ApplicationConfig;

  constructor(
    private readonly modules: ModulesContainer,
    current: ApplicationConfig,
    adapter: HttpServer,
    instances: Instances,
    private readonly own: OwnEnhancers,
    private readonly uniform: UniformEnhancers,
    private readonly errors: Omit<ErrorHandling, 'makeError'>,
  ) {
    const config = withInterceptorsOfStartup(current);
    this.#config = config;
    // These creators use only the modules of the container.
    const container = { getModules: () => modules } as unknown as ConstructorParameters<
      typeof GuardsContextCreator
    >[0];
    this.convertError = errors.converterOf?.(factoryIn(config.getGlobalPipes()));
    this.#creators = {
      guards: new GuardsContextCreator(container, config),
      interceptors: new InterceptorsContextCreator(container, config),
      pipes: new PipesContextCreator(container, config),
    };
    this.#scoped = new ScopedEnhancers(config, instances);
    this.#parameters = new NestParameters(this.#creators, this.#scoped, config, adapter);
    const { replacedFilter } = own;
    // Nest warns once of the filters of each config.
    const lists = new FilterLists(container, current, adapter);
    this.filters = new RouteFilters(lists, this.#scoped, config, adapter, own, errors.isNest);
    this.#hasGlobal =
      this.#scoped.hasGlobal || hasGlobalEnhancers(config) || replacedFilter !== undefined;
  }

  portsOf(found: FoundClass, methodName: string): Omit<EndpointPorts, 'instance' | 'service'> {
    const handler = handlerOf(found, methodName);
    const fill = this.#parameters.fillPort(handler);
    const { instance, method, moduleKey } = handler;
    const convertError = this.errors.converterOf?.(
      this.errors.isNest
        ? factoryIn(this.#creators.pipes.create(instance, method, moduleKey))
        : undefined,
    );
    const common = { fill, convertError };
    return this.#isEnhanced(handler)
      ? { ...this.#enhancing(handler, convertError), ...common }
      : common;
  }

  /** Makes the texts of class-validator's rules; exceptions of Nest get the texts unchanged. */
  wordingOf(found: FoundClass, methodName: string): Wording {
    if (this.errors.isNest) return (violation) => violation;
    const { instance, method, moduleKey } = handlerOf(found, methodName);
    const factory = factoryIn(this.#creators.pipes.create(instance, method, moduleKey));
    return (violation) => worded(violation, factory);
  }

  /** The classes of the interceptors of a method, or what stands for one without a class. */
  interceptedBy(method: EnhancedMethod): readonly unknown[] {
    const sources = { config: this.#config, modules: this.modules };
    return enhancersOf(method, 'interceptor', sources).map(({ type, registered }) => {
      return type ?? interceptOf(registered);
    });
  }

  isGuarded(method: EnhancedMethod): boolean {
    return this.uniform.isGuarded(method);
  }

  readsUploads(found: FoundClass, methodName: string): boolean {
    const handler = handlerOf(found, methodName);
    if (!this.#isEnhanced(handler) || this.#scoped.isScoped(handler)) return false;
    const { instance, method, moduleKey } = handler;
    // All of Nest's interceptors for files keep multer in this property.
    return this.#creators.interceptors
      .create(instance, method, moduleKey)
      .some((interceptor) => 'multer' in interceptor);
  }

  /** Most routes have no enhancer. This saves Nest's many lookups for each route at startup. */
  #isEnhanced({ found: { type }, method }: Handler): boolean {
    if (this.#hasGlobal) return true;
    let isClassEnhanced = this.#enhancedClasses.get(type);
    if (isClassEnhanced === undefined) {
      isClassEnhanced = ENHANCED.some((key) => Reflect.hasMetadata(key, type));
      this.#enhancedClasses.set(type, isClassEnhanced);
    }
    if (isClassEnhanced) return true;
    const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
    return ENHANCED.some((key) => keys.includes(key));
  }

  #enhancing(
    handler: Handler,
    convertError: EndpointPorts['convertError'],
  ): ReturnType<Enhancers['portsOf']> {
    const guards = guardsOf(handler, this.#creators.guards, this.#scoped, this.own);
    const interceptors = interceptorsOf(handler, this.#creators.interceptors, this.#scoped);
    const interceptedBy = interceptors && this.interceptedBy(handler);
    return {
      guards,
      interceptors,
      interceptedBy,
      ...this.filters.portsOf(handler, convertError),
    };
  }
}

/**
 * The interceptors that were registered at startup, as plain handlers get them. A route is compiled by its first request,
 * and must not get later ones: `checkInterceptors` has not seen them.
 */
function withInterceptorsOfStartup(config: ApplicationConfig): ApplicationConfig {
  const interceptors = [...config.getGlobalInterceptors()];
  return Object.create(config, {
    getGlobalInterceptors: { value: () => interceptors },
  }) as ApplicationConfig;
}

/** The function of an object without a class. A provider of one for each request has it only then. */
function interceptOf(registered: unknown): unknown {
  return isObject(registered) ? (Reflect.get(registered, 'intercept') as unknown) : undefined;
}

function hasGlobalEnhancers(config: ApplicationConfig): boolean {
  return (
    config.getGlobalGuards().length > 0 ||
    config.getGlobalInterceptors().length > 0 ||
    config.getGlobalFilters().length > 0
  );
}

/**
 * @param pipes The pipes of a method, global ones first. The last ValidationPipe makes the exceptions of rejected
 * arguments, as for a plain handler.
 */
function factoryIn(pipes: readonly unknown[]): ExceptionFactory | undefined {
  return pipes.map(exceptionFactoryOf).findLast((one) => one !== undefined);
}

/** Nest's guards of a route, without the library's own: a route checks its permission once its arguments are known. */
function guardsOf(
  handler: Handler,
  creator: GuardsContextCreator,
  scoped: ScopedEnhancers,
  own: OwnEnhancers,
): EndpointPorts['guards'] {
  const { instance, method, moduleKey } = handler;
  const all = scoped.of(handler, (context) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .filter((guard) => !isOwn(guard, own.guard)),
  );
  if (typeof all === 'function') return { all, contextOf: noting(handler, own) };
  if (all.length === 0) return undefined;
  const hasSubclass = all.some((guard) => isKindOf(guard, own.guard));
  return { all, contextOf: hasSubclass ? noting(handler, own) : contextsOf(handler) };
}

/** A subclass of the library's guard recognizes a route by its request. */
function noting(
  handler: Handler,
  own: OwnEnhancers,
): (context: RequestContext) => ExecutionContext {
  const contextOf = contextsOf(handler);
  return (context) => {
    own.note(context);
    return contextOf(context);
  };
}

/** Nest's interceptors of a route. */
function interceptorsOf(
  handler: Handler,
  creator: InterceptorsContextCreator,
  scoped: ScopedEnhancers,
): EndpointPorts['interceptors'] {
  const { instance, method, moduleKey } = handler;
  const all = scoped.of(handler, (context) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .map(keepLinks),
  );
  if (typeof all !== 'function' && all.length === 0) return undefined;
  return { all, contextOf: contextsOf(handler) };
}

/** Keeps the links that `withLinks` has made: Nest's serializer copies the data, and with them the links. */
function keepLinks(interceptor: NestInterceptor): NestInterceptor {
  return interceptor instanceof ClassSerializerInterceptor
    ? { intercept: (context, next) => serialize(interceptor, context, next) }
    : interceptor;
}

async function serialize(
  serializer: NestInterceptor,
  context: ExecutionContext,
  next: CallHandler,
): Promise<Observable<unknown>> {
  let given: unknown;
  const handle = (): Observable<unknown> =>
    next.handle().pipe(tap((value: unknown) => void (given = value)));
  const serialized = await serializer.intercept(context, { handle });
  return serialized.pipe(tap((data: unknown) => keepMadeLinks(given, data)));
}
