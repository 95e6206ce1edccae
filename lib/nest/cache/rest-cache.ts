import { Inject, Injectable } from '@nestjs/common';
import type { CacheDefinition } from '../../routes/definition/cache-definition.js';
import type { OpenRoute } from '../../routes/route.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { NullRecord } from '../../shared/records.js';
import { CacheRegistry } from './cache-registry.js';

type ControllerClass<Controller> = abstract new (...args: never[]) => Controller;

/**
 * Ends what the cache keeps, for every process that shares its store.
 *
 * @example
 * constructor(private readonly cache: RestCache) {}
 * async rename(id: number, title: string) {
 *   await this.items.rename(id, title);
 *   await this.cache.purgeTags('items');
 *   await this.cache.purge(ItemsController, 'one', { id });
 * }
 *
 * A purge holds for this process from the moment of the call. It resolves to `true` when it holds for
 * every process. It resolves to `false` where the store is unavailable, and is tried again until the store
 * has it; and where a process has not confirmed it within two seconds, which then sends nothing older than
 * `cache.memory.ttl`. It never rejects, because it follows a write that is done.
 */
@Injectable()
export class RestCache {
  /** @internal Nest calls it. */
  constructor(@Inject(CacheRegistry) private readonly registry: CacheRegistry) {}

  /** How often the store has failed since the start of the process. */
  get storeFailures(): number {
    return this.registry.cache?.storeFailures ?? 0;
  }

  /**
   * Ends the responses of a method of a controller.
   *
   * @param args The typed arguments of the responses to end; those left out count with their defaults.
   * Without `args`, all responses of the method.
   * @throws InvalidArgumentException where no such method has `@Cache`.
   */
  async purge<Controller>(
    controller: ControllerClass<Controller>,
    method: keyof Controller & string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const handler = this.registry.handlerOf(controller, method)?.route.cache;
    if (handler !== undefined) return this.#purgeHandler(handler, args);
    const routes = this.registry.routesOf(controller, method);
    if (routes.length === 0) {
      throw new InvalidArgumentException(
        `RestCache.purge: ${controller.name}.${method} is not a cached route. Put @Cache on it, or purge another.`,
      );
    }
    const purges = routes.map(({ route }) => this.#purgeRoute(route.open(), args));
    return (await Promise.all(purges)).every(Boolean);
  }

  /** Ends the responses that carry one of these tags. */
  async purgeTags(...tags: readonly string[]): Promise<boolean> {
    return (await this.registry.cache?.purgeTags(...tags)) ?? true;
  }

  /** Ends all responses of the application. */
  async purgeAll(): Promise<boolean> {
    return (await this.registry.cache?.purgeAll()) ?? true;
  }

  async #purgeHandler(
    { routeId }: CacheDefinition,
    args: Readonly<Record<string, unknown>> | undefined,
  ): Promise<boolean> {
    const { cache } = this.registry;
    if (cache === undefined) return true;
    return cache.purge(routeId, args === undefined ? undefined : textsOf(args));
  }

  async #purgeRoute(
    { cache: definition, arguments: definitions }: OpenRoute,
    args: Readonly<Record<string, unknown>> | undefined,
  ): Promise<boolean> {
    const { cache } = this.registry;
    if (cache === undefined || definition === undefined) return true;
    if (args === undefined) return cache.purge(definition.routeId);
    const complete = Object.create(null) as Record<string, unknown>;
    for (const { name, fallback } of definitions) {
      const value = Object.hasOwn(args, name) ? args[name] : fallback?.();
      if (value !== undefined) complete[name] = value;
    }
    return cache.purge(definition.routeId, complete);
  }
}

/** The parameters of a plain handler are texts, as they come in path and query. */
function textsOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const texts: Record<string, unknown> = new NullRecord<unknown>();
  for (const [name, value] of Object.entries(args)) texts[name] = textOf(value);
  return texts;
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
