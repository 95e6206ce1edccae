import { Logger, type CallHandler } from '@nestjs/common';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { addCacheHeaders } from '../caching/index.js';
import { isNotModified } from '../../shared/entity-tag.js';
import type { CacheableResponse, CachedResponse } from '../caching/index.js';
import { canonicalArguments } from '../caching/index.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { joinAppliedHeaders } from '../../lifecycle/responses/outgoing.js';
import { ReplyBody } from '../../lifecycle/messages/reply.js';
import { headersOf, type ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { findCached, type CachedRouteData } from '../caching/index.js';
import { isStreamed, type PlainExchange } from '../../platform/plain-exchange.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { NullRecord } from '../../shared/records.js';
import { HEADERS_METADATA, hostParamsOf } from '../../nest/internals.js';
import { PlainContext } from '../../nest/enhancers/plain-context.js';
import { enhancersAround, type EnhancerSources } from '../../nest/exploration/enhancers-around.js';
import type { PlainHandler } from '../../nest/exploration/plain-handler.js';
import { keepWaiting } from './plain-heads.js';
import { isPlainData, jsonOf, ownHeadersOf } from './plain-response.js';

/** The settings that the caches of an application's handlers share. */
interface PlainCacheContext {
  readonly user: (context: PlainContext) => unknown;
  readonly sources: EnhancerSources;
}

/**
 * A handler of a plain controller whose results are cached: the data that it returns, as `CacheInterceptor` of
 * `@nestjs/cache-manager` stores them. A hit passes the outer interceptors and the adapter as a fresh result does.
 */
export class PlainCache {
  readonly #logger = new Logger('RestCache');
  readonly #cached: CachedRouteData<PlainContext>;
  readonly #isIdentified: boolean;
  readonly #declared: ReadonlySet<string>;
  /** The names of the interceptors outside of the cache. */
  readonly #outside: readonly string[];
  /** Requests whose handler is running: an interceptor that is listed twice must not wait for itself. */
  readonly #inside = new WeakSet<object>();
  readonly #reported = new Set<string>();

  constructor(
    handler: PlainHandler,
    private readonly entry: RouteEntry,
    cached: CachedRouteData,
    private readonly shared: PlainCacheContext,
  ) {
    this.#cached = {
      ...cached,
      partitionOf: (context) => this.#partitionOf(context, cached),
      mayRefresh: (context) => this.#mayRefresh(context, cached),
    };
    const { sharing } = cached.policy;
    this.#isIdentified = sharing === 'caller' || sharing === 'custom';
    this.#declared = declaredHeaders(handler.method);
    this.#outside = enhancersAround(handler, 'interceptor', shared.sources) ?? [];
  }

  respond(exchange: PlainExchange, next: CallHandler): Awaitable<Observable<unknown>> {
    const { method } = exchange;
    const isInside = this.#inside.has(exchange.message);
    if ((method !== 'GET' && method !== 'HEAD') || isInside) return next.handle();
    const context = new PlainContext(exchange, this.entry);
    const produce = () => this.#produce(context, next);
    const found = findCached(this.#cached, context, argumentsOf(context), produce);
    return whenReady(found, (cached) => of(this.#writeCached(cached, context)));
  }

  #partitionOf(
    context: PlainContext,
    { partitionOf }: CachedRouteData,
  ): Awaitable<string | undefined> {
    return whenReady(this.#isIdentified ? this.#identify(context) : undefined, () =>
      whenReady(partitionOf(context), (partition) =>
        partition === undefined ? undefined : `${placeOf(context)}${partition}`,
      ),
    );
  }

  #mayRefresh(context: PlainContext, { mayRefresh }: CachedRouteData): Awaitable<boolean> {
    if (context.headers['cache-control'] === undefined) return false;
    return whenReady(this.#isIdentified ? undefined : this.#identify(context), () =>
      mayRefresh(context),
    );
  }

  #identify(context: PlainContext): Awaitable<void> {
    return whenReady(this.shared.user(context), (user) => {
      context.user = user;
    });
  }

  async #produce(context: PlainContext, next: CallHandler): Promise<CacheableResponse> {
    const { exchange } = context;
    this.#inside.add(exchange.message);
    const { status: statusBefore, isSent: wasSent } = exchange;
    const before = { ...exchange.appliedHeaders() };
    context.result = await lastValueFrom(next.handle());
    const { status } = exchange;
    const own = ownHeadersOf(before, exchange.appliedHeaders(), this.#declared);
    const { lines: headers, replaced } = own;
    const uncacheable = { status, headers, body: undefined, storable: false };
    if ((exchange.isSent && !wasSent) || isStreamed(context.result)) return uncacheable;
    if (replaced.length > 0) {
      this.#report('replaced', replacedText(replaced));
      return uncacheable;
    }
    const body = this.#textOf(context.result);
    if (body === undefined && context.result !== undefined) {
      this.#report('data', dataText(this.#outside));
      return uncacheable;
    }
    const isRenewable = !own.hasChanged && status === statusBefore;
    return { status, headers, body, storable: true, isRenewable };
  }

  /**
   * Outer interceptors may serialize by the class of a value, and would send properties of the stored data that the
   * class excludes.
   */
  #textOf(result: unknown): string | undefined {
    return this.#outside.length === 0 || isPlainData(result) ? jsonOf(result) : undefined;
  }

  /** Prepares the head of a response, and returns the value for Nest or the outer interceptors. */
  #writeCached(cached: CachedResponse, context: PlainContext): unknown {
    const { exchange, result, headers } = context;
    const { status, produced } = cached;
    if (produced !== undefined && exchange.isSent) return result;
    const etag = this.#tagOf(cached);
    const isKnown =
      etag !== undefined && status < 300 && isNotModified(headers['if-none-match'], etag);
    const make = () => ({
      status: isKnown ? 304 : status,
      headers: headersOfCached(cached, etag, exchange),
    });
    // Nest does not send every stream by the adapter.
    if (isStreamed(result)) exchange.writeHead(make());
    else {
      exchange.writeHead({ status, headers: {} });
      keepWaiting(exchange, status, make);
    }
    // A separate value for each request, because outer interceptors may change it. A fresh result is sent as its data
    // too: a hook that reads the class of a value would otherwise change fresh responses only.
    if (produced?.storable === false) return result;
    return isKnown || typeof cached.body !== 'string'
      ? undefined
      : ReplyBody.ofJson({ text: cached.body, hasBigInts: false }).data();
  }

  /** Data that outer interceptors change have no tag. */
  #tagOf({ etag }: CachedResponse): string | undefined {
    return etag === undefined || this.#outside.length > 0 ? undefined : etag;
  }

  /** Reports each kind of obstacle once. */
  #report(kind: string, reason: string): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#logger.warn(`${this.#cached.routeId} is not cached: ${reason}`);
  }
}

