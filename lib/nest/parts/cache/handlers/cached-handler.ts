import { Logger, type CallHandler } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { servedPolicy, type ServedPolicy } from '../../../../caching/headers/served-policy.js';
import type { ResponseCache } from '../../../../caching/response-cache.js';
import { compileCachePolicy } from '../../../../model/definition/compile-cache-policy.js';
import type { CacheContext } from '../../../../pipeline/steps/cache.step.js';
import type { HandlerPlatform } from '../../../../platform/handlers/handler-response.js';
import { callerHeadersOf } from '../../../../pipeline/caching/caller-reads.js';
import { whenReady, type Awaitable } from '../../../../shared/when-ready.js';
import type { ObservedPartition } from '../../../../pipeline/caching/observed-vary.js';
import type { Instances } from '../../../lazy-providers/instances.js';
import { permissionOf } from '../../explore-plain-handlers.js';
import { PlainRequest } from '../../plain-request.js';
import { partitionOf, type PartitionParts } from '../responses/caller-partition.js';
import { declaredHeaders } from './declared-headers.js';
import type { CacheableHandler } from './find-cacheable-handlers.js';
import { interceptorsAround } from './interceptors-around.js';
import {
  plainCacheableOf,
  responseBefore,
  type Emission,
  type PlainCacheable,
} from '../responses/plain-cacheable.js';
import { plainKeyOf } from '../responses/plain-key.js';
import { presentPlain, type Presentation } from '../responses/present-plain.js';
import { takesRequest } from './takes-request.js';
import { reportOnce, type ReportObstacle } from '../responses/report-obstacle.js';

/** What the cached handlers of an application share. */
export interface CachedHandlerContext {
  readonly responses: ResponseCache;
  readonly context: CacheContext;
  readonly platform: HandlerPlatform;
  readonly userOf: (request: PlainRequest) => unknown;
  readonly config: ApplicationConfig;
  readonly instances: Instances;
}

/** One request while it is in the cache. */
interface HandlerVisit extends Presentation {
  readonly next: CallHandler;
}

/** One handler of a plain controller inside of the cache. */
export class CachedHandler {
  readonly #policy: ServedPolicy;
  readonly #partition: PartitionParts;
  readonly #hasPermission: boolean;
  readonly #declared: ReadonlySet<string>;
  /** Requests whose handler is called: an interceptor that is listed twice must not wait for itself. */
  readonly #inside = new WeakSet<object>();
  #emission: Emission | undefined;
  readonly #report: ReportObstacle;

  constructor(
    private readonly handler: CacheableHandler,
    private readonly shared: CachedHandlerContext,
  ) {
    const { method, options, routeId } = handler;
    const permission = permissionOf(handler);
    this.#policy = servedPolicy(
      compileCachePolicy(options, permission?.kind === 'public'),
      shared.context.callerHeaders,
    );
    this.#hasPermission = permission !== undefined;
    this.#partition = {
      policy: this.#policy,
      context: shared.context,
      identify: (request) => this.#identify(request),
      takesOnlyArguments: !takesRequest(handler, shared.instances),
    };
    this.#declared = declaredHeaders(method);
    this.#report = reportOnce(new Logger('RestCache'), routeId, () => this.#around().outside);
  }

  /** @param raw The adapter's own request. */
  respond(raw: object, rawResponse: unknown, next: CallHandler): Awaitable<Observable<unknown>> {
    const request = new PlainRequest(raw, true);
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || this.#inside.has(raw)) return next.handle();
    return whenReady(partitionOf(request, this.#partition), (observed) =>
      whenReady(this.#wantsNew(request), (noCache) =>
        this.#respondFrom(observed, noCache, {
          request,
          response: this.shared.platform.wrap(rawResponse),
          next,
        }),
      ),
    );
  }

  #identify(request: PlainRequest): Awaitable<void> {
    return whenReady(this.shared.userOf(request), (user) => {
      request.user = user;
    });
  }

  #wantsNew(request: PlainRequest): Awaitable<boolean> {
    if (request.headers['cache-control'] === undefined) return false;
    const { sharing } = this.#policy;
    const isIdentified = sharing === 'caller' || sharing === 'custom';
    return whenReady(isIdentified ? undefined : this.#identify(request), () =>
      this.shared.context.mayRefresh(request),
    );
  }

  #respondFrom(
    { partition, headers: varyHeaders }: ObservedPartition,
    noCache: boolean,
    visit: HandlerVisit,
  ): Awaitable<Observable<unknown>> {
    const { routeId } = this.handler;
    const emission = (this.#emission ??= this.#chooseEmission());
    const { args, place } = plainKeyOf(visit.request);
    const key = partition === undefined ? undefined : `${emission}${place}${partition}`;
    const policy = this.#policy;
    const callerHeaders = this.#callerHeadersOf(visit.request);
    const cacheRequest = {
      policy,
      routeId,
      args,
      partition: key,
      noCache,
      varyHeaders,
      callerHeaders,
    };
    const responded = this.shared.responses.respond(cacheRequest, () =>
      this.#produce(visit, emission),
    );
    return whenReady(responded, (cached) => of(presentPlain(cached, visit, emission)));
  }

  /** `PermissionGuard` has identified the caller of an entry that all callers share. */
  #callerHeadersOf(request: PlainRequest): ReturnType<typeof callerHeadersOf> {
    if (this.shared.context.callerHeaders !== undefined) return undefined;
    return callerHeadersOf(request) ?? (this.#hasPermission ? 'unknown' : undefined);
  }

  async #produce(
    { request, response, next, hadMediaType }: HandlerVisit,
    emission: Emission,
  ): Promise<PlainCacheable> {
    this.#inside.add(request.raw as object);
    const before = responseBefore(response, hadMediaType);
    const value: unknown = await lastValueFrom(next.handle());
    const declared = this.#declared;
    const cacheable = plainCacheableOf(value, { response, before, declared, emission });
    if (cacheable.obstacle !== undefined) this.#report(cacheable.obstacle);
    return cacheable;
  }

  /** Interceptors outside, and hooks, run after the cache: they must see what they would see without it. */
  #chooseEmission(): Emission {
    const isLast = this.#around().outside.length === 0 && !this.shared.platform.changesValues();
    return isLast ? 'text' : 'data';
  }

  #around(): ReturnType<typeof interceptorsAround> {
    return interceptorsAround(this.handler, this.shared.config);
  }
}
