import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ResponseCache } from '../engine/response-cache.js';
import { because, reportError } from '../../../shared/report-error.js';
import type { SharedTexts } from '../engine/store/shared-texts.js';
import {
  describeFailure,
  type CacheFailure,
  type OnFailure,
  type TextStore,
} from '../engine/store/store.js';
import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import { translateError } from '../../../diagnostics/translate-error.js';
import type { RequestContext } from '../../../lifecycle/request-context.js';
import type { RouteEntry } from '../../../lifecycle/endpoint.js';
import type { CacheContext, CacheInterception } from '../cache.step.js';
import { whenReady } from '../../../shared/promises.js';
import { slipOf } from '../../../shared/closest-name.js';
import { NullRecord } from '../../../shared/records.js';
import type { RestCacheOptions } from '../../../nest/options/option-groups.js';
import type { CacheLimits, MemoryLevel } from './cache-limits.js';
import type { RestTag } from '../../../routes/declaration/rest-types.js';

type Arguments = Readonly<Record<string, unknown>>;

/** A cached route or handler, and the function that completes the arguments of a purge for its keys. */
interface CachedEntry {
  readonly entry: RouteEntry;
  readonly routeId: string;
  readonly keyed: (args: Arguments) => Arguments;
}

/** The cache of one application, and its cached routes and handlers. */
@Injectable()
export class CacheRegistry {
  readonly #logger = new Logger('RestCache');
  /** `undefined` if no route is cached: then no code of the cache is loaded. */
  cache: ResponseCache | undefined;
  /** The functions that routes and handlers share; `undefined` if nothing is cached. */
  context: CacheContext | undefined;
  #store: Promise<TextStore> | undefined;
  #cached: readonly CachedEntry[] = [];
  #handlers: readonly RouteEntry[] = [];
  #intercept: CacheInterception | undefined;
  /** The tags that it has warned of. */
  readonly #misspelt = new Set<string>();

  cachedOf(controller: unknown, methodName: string): readonly CachedEntry[] {
    return this.#cached.filter(
      ({ entry }) => entry.controller === controller && entry.route.methodName === methodName,
    );
  }

  /**
   * Warns once of each tag that is probably misspelt: no response has it, and a route has a tag that differs by one slip.
   * A function may make any tag.
   */
  warnOfMisspelt(tags: readonly string[]): void {
    const known = this.#tags();
    if (known === undefined) return;
    for (const tag of tags) {
      const meant = known.has(tag) || this.#misspelt.has(tag) ? undefined : slipOf(tag, known);
      if (meant === undefined) continue;
      this.#misspelt.add(tag);
      this.#logger.warn(
        `RestCache.purgeTags: no response has the tag ${JSON.stringify(tag)}, so nothing is purged. Did you mean ${JSON.stringify(meant)}?`,
      );
    }
  }

  /** The tags of all responses; `undefined` if a function makes some of them. */
  #tags(): ReadonlySet<string> | undefined {
    const lists = this.#cached.map(({ entry }) => entry.route.cache?.listedTags);
    const known = lists.filter((tags) => tags !== undefined);
    return known.length === lists.length ? new Set(known.flat()) : undefined;
  }

  /** Adds the cached handlers of plain controllers, before the cache is created. */
  addHandlers(handlers: readonly RouteEntry[]): void {
    this.#handlers = handlers;
  }

  /** Sets the function that an application has put in place of the cache of its routes, before the cache is created. */
  interceptBy(intercept: CacheInterception | undefined): void {
    this.#intercept = intercept;
  }

  /**
   * Sets the cache up, if any route or handler needs it.
   *
   * @param callerHeaders The headers that identify callers; `undefined` if they are not known.
   */
  async create(
    routes: readonly RouteEntry[],
    namespace: string,
    options: RestCacheOptions,
    callerHeaders: readonly string[] | undefined,
  ): Promise<CacheContext | undefined> {
    const handlers = this.#handlers;
    const { memory, ...settings } = await limitsOf(options);
    const plain = new Set(handlers);
    this.#cached = [...routes, ...handlers].flatMap((entry) => {
      const { cache } = entry.route;
      if (cache === undefined) return [];
      return {
        entry,
        routeId: cache.routeId,
        keyed: plain.has(entry) ? textsOf : completedFor(entry),
      };
    });
    if (this.#cached.length === 0) return undefined;
    const store = await this.#storeOf(options, memory, settings.timeLimitMs);
    const { ResponseCache } = await import('../engine/response-cache.js');
    const cache = new ResponseCache({
      namespace,
      onFailure: (failure) => this.#log(failure),
      statusOfError,
      store,
      ...settings,
    });
    this.cache = cache;
    const { mayRefresh } = options;
    this.context = {
      callerHeaders,
      intercept: this.#intercept,
      onFailure: (failure) => this.#log(failure),
      cacheFor: () => cache,
      caller: callerIdOf(options),
      mayRefresh: (subject) =>
        asksAnew(subject) && whenReady(mayRefresh?.(subject.request), (may) => may === true),
    };
    return this.context;
  }

  /**
   * The texts of another feature in the store of the cache, or in the memory of the process.
   *
   * @param onFailure Is called once for each outage of the store, and once when it is over.
   */
  async texts(
    namespace: string,
    options: RestCacheOptions,
    onFailure: OnFailure,
  ): Promise<SharedTexts> {
    const { memory, ...settings } = await limitsOf(options);
    const store = await this.#storeOf(options, memory, settings.timeLimitMs);
    const { openTexts } = await import('../engine/store/shared-texts.js');
    return openTexts({ ...settings, namespace, store, onFailure, statusOfError });
  }

  /** @param limitMs How long to wait for running work, in milliseconds. */
  async close(limitMs: number): Promise<void> {
    await this.cache?.close(limitMs);
  }

  /** The cache and the texts of other features have one connection. */
  async #storeOf(
    { store: backend }: RestCacheOptions,
    memory: MemoryLevel | undefined,
    timeLimitMs: number | undefined,
  ): Promise<TextStore | undefined> {
    if (backend === undefined) return undefined;
    const { createKeyvStore } = await import('./keyv-store.js');
    return (this.#store ??= createKeyvStore(backend, memory, timeLimitMs));
  }

  #log(failure: CacheFailure): void {
    const text = describeFailure(failure);
    const isOver = failure.kind === 'store-back' || failure.kind === 'purges-done';
    if (isOver) this.#logger.log(text);
    else if ('error' in failure) reportError(this.#logger, because(text, failure.error), 'warn');
    else this.#logger.warn(text);
  }
}