/** The headers of a response when it is sent. By then, outer interceptors have set theirs. */
function headersOfCached(
  cached: CachedResponse,
  etag: string | undefined,
  exchange: PlainExchange,
): ResponseHeaders {
  const headers = headersOf(cached.headers);
  addCacheHeaders(headers, { ...cached, etag });
  if (cached.produced !== undefined) {
    // A handler that was called for this request has set its headers itself.
    const own = headersOf(cached.headers);
    for (const name in own) if (headers[name] === own[name]) delete headers[name];
  }
  joinAppliedHeaders(headers, exchange, true);
  return headers;
}

/** The parameters of query and path by name, unchanged. The path takes precedence. */
function argumentsOf({ params, query }: PlainContext): Readonly<Record<string, unknown>> {
  return Object.assign(new NullRecord<unknown>(), query, params);
}

/** The path, the server name, and query parameters that the path hides, none of which are in the arguments. */
function placeOf({ path, params, query, raw }: PlainContext): string {
  // `/cats/7?id=8`: a handler may read both.
  const isHidden = Object.keys(params).some((name) => name in query);
  const hidden = isHidden ? `?${canonicalArguments(query) ?? ''}` : '';
  const hosts = hostParamsOf(raw as object);
  return `${JSON.stringify(path)}${hidden}${hosts === undefined ? '' : `@${JSON.stringify(hosts)}`}`;
}

/**
 * The names of the headers that `@Header` states with a constant value, in lower case. A value that is computed for
 * each request is not among them.
 */
function declaredHeaders(method: object): ReadonlySet<string> {
  const listed: unknown = Reflect.getMetadata(HEADERS_METADATA, method);
  const headers = (Array.isArray(listed) ? listed : []) as readonly {
    readonly name: string;
    readonly value: unknown;
  }[];
  const constant = headers.filter(({ value }) => typeof value !== 'function');
  return new Set(constant.map(({ name }) => name.toLowerCase()));
}

function replacedText(names: readonly string[]): string {
  return (
    `it changes ${names.join(', ')}, which something before it has set for one request. Set ` +
    'such a header in one place only.'
  );
}

function dataText(outside: readonly string[]): string {
  if (outside.length === 0) {
    return 'it returns bytes or another value that is not the same after it was written as JSON. Return data.';
  }
  return (
    'it returns class instances or other values that are not plain data, and a cache cannot hand those to ' +
    `${outside.join(', ')}. List RestCacheInterceptor before interceptors, so that what they return is stored.`
  );
}
