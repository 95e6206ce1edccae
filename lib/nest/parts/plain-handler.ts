import type { ArgumentsHost, Type } from '@nestjs/common';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import {
  classPermission,
  methodCache,
  methodPermission,
  methodRoutes,
} from '../../decorators/metadata-accessor.js';
import { methodOf, prototypesOf, prototypeWith } from '../../decorators/reading/class-chain.js';
import { declareCache } from '../../decorators/reading/declare-controller.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Permission } from '../../routes/declaration/permission.js';
import type { CacheOptions } from '../../routes/declaration/route-declaration.js';
import { checkDurations, checkVary } from '../../routes/rules/cache.rules.js';
import type { Class } from '../../shared/records.js';
import { respondsItself, routeArgumentsOf } from '../exploration/nest-metadata.js';
import { classesOf, type FoundClass } from '../exploration/container-view.js';
import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RouteParamtypes,
  SSE_METADATA,
} from '../internals.js';
import type { Instances } from '../instances.js';

/** A handler of a plain Nest controller: a method with `@Get()` and its like. */
export interface PlainHandler {
  readonly found: FoundClass;
  readonly methodName: string;
  readonly method: object;
  /** The nearest prototype with the method: what decorators state is kept there. */
  readonly prototype: object;
}

/** What `@RequirePermission` states of a handler: on its method, else on its class or one that it extends. */
export function permissionOf({
  found,
  methodName,
  prototype,
}: PlainHandler): Permission | undefined {
  return methodPermission(prototype, methodName) ?? classPermission(found.type);
}

/** The handlers of the plain Nest controllers of an application, inherited ones included. Creates nothing. */
export function explorePlainHandlers(discovery: DiscoveryService): readonly PlainHandler[] {
  const controllers = new Set(discovery.getControllers());
  return classesOf(discovery)
    .filter(({ wrapper }) => controllers.has(wrapper))
    .flatMap((found) => handlersOf(found));
}

function handlersOf(found: FoundClass): readonly PlainHandler[] {
  return methodNamesOf(found.type).flatMap((methodName) => {
    const prototype = prototypeWith(found.type, methodName);
    const method = methodOf(found.type, methodName);
    const isHandler = typeof method === 'function' && Reflect.hasMetadata(PATH_METADATA, method);
    return isHandler && prototype !== undefined ? [{ found, methodName, method, prototype }] : [];
  });
}

/** The constructor is the class, which has a path too: that of `@Controller`. */
function methodNamesOf(type: Class): readonly string[] {
  const names = prototypesOf(type).flatMap((prototype) => Object.getOwnPropertyNames(prototype));
  return [...new Set(names)].filter((name) => name !== 'constructor');
}

/** The kind of a part, for the three places that name enhancers of a handler. */
export type EnhancerKind = 'guard' | 'interceptor';

const METADATA = { guard: GUARDS_METADATA, interceptor: INTERCEPTORS_METADATA } as const;

/**
 * Whether a part, or a subclass of it, runs on a handler: by a decorator on its class or its method, or as
 * an enhancer of the whole application.
 */
export function isEnhancedBy(
  handler: PlainHandler,
  kind: EnhancerKind,
  part: Type,
  config: ApplicationConfig,
): boolean {
  return enhancersOf(handler, kind, config).some((enhancer) => isOfPart(enhancer, part));
}

/** The enhancers of a handler in Nest's order: of the application, of its class, of the method. */
export function enhancersOf(
  { found, method }: PlainHandler,
  kind: EnhancerKind,
  config: ApplicationConfig,
): readonly unknown[] {
  const key = METADATA[kind];
  return [...globalsOf(kind, config), ...listOf(key, found.type), ...listOf(key, method)];
}

function listOf(key: string, subject: object): readonly unknown[] {
  const list: unknown = Reflect.getMetadata(key, subject);
  return Array.isArray(list) ? list : [];
}

function globalsOf(kind: EnhancerKind, config: ApplicationConfig): readonly unknown[] {
  const [instances, scoped] =
    kind === 'guard'
      ? [config.getGlobalGuards(), config.getGlobalRequestGuards()]
      : [config.getGlobalInterceptors(), config.getGlobalRequestInterceptors()];
  return [...instances, ...scoped.map(({ metatype }) => metatype)];
}

/** An enhancer is named by its class, or it is an instance. */
function isOfPart(enhancer: unknown, part: Type): boolean {
  if (typeof enhancer !== 'function') return enhancer instanceof part;
  return enhancer === part || enhancer.prototype instanceof part;
}

/** Whether a part was called for an HTTP request, not for GraphQL, WebSockets or a microservice. */
export function isHttp(host: ArgumentsHost): boolean {
  return host.getType() === 'http';
}

