import { Logger, type CallHandler } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig } from '@nestjs/core';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { addCacheHeaders } from '../../caching/cache-headers.js';
import { isNotModified } from '../../caching/entity-tag-match.js';
import type { CacheableResponse, CachedResponse } from '../../caching/entry.js';
import { canonicalArguments } from '../../caching/keys.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { joinPresetHeaders } from '../../lifecycle/responses/outgoing.js';
import { ReplyBody } from '../../lifecycle/messages/reply.js';
import { headersOf } from '../../lifecycle/messages/rest-response.js';
import { CachedRoute, type CachedRouteParts } from '../../lifecycle/steps/cache.step.js';
import { hasSerializationHooks } from '../../platform/fastify/internals.js';
import { isStreamed, type PlainExchange } from '../../platform/plain-exchange.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { NullRecord } from '../../shared/records.js';
import { HEADERS_METADATA } from '../internals.js';
import { PlainContext } from './plain-context.js';
import { partAround, type PlainHandler } from './plain-handler.js';
import { isPlainData, ownHeadersOf } from './plain-response.js';

const MEDIA_TYPE = 'content-type';

/** The parts that the caches of an application's handlers share. */
interface PlainCacheContext {
  readonly adapter: AbstractHttpAdapter;
  readonly user: (context: PlainContext) => unknown;
  readonly config: ApplicationConfig;
}

/** A handler of a plain controller whose responses are cached. */
export class PlainCache extends CachedRoute {
  readonly #logger = new Logger('RestCache');
  readonly #isIdentified: boolean;
  readonly #declared: ReadonlySet<string>;
  /** The names of the interceptors outside of the cache. */
  readonly #outside: readonly string[];
  /** Whether the sent text is stored, and not data that outer interceptors and hooks may still change. */
  readonly #keepsText: boolean;
  /** Requests whose handler is running: an interceptor that is listed twice must not wait for itself. */
  readonly #inside = new WeakSet<object>();
  readonly #reported = new Set<string>();

  constructor(
    handler: PlainHandler,
    private readonly entry: RouteEntry,
    cached: CachedRouteParts,
    private readonly shared: PlainCacheContext,
  ) {
    super(cached);
    const { adapter, config } = shared;
    const { sharing } = cached.policy;
    this.#isIdentified = sharing === 'caller' || sharing === 'custom';
    this.#declared = declaredHeaders(handler.method);
    this.#outside = partAround(handler, 'interceptor', config) ?? [];
    const hasHooks =
      adapter.getType() === 'fastify' && hasSerializationHooks(adapter.getInstance<object>());
    this.#keepsText = this.#outside.length === 0 && !hasHooks;
  }

