import { Logger, type CallHandler } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig } from '@nestjs/core';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { servedPolicy } from '../../caching/cache-headers.js';
import { cacheShape, canonicalArguments } from '../../caching/keys.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import { compileCachePolicy } from '../../routes/definition/cache-definition.js';
import { isAnonymous } from '../../routes/declaration/permission.js';
import type { ObservedPartition } from '../../lifecycle/caching/observed-reads.js';
import { CachedRoute, type CacheContext } from '../../lifecycle/steps/cache.step.js';
import { hasSerializationHooks } from '../../platform/fastify/fastify-responder.js';
import { plainExchangeOf } from '../../platform/http/plain-exchange.js';
import { NullRecord } from '../../shared/records.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { HEADERS_METADATA } from '../internals.js';
import type { Instances } from '../instances.js';
import {
  interceptorsAround,
  permissionOf,
  takesRequest,
  type CacheableHandler,
} from './plain-handler.js';
import { PlainRequest } from './plain-request.js';
import {
  carriesCredentials,
  plainCacheableOf,
  presentPlain,
  responseBefore,
  type Emission,
  type Obstacle,
  type PlainCacheable,
  type Presentation,
} from './plain-cacheable.js';

/** What the cached handlers of an application share. */
export interface CachedHandlerContext {
  readonly responses: ResponseCache;
  readonly context: CacheContext;
  readonly adapter: AbstractHttpAdapter;
  readonly userOf: (request: PlainRequest) => unknown;
  readonly config: ApplicationConfig;
  readonly instances: Instances;
}

/** One handler of a plain controller inside of the cache. */
export class CachedHandler extends CachedRoute<PlainRequest> {
  readonly #logger = new Logger('RestCache');
  readonly #hasPermission: boolean;
  readonly #takesOnlyArguments: boolean;
  readonly #isIdentified: boolean;
  readonly #declared: ReadonlySet<string>;
  /** Requests whose handler is called: an interceptor that is listed twice must not wait for itself. */
  readonly #inside = new WeakSet<object>();
  readonly #reported = new Set<Obstacle['kind']>();
  readonly #isFastify: boolean;
  #knownEmission: Emission | undefined;

  constructor(
    private readonly handler: CacheableHandler,
    private readonly shared: CachedHandlerContext,
  ) {
    const { method, options, routeId } = handler;
    const { context, responses } = shared;
    const permission = permissionOf(handler);
    const compiled = compileCachePolicy(options, permission?.kind === 'public');
    const policy = servedPolicy(compiled, context.callerHeaders);
    const shape = cacheShape([Function.prototype.toString.call(method), permission?.kind ?? null]);
    super({ policy, routeId, shape, responses, context });
    this.#hasPermission = permission !== undefined;
    this.#takesOnlyArguments = !takesRequest(handler, shared.instances);
    this.#isIdentified = policy.sharing === 'caller' || policy.sharing === 'custom';
    this.#declared = declaredHeaders(method);
    this.#isFastify = shared.adapter.getType() === 'fastify';
  }

