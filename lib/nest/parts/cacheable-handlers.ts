import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { methodCache, methodRoutes } from '../../decorators/metadata-accessor.js';
import { declareCache } from '../../decorators/reading/declare-cache.js';
import { DeclarationException } from '../../diagnostics/declaration.exception.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { CacheOptions } from '../../model/declaration/cache-options.js';
import { checkDurations } from '../../rules/cache.rules.js';
import { checkVary } from '../../rules/cache.rules.js';
import type { Class } from '../../shared/class.js';
import { routeArgumentsOf } from '../enhancers/filled-parameters.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { REDIRECT_METADATA, RENDER_METADATA, RouteParamtypes, SSE_METADATA } from '../internals.js';
import type { Instances } from '../instances.js';
import { enhancersOf, explorePlainHandlers, type PlainHandler } from './plain-handler.js';

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

/** The interceptors of a handler, as seen from the cache. */
export interface InterceptorsAround {
  /** Whether a `RestCacheInterceptor` is among them. */
  readonly isCached: boolean;
  /** The names of those outside of it. */
  readonly outside: readonly string[];
}

/** Reads the interceptors of a handler. */
export function interceptorsAround(
  handler: PlainHandler,
  config: ApplicationConfig,
): InterceptorsAround {
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
