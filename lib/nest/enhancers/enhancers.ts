import {
  type HttpServer,
  type CanActivate,
  ClassSerializerInterceptor,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer, ContextId } from '@nestjs/core';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  GuardsContextCreator,
  INTERCEPTORS_METADATA,
  InterceptorsContextCreator,
  PipesContextCreator,
} from '../internals.js';
import type { EndpointPorts } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { FoundClass, Instances } from '../container.js';
import { enhancerClasses } from '../parts/plain-handler.js';
import type { RouteParts } from '../parts/route-parts.js';
import type { RouteRequests } from '../parts/route-context.js';
import {
  ScopedEnhancers,
  handlerOf,
  type Handler,
  inquirerOf,
  NestParameters,
  type ContextCreators,
} from './scoped-enhancers.js';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import { PermissionGuard } from '../parts/parts.js';
import {
  nestExceptionOf,
  type ExceptionFactory,
  type PresentError,
} from '../../diagnostics/nest-exception.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { isObject } from '../../shared/records.js';
import { RouteFilters, FilterLists } from './route-filters.js';
import { tap, type Observable } from 'rxjs';
import { lastValueOf } from '../../lifecycle/steps/invoke.step.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import { argsOf, HandlerContext, runGuards, runInterceptors } from './run-enhancers.js';
import { keepMadeLinks } from '../../lifecycle/messages/link.js';
import {
  isRestResponse,
  RestResponse,
  settledData,
} from '../../lifecycle/messages/rest-response.js';

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
  readonly present: EndpointPorts['present'];
  readonly #parameters: NestParameters;
  readonly #scoped: ScopedEnhancers;
  readonly #hasGlobal: boolean;
  readonly #enhancedClasses = new Map<unknown, boolean>();

  constructor(
    modules: ModulesContainer,
    private readonly config: ApplicationConfig,
    adapter: HttpServer,
    instances: Instances,
    private readonly parts: RouteParts,
    private readonly isNest: boolean,
  ) {
    // These creators use only the modules of the container.
    const container = { getModules: () => modules } as unknown as ConstructorParameters<
      typeof GuardsContextCreator
    >[0];
    this.present = isNest ? presenterOf(config.getGlobalPipes()) : undefined;
    this.#creators = {
      guards: new GuardsContextCreator(container, config),
      interceptors: new InterceptorsContextCreator(container, config),
      pipes: new PipesContextCreator(container, config),
    };
    this.#scoped = new ScopedEnhancers(config, instances);
    this.#parameters = new NestParameters(this.#creators, this.#scoped, config, adapter);
    const { replacedFilter } = parts;
    const lists = new FilterLists(container, config, adapter);
    this.filters = new RouteFilters(lists, this.#scoped, config, adapter, replacedFilter, isNest);
    this.#hasGlobal =
      this.#scoped.hasGlobal || hasGlobalEnhancers(config) || replacedFilter !== undefined;
  }

  portsOf(found: FoundClass, methodName: string): Omit<EndpointPorts, 'instance' | 'service'> {
    const handler = handlerOf(found, methodName);
    const fill = this.#parameters.fillPort(handler);
    const { instance, method, moduleKey } = handler;
    const present = this.isNest
      ? presenterOf(this.#creators.pipes.create(instance, method, moduleKey))
      : undefined;
    const common = { fill, present };
    return this.#isEnhanced(handler) ? { ...this.#enhancing(handler, present), ...common } : common;
  }

  interceptedBy(found: FoundClass, methodName: string): readonly unknown[] {
    return enhancerClasses(handlerOf(found, methodName), 'interceptor', this.config);
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
    present: EndpointPorts['present'],
  ): ReturnType<Enhancers['portsOf']> {
    const guard = guardPort(handler, this.#creators.guards, this.#scoped, this.parts.requests);
    const intercept = interceptPort(handler, this.#creators.interceptors, this.#scoped);
    const interceptedBy = intercept && enhancerClasses(handler, 'interceptor', this.config);
    return { guard, intercept, interceptedBy, ...this.filters.portsOf(handler, present) };
  }
}

function hasGlobalEnhancers(config: ApplicationConfig): boolean {
  return (
    config.getGlobalGuards().length > 0 ||
    config.getGlobalInterceptors().length > 0 ||
    config.getGlobalFilters().length > 0
  );
}

/**
 * Turns the library's errors into Nest's exceptions, with `errors: 'nest'`.
 *
 * @param pipes The pipes of a method, global ones first. The last ValidationPipe makes the exceptions of rejected
 * arguments, as for a plain handler.
 */
function presenterOf(pipes: readonly unknown[]): PresentError<Pick<Exchange, 'original'>> {
  const factory = pipes.map(exceptionFactoryOf).findLast((one) => one !== undefined);
  return (error, { original }) => nestExceptionOf(error, original, factory);
}

/** Nest's ValidationPipe, and its subclasses, keep the factory as a property. */
function exceptionFactoryOf(pipe: unknown): ExceptionFactory | undefined {
  if (!isObject(pipe)) return undefined;
  const factory: unknown = Reflect.get(pipe, 'exceptionFactory');
  return typeof factory === 'function' ? (factory.bind(pipe) as ExceptionFactory) : undefined;
}

/** Nest's guards of a route, global ones first. If one returns false, the error is a 403, as in Nest. */
function guardPort(
  handler: Handler,
  creator: GuardsContextCreator,
  scoped: ScopedEnhancers,
  requests: RouteRequests,
): EndpointPorts['guard'] {
  const { instance, method, moduleKey } = handler;
  const create = (context?: ContextId) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .filter((guard) => !isOwnGuard(guard));
  const shared = scoped.isScoped(handler) ? undefined : create();
  if (shared?.length === 0) return undefined;
  const mayBeSubclass = shared?.some((guard) => guard instanceof PermissionGuard) ?? true;
  const type = instance.constructor as never;
  return scoped.using(handler, create, (guards, requestContext, _none: void): Awaitable<void> => {
    // A subclass of the library's guard recognizes a route by its request.
    if (mayBeSubclass) requests.note(requestContext);
    const context = new HandlerContext(argsOf(requestContext.exchange), type, method);
    return whenReady(runGuards(guards, context), admit);
  });
}

function admit(isAdmitted: boolean): void {
  if (!isAdmitted) throw forbidden(true);
}

/** `PermissionGuard` itself: a route checks its permission without it, once its arguments are known. */
function isOwnGuard(guard: CanActivate): boolean {
  return Object.getPrototypeOf(guard) === PermissionGuard.prototype;
}

/** Nest's interceptors of a route, global ones first. */
function interceptPort(
  handler: Handler,
  creator: InterceptorsContextCreator,
  scoped: ScopedEnhancers,
): EndpointPorts['intercept'] {
  const { instance, method, moduleKey } = handler;
  const create = (context?: ContextId) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .map(keepLinks);
  if (!scoped.isScoped(handler) && create().length === 0) return undefined;
  const type = instance.constructor as never;
  return scoped.using(handler, create, (interceptors, requestContext, next: () => unknown) => {
    const context = new HandlerContext(argsOf(requestContext.exchange), type, method);
    return interceptData(interceptors, context, requestContext, next);
  });
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

/**
 * Calls interceptors with the data of a `RestResponse` in its place, as Nest does with `@HttpCode` and `@Header`;
 * status, headers, page and links are kept separately. If an interceptor returns a `RestResponse` itself, that replaces
 * all of them.
 */
function interceptData(
  interceptors: readonly NestInterceptor[],
  context: HandlerContext,
  { exchange }: RequestContext,
  next: () => unknown,
): unknown {
  let response: RestResponse | undefined;
  const unwrap = (value: unknown): unknown => {
    response = isRestResponse(value) ? value : undefined;
    return response === undefined ? value : settledData(response);
  };
  const rewrap = (data: unknown): unknown =>
    response === undefined || isRestResponse(data) ? data : RestResponse.withData(response, data);
  const returned = runInterceptors(interceptors, context, () => whenReady(next(), unwrap));
  const data = isThenable(returned)
    ? Promise.resolve(returned).then((one) => lastValueOf(one, exchange))
    : lastValueOf(returned, exchange);
  return whenReady(data, rewrap);
}