/** Marks `RestCacheInterceptor` and its subclasses, for code that it imports itself. */
export const CACHE_MARK = Symbol.for('nestjs-rest-routes.cache-interceptor');

/** A handler of a plain controller that has `@Cache`. */
export interface CacheableHandler extends PlainHandler {
  readonly options: CacheOptions;
  /** The same in every process of the application. */
  readonly routeId: string;
}

/**
 * Finds the handlers that are cached: those with `@Cache` inside of a `RestCacheInterceptor`.
 *
 * @throws DeclarationException that lists all diagnostics, where the options of a `@Cache` are invalid.
 */
export function findCachedHandlers(
  discovery: DiscoveryService,
  config: ApplicationConfig,
  instances: Instances,
): readonly CacheableHandler[] {
  const handlers = handlersWithCache(discovery);
  const diagnostics = handlers.flatMap(diagnosticsOf);
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
  return handlers.filter(
    (handler) =>
      returnsResponse(handler) &&
      !isVaryMissing(handler, instances) &&
      interceptorsAround(handler, config).isCached,
  );
}

/** In the order of their discovery. */
function handlersWithCache(discovery: DiscoveryService): readonly CacheableHandler[] {
  const nameOf = classNames();
  return explorePlainHandlers(discovery).flatMap((handler) => {
    const options = optionsOf(handler);
    if (options === undefined) return [];
    const routeId = `${nameOf(handler.found.type)}.${handler.methodName}`;
    return [{ ...handler, options, routeId }];
  });
}

/** Names classes. Several classes of one name are numbered, since they must not share responses. */
function classNames(): (type: Class) => string {
  const known = new Map<string, Class[]>();
  return (type) => {
    const namesakes = known.get(type.name) ?? [];
    known.set(type.name, namesakes);
    if (!namesakes.includes(type)) namesakes.push(type);
    const number = namesakes.indexOf(type) + 1;
    return number === 1 ? type.name : `${type.name}#${number}`;
  };
}

/** The rules of routes hold for the `@Cache` of handlers too. */
function diagnosticsOf({ found, methodName, options }: CacheableHandler): readonly Diagnostic[] {
  const cache = declareCache(options);
  const at = { className: found.type.name, methodName };
  return [...checkDurations(cache), ...checkVary(cache)].map(({ part, ...details }) =>
    diagnosticAt(part === undefined ? at : { ...at, part }, details),
  );
}

/** The `@Cache` of a handler; `undefined` where it has none, or where the library serves the method. */
export function optionsOf({ prototype, methodName }: PlainHandler): CacheOptions | undefined {
  const isRoute = methodRoutes(prototype, methodName).length > 0;
  return isRoute ? undefined : methodCache(prototype, methodName);
}

/** What Nest sends for a method that has one of these is no value that it returns. */
const SENDS_OTHERWISE = [REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA];

/** Whether what a handler returns is its response. */
export function returnsResponse({ found, methodName, method }: PlainHandler): boolean {
  if (respondsItself(found.type, methodName)) return false;
  return !SENDS_OTHERWISE.some((key) => Reflect.hasMetadata(key, method));
}

/** What a handler takes that is part of the key, or of the response. */
const HARMLESS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.HOST,
  RouteParamtypes.RESPONSE,
]);

/**
 * Whether a handler can read more of a request than the parameters of path and query: by a parameter, or by
 * what is injected into a controller that is created for each request.
 */
export function takesRequest({ found, methodName }: PlainHandler, instances: Instances): boolean {
  const taken = routeArgumentsOf(found.type, methodName);
  return taken.some(({ kind }) => !HARMLESS.has(kind)) || instances.isRequestBound(found.wrapper);
}

/**
 * Whether a handler is not cached, because it may read more of a request than its arguments and does not state
 * what its response varies by.
 */
export function isVaryMissing(handler: PlainHandler, instances: Instances): boolean {
  return optionsOf(handler)?.vary === undefined && takesRequest(handler, instances);
}

/**
 * The interceptors of a handler: whether a `RestCacheInterceptor` is among them, and the names of those outside
 * of it.
 */
export function interceptorsAround(
  handler: PlainHandler,
  config: ApplicationConfig,
): { readonly isCached: boolean; readonly outside: readonly string[] } {
  const all = enhancersOf(handler, 'interceptor', config).map(classOf);
  const at = all.findIndex((one) => Reflect.get(one, CACHE_MARK) === true);
  const outside = at === -1 ? all : all.slice(0, at);
  return { isCached: at !== -1, outside: outside.map(({ name }) => name) };
}

/** Interceptors are listed as classes and as instances. */
function classOf(interceptor: unknown): { readonly name: string } {
  if (typeof interceptor === 'function') return interceptor;
  const isInstance = typeof interceptor === 'object' && interceptor !== null;
  return isInstance ? interceptor.constructor : Object;
}