  /** Responds from the cache, or calls the handler. */
  respond(exchange: PlainExchange, next: CallHandler): Awaitable<Observable<unknown>> {
    const { method } = exchange;
    const isInside = this.#inside.has(exchange.message);
    if ((method !== 'GET' && method !== 'HEAD') || isInside) return next.handle();
    const context = new PlainContext(exchange, this.entry);
    // A stale response sets the media type before the handler is called to renew it.
    const hasMediaType = exchange.presetHeader(MEDIA_TYPE) !== undefined;
    const found = this.find(context, argumentsOf(context), () =>
      this.#produce(context, next, hasMediaType),
    );
    return whenReady(found, (cached) => of(this.#present(cached, context)));
  }

  /** `undefined` for a caller that cannot be distinguished from others. */
  protected override partitionOf(context: PlainContext): Awaitable<string | undefined> {
    return whenReady(this.#isIdentified ? this.#identify(context) : undefined, () =>
      whenReady(super.partitionOf(context), (partition) => {
        if (partition === undefined) return undefined;
        const kept = this.#keepsText ? 'text' : 'data';
        return `${kept}${placeOf(context)}${partition}`;
      }),
    );
  }

  protected override mayRefresh(context: PlainContext): Awaitable<boolean> {
    if (context.headers['cache-control'] === undefined) return false;
    return whenReady(this.#isIdentified ? undefined : this.#identify(context), () =>
      super.mayRefresh(context),
    );
  }

  #identify(context: PlainContext): Awaitable<void> {
    return whenReady(this.shared.user(context), (user) => {
      context.user = user;
    });
  }

  /** Calls the handler, and makes the response that the cache stores. */
  async #produce(
    context: PlainContext,
    next: CallHandler,
    hasMediaType: boolean,
  ): Promise<CacheableResponse> {
    const { exchange } = context;
    this.#inside.add(exchange.message);
    const { status: statusBefore, isSent: wasSent } = exchange;
    const before = { ...exchange.presetHeaders() };
    context.result = await lastValueFrom(next.handle());
    const { status } = exchange;
    const { lines, replaced, hasChanged } = ownHeadersOf(
      before,
      exchange.presetHeaders(),
      this.#declared,
    );
    const uncacheable = { status, headers: lines, body: undefined, storable: false };
    if ((exchange.isSent && !wasSent) || isStreamed(context.result)) return uncacheable;
    if (replaced.length > 0) {
      this.#report('replaced', replacedText(replaced));
      return uncacheable;
    }
    const content = this.#contentOf(context);
    if (content === undefined) return uncacheable;
    const { body, contentType } = content;
    const hasType = hasMediaType || lines.some(([name]) => name === MEDIA_TYPE);
    const headers =
      contentType === undefined || hasType ? lines : [...lines, [MEDIA_TYPE, contentType] as const];
    const isRenewable = !hasChanged && status === statusBefore;
    return { status, headers, body, storable: true, isRenewable };
  }

  #contentOf({ exchange, result }: PlainContext): ReturnType<PlainExchange['contentOf']> {
    if (this.#keepsText) return exchange.contentOf(result);
    if (isPlainData(result)) return { body: JSON.stringify(result), contentType: undefined };
    this.#report('instances', instancesText(this.#outside));
    return undefined;
  }

  /** Writes status and headers of a response, and returns the value for Nest or the outer interceptors. */
  #present(cached: CachedResponse, { exchange, result, headers }: PlainContext): unknown {
    const { status, produced } = cached;
    if (produced !== undefined && exchange.isSent) return result;
    // A handler that was called for this request has set its headers itself.
    const stored = cached.headers.filter(([name]) => produced === undefined || name === MEDIA_TYPE);
    // The tag belongs to the text; data that outer interceptors change have another one.
    const tagged = this.#keepsText ? cached : { ...cached, etag: undefined };
    const body = ReplyBody.ofContent(cached.body, true);
    const reply = { status, headers: headersOf(stored), body };
    addCacheHeaders(reply.headers, tagged);
    joinPresetHeaders(reply.headers, exchange, true);
    exchange.writeHead(reply);
    if (produced !== undefined && !(this.#keepsText && produced.storable)) return result;
    // A separate value for each request, because outer interceptors may change it.
    if (!this.#keepsText) return body.data();
    if (status >= 300 || !isNotModified(headers['if-none-match'], cached.etag)) return body.text();
    exchange.writeHead({ status: 304, headers: {} });
    exchange.removeHeader(MEDIA_TYPE);
    return undefined;
  }

  /** Reports each kind of obstacle once. */
  #report(kind: string, reason: string): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#logger.warn(`${this.cached.routeId} is not cached: ${reason}`);
  }
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
  // Nest's `@HostParam` reads them.
  const hosts: unknown = Reflect.get(raw as object, 'hosts');
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

function instancesText(outside: readonly string[]): string {
  const others = outside.length === 0 ? "the adapter's hooks" : outside.join(', ');
  return (
    `it returns class instances or other values that are not plain data, and a cache cannot hand those to ` +
    `${others}. List RestCacheInterceptor before interceptors, so that what they return is stored.`
  );
}