  /** @param raw The adapter's own request. */
  respond(raw: object, rawResponse: unknown, next: CallHandler): Awaitable<Observable<unknown>> {
    const request = new PlainRequest(raw, true);
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || this.#inside.has(raw)) return next.handle();
    const response = plainExchangeOf(raw, rawResponse);
    if (response === undefined) return next.handle();
    const visit: Presentation = { request, response };
    const found = this.find(request, argumentsOf(request), () => this.#produce(visit, next));
    return whenReady(found, (cached) => of(presentPlain(cached, visit, this.#emission)));
  }

  /** None for a caller that cannot be distinguished from others. */
  protected override partitionOf(request: PlainRequest): Awaitable<ObservedPartition> {
    return whenReady(this.#isIdentified ? this.#identify(request) : undefined, () =>
      whenReady(super.partitionOf(request), (found) => {
        const partition = found.partition ?? this.#partitionOfUnknown(request);
        if (partition === undefined) return found;
        const key = `${this.#emission}${placeOf(request)}${partition}`;
        return { partition: key, headers: found.headers };
      }),
    );
  }

  protected override mayRefresh(request: PlainRequest): Awaitable<boolean> {
    if (request.headers['cache-control'] === undefined) return false;
    return whenReady(this.#isIdentified ? undefined : this.#identify(request), () =>
      super.mayRefresh(request),
    );
  }

  /** `PermissionGuard` has identified the caller of an entry that all callers share. */
  protected override callerHeadersOf(
    request: PlainRequest,
  ): ReturnType<CachedRoute<PlainRequest>['callerHeadersOf']> {
    if (this.cached.context.callerHeaders !== undefined) return undefined;
    return super.callerHeadersOf(request) ?? (this.#hasPermission ? 'unknown' : undefined);
  }

  #identify(request: PlainRequest): Awaitable<void> {
    return whenReady(this.shared.userOf(request), (user) => {
      request.user = user;
    });
  }

  /**
   * The requests without a user and without credentials to one host: an application may have a tenant for each.
   * No partition of a user or of a `vary` begins with this text.
   */
  #partitionOfUnknown(request: PlainRequest): string | undefined {
    const isShared = this.cached.policy.sharing === 'caller' && this.#takesOnlyArguments;
    if (!isShared || !isUnknown(request)) return undefined;
    const { headers } = request;
    return `anonymous:${JSON.stringify([headers.host, headers['x-forwarded-host']])}`;
  }

  async #produce(visit: Presentation, next: CallHandler): Promise<PlainCacheable> {
    const { request, response, hadMediaType } = visit;
    this.#inside.add(request.raw as object);
    const before = responseBefore(response, hadMediaType);
    const value: unknown = await lastValueFrom(next.handle());
    const cacheable = plainCacheableOf(value, response, before, this.#declared, this.#emission);
    if (cacheable.obstacle !== undefined) this.#report(cacheable.obstacle);
    return cacheable;
  }

  /** Interceptors outside, and hooks, run after the cache: they must see what they would see without it. */
  get #emission(): Emission {
    return (this.#knownEmission ??=
      this.#outside().length === 0 && !this.#hasHooks() ? 'text' : 'data');
  }

  #hasHooks(): boolean {
    return this.#isFastify && hasSerializationHooks(this.shared.adapter.getInstance<object>());
  }

  #outside(): readonly string[] {
    return interceptorsAround(this.handler, this.shared.config).outside;
  }

  /** Reports each kind of obstacle once. */
  #report(obstacle: Obstacle): void {
    if (this.#reported.has(obstacle.kind)) return;
    this.#reported.add(obstacle.kind);
    const reason = reasonOf(obstacle, () => this.#outside());
    this.#logger.warn(`${this.handler.routeId} is not cached: ${reason}`);
  }
}

/** Whether nothing in a request identifies its sender. */
function isUnknown({ user, headers, raw }: PlainRequest): boolean {
  const { socket } = raw as { readonly socket?: { readonly authorized?: unknown } };
  const hasCertificate = socket?.authorized === true;
  return isAnonymous(user) && !carriesCredentials(headers) && !hasCertificate;
}

/** The parameters of query and path by name, as they came. The path takes precedence. */
function argumentsOf({ params, query }: PlainRequest): Readonly<Record<string, unknown>> {
  return Object.assign(new NullRecord<unknown>(), query, params);
}

/** What the arguments lack: the path, the name of the server, and parameters of the query that the path hides. */
function placeOf({ path, params, query, raw }: PlainRequest): string {
  // `/cats/7?id=8`: a handler may read both.
  const isHidden = Object.keys(params).some((name) => name in query);
  const hidden = isHidden ? `?${canonicalArguments(query) ?? ''}` : '';
  // Nest's `@HostParam` reads them.
  const hosts: unknown = Reflect.get(raw as object, 'hosts');
  return `${JSON.stringify(path)}${hidden}${hosts === undefined ? '' : `@${JSON.stringify(hosts)}`}`;
}

/**
 * The names of the headers that `@Header` states with a constant value, in lower case. A value that is
 * computed for each request stays that of the request.
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

function reasonOf(obstacle: Obstacle, outside: () => readonly string[]): string {
  if (obstacle.kind === 'replaced') {
    return (
      `it changes ${obstacle.names.join(', ')}, which something before it has set for one request. Set ` +
      'such a header in one place only.'
    );
  }
  const names = outside();
  const others = names.length === 0 ? "the adapter's hooks" : names.join(', ');
  return (
    `it returns class instances or other values that are not plain data, and a cache cannot hand those to ` +
    `${others}. List RestCacheInterceptor before interceptors, so that what they return is stored.`
  );
}
