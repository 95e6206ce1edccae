import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { methodCache, methodRoutes } from '../../decorators/metadata-accessor.js';
import { declareCache } from '../../decorators/reading/declare-controller.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { CacheOptions } from '../../routes/declaration/route-declaration.js';
import { checkDurations, checkVary } from '../../routes/rules/cache.rules.js';
import type { Class } from '../../shared/records.js';
import { routeArgumentsOf } from '../enhancers/scoped-enhancers.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { REDIRECT_METADATA, RENDER_METADATA, RouteParamtypes, SSE_METADATA } from '../internals.js';
import type { Instances } from '../instances.js';
import { enhancersOf, explorePlainHandlers, type PlainHandler } from './plain-handler.js';
import type { HeaderLine, CacheableResponse, CachedResponse } from '../../caching/entry.js';
import { isNotModified } from '../../caching/entity-tag-match.js';
import { cacheHeaders } from '../../caching/cache-headers.js';
import { isPlainData, ownHeadersOf } from '../../lifecycle/caching/plain-caching.js';
import { joinCachedHeaders } from '../../lifecycle/responses/outgoing.js';
import { headersOf } from '../../lifecycle/responses/rest-response.js';
import {
  isStreamed,
  type PlainContent,
  type PlainResponse,
} from '../../platform/http/plain-response.js';
import type { PlainRequest } from './plain-request.js';

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
interface InterceptorsAround {
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

const MEDIA_TYPE = 'content-type';

/** What the interceptor hands on: the text that is sent, or data that interceptors outside of it may change. */
export type Emission = 'text' | 'data';

/** Why a value that a handler has returned is never stored. */
export type Obstacle =
  { readonly kind: 'instances' } | { readonly kind: 'replaced'; readonly names: readonly string[] };

/** The response of a handler, as the cache sees it. */
export interface PlainCacheable extends CacheableResponse {
  /** What the handler, or an interceptor inside of the cache, has returned. */
  readonly value: unknown;
  readonly obstacle?: Obstacle;
}

/** The response before the handler was called. */
interface ResponseBefore {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** True for a stale response, which is sent before the handler is called to renew it. */
  readonly isSent: boolean;
  /** Whether something before the cache, such as `@Header`, has set the media type. */
  readonly hasMediaType: boolean;
}

/** Makes what the cache stores of a value that a handler has returned. */
export function plainCacheableOf(
  value: unknown,
  {
    response,
    before,
    declared,
    emission,
  }: {
    readonly response: PlainResponse;
    readonly before: ResponseBefore;
    /** The names of `@Header`. */
    readonly declared: ReadonlySet<string>;
    readonly emission: Emission;
  },
): PlainCacheable {
  const { status } = response;
  const own = ownHeadersOf(before.headers, response.presetHeaders(), declared);
  const uncacheable = { status, headers: own.lines, body: undefined, storable: false, value };
  if ((response.isSent && !before.isSent) || isStreamed(value)) return uncacheable;
  if (own.replaced.length > 0) {
    return { ...uncacheable, obstacle: { kind: 'replaced', names: own.replaced } };
  }
  if (emission === 'data' && !isPlainData(value)) {
    return { ...uncacheable, obstacle: { kind: 'instances' } };
  }
  const content = emission === 'data' ? textOf(value) : response.contentOf(value);
  if (content === undefined) return uncacheable;
  const headers = withMediaType(own.lines, content, before);
  const isRenewable = !own.hasChanged && status === before.status;
  return { status, headers, body: content.body, storable: true, isRenewable, value };
}

function textOf(value: unknown): PlainContent {
  return { body: JSON.stringify(value), contentType: undefined };
}

function withMediaType(
  lines: readonly HeaderLine[],
  { contentType }: PlainContent,
  { hasMediaType }: ResponseBefore,
): readonly HeaderLine[] {
  if (contentType === undefined || hasMediaType) return lines;
  const hasOwn = lines.some(([name]) => name === MEDIA_TYPE);
  return hasOwn ? lines : [...lines, [MEDIA_TYPE, contentType]];
}

/** Notes the response before the handler is called. */
export function responseBefore(
  response: PlainResponse,
  hasMediaType = response.presetHeader(MEDIA_TYPE) !== undefined,
): ResponseBefore {
  const { status, isSent } = response;
  return { status, isSent, headers: { ...response.presetHeaders() }, hasMediaType };
}

/** A request and its response. */
export interface Presentation {
  readonly request: PlainRequest;
  readonly response: PlainResponse;
  /** Whether the media type was set before the cache has written its headers. */
  hadMediaType?: boolean;
}

/** Writes status and headers of a response, and returns what Nest or the interceptors outside get. */
export function presentPlain(
  cached: CachedResponse<PlainCacheable>,
  presentation: Presentation,
  emission: Emission,
): unknown {
  const { response, request } = presentation;
  const { produced } = cached;
  if (produced !== undefined && response.isSent) return produced.value;
  if (cached.cacheStatus === 'stale') {
    presentation.hadMediaType = response.presetHeader(MEDIA_TYPE) !== undefined;
  }
  writeHeaders(cached, response, emission);
  if (emission === 'data') return produced === undefined ? dataOf(cached.body) : produced.value;
  if (produced?.storable === false) return produced.value;
  const isKnown = isNotModified(request.headers['if-none-match'], cached.etag);
  if (cached.status >= 300 || !isKnown) return cached.body;
  response.setStatus(304);
  response.removeHeader(MEDIA_TYPE);
  return undefined;
}

function writeHeaders(
  cached: CachedResponse<PlainCacheable>,
  response: PlainResponse,
  emission: Emission,
): void {
  const { status, produced } = cached;
  if (response.status !== status) response.setStatus(status);
  // A handler that was called for this request has set its headers itself.
  const stored = cached.headers.filter(([name]) => produced === undefined || name === MEDIA_TYPE);
  // The tag is that of the data, which interceptors outside may change.
  const tagged = emission === 'data' ? { ...cached, etag: undefined } : cached;
  const headers = headersOf([...stored, ...cacheHeaders(tagged)]);
  joinCachedHeaders({ headers }, response);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
}

/** A value of its own for each request: interceptors outside may change it. */
function dataOf(body: string | Uint8Array | undefined): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}