/**
 * Purges entries of the cache, for every process that shares its store.
 *
 * @example
 * constructor(private readonly cache: RestCache) {}
 * async rename(id: number, title: string) {
 *   await this.items.rename(id, title);
 *   await this.cache.purgeTags('items');
 *   await this.cache.purge(ItemsController, 'one', { id });
 * }
 *
 * A purge holds for this process from the moment of the call. It resolves to `true` when the store has it: from then
 * on, processes without `cache.memory` do not send older responses. A process with `cache.memory` drops them when the
 * store notifies it, usually within milliseconds, and never sends a response older than `cache.memory.ttl`. The promise
 * resolves to `false` if the store did not accept the purge, which is then tried again each second until the store has
 * it. It never rejects, because a purge follows a completed write.
 */
@Injectable()
export class RestCache {
  /** @internal Nest calls it. */
  constructor(@Inject(CacheRegistry) private readonly registry: CacheRegistry) {}

  /** The number of failures of the store since the start of the process. */
  get storeFailures(): number {
    return this.registry.cache?.storeFailures ?? 0;
  }

  /**
   * Purges the responses of a method of a controller.
   *
   * @param args The typed arguments of the responses to purge; those left out count with their defaults. Without
   * `args`, all responses of the method are purged.
   * @throws InvalidArgumentException if no such method has `@Cache`.
   */
  async purge<Controller>(
    controller: abstract new (...args: never[]) => Controller,
    method: keyof Controller & string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const cached = this.registry.cachedOf(controller, method);
    if (cached.length === 0) {
      throw new InvalidArgumentException(
        `RestCache.purge: ${controller.name}.${method} is not a cached route. Put @Cache on it, or purge another.`,
      );
    }
    const purges = cached.map(({ routeId, keyed }) =>
      this.registry.cache?.purge(routeId, args && keyed(args)),
    );
    return (await Promise.all(purges)).every((isDone) => isDone ?? true);
  }

  /** Purges the responses that have one of these tags. */
  async purgeTags(...tags: readonly RestTag[]): Promise<boolean> {
    this.registry.warnOfMisspelt(tags);
    return (await this.registry.cache?.purgeTags(...tags)) ?? true;
  }

  /** Purges all responses of the application. */
  async purgeAll(): Promise<boolean> {
    return (await this.registry.cache?.purgeAll()) ?? true;
  }
}

async function limitsOf(options: RestCacheOptions): Promise<CacheLimits> {
  if (Object.keys(options).length === 0) return { memory: undefined };
  const { cacheLimitsOf } = await import('./cache-limits.js');
  return cacheLimitsOf(options);
}

function statusOfError(error: unknown): number {
  return translateError(error)?.getStatus() ?? 500;
}

/** The keys of a route contain its typed arguments; those that are left out have their defaults. */
function completedFor({ route }: RouteEntry): (args: Arguments) => Arguments {
  return (args) => {
    const complete = new NullRecord<unknown>();
    for (const { name, fallback } of route.define().arguments) {
      const value = Object.hasOwn(args, name) ? args[name] : fallback?.();
      if (value !== undefined) complete[name] = value;
    }
    return complete;
  };
}

/** The parameters of a plain handler are texts, as in path and query. */
function textsOf(args: Arguments): Arguments {
  const texts = new NullRecord<unknown>();
  for (const [name, value] of Object.entries(args)) texts[name] = textOf(value);
  return texts;
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** The id of the caller of a request, as the application states it. */
export function callerIdOf({
  caller,
}: Pick<RestCacheOptions, 'caller'>): (context: RequestContext) => unknown {
  return caller === undefined ? ({ user }) => idOf(user) : ({ request }) => caller(request);
}

function idOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null
    ? (Reflect.get(user, 'id') as unknown)
    : undefined;
}

function asksAnew({ headers }: RequestContext): boolean {
  const directives = headers['cache-control'];
  return directives !== undefined && /(?:^|,)\s*no-cache\b/i.test(directives);
}
