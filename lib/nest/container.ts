import { ContextIdFactory, ModuleRef, type ContextId } from '@nestjs/core';
import {
  contextIdOf,
  type InstanceWrapper,
  Injector,
  type Module,
  separateTenant,
  setContextId,
} from './internals.js';
import { Scope } from '@nestjs/common';
import { controllerMetadata, LAZY_KEY } from '../decorators/metadata-accessor.js';
import type { Exchange } from '../lifecycle/messages/exchange.js';
import { isObject, type Class } from '../shared/records.js';

/** A provider of the application, and the module that holds it. */
interface FoundProvider {
  readonly wrapper: InstanceWrapper;
  readonly module: Module;
}

/** A class of the application that may be a controller, with the module that holds it. */
export interface FoundClass extends FoundProvider {
  readonly type: Class;
}

/** Runs the lifecycle hooks of instances created on first use; Nest runs those of instances created at startup. */
class LazyLifecycle {
  readonly #starts = new Map<InstanceWrapper, Promise<void>>();
  /** In the order of their starts, so dependencies come first. */
  readonly #started = new Map<InstanceWrapper, object>();

  constructor(private readonly context: ContextId) {}

  /**
   * Runs the start hooks of an instance and of the instances that were created for it, dependencies first. An instance
   * that does not start is dropped, so that the next call creates another.
   */
  start(wrapper: InstanceWrapper, outer: readonly InstanceWrapper[] = []): Promise<void> {
    if (outer.includes(wrapper) || wrapper.isDependencyTreeStatic()) return Promise.resolve();
    const known = this.#starts.get(wrapper);
    if (known !== undefined) return known;
    const start = this.#startNow(wrapper, [...outer, wrapper]).catch((error: unknown) => {
      this.#starts.delete(wrapper);
      wrapper.removeInstanceByContextId(this.context);
      throw error;
    });
    this.#starts.set(wrapper, start);
    return start;
  }

  async stop(
    hook: 'onModuleDestroy' | 'beforeApplicationShutdown' | 'onApplicationShutdown',
    signal?: string,
  ): Promise<void> {
    for (const instance of [...this.#started.values()].reverse()) await run(instance, hook, signal);
  }

  async #startNow(wrapper: InstanceWrapper, path: readonly InstanceWrapper[]): Promise<void> {
    const host = this.#hostOf(wrapper, path.at(-2));
    if (host?.isResolved !== true || !isObject(host.instance)) return;
    for (const dependency of dependenciesOf(wrapper)) await this.start(dependency, path);
    const instance: object = host.instance;
    await run(instance, 'onModuleInit');
    await run(instance, 'onApplicationBootstrap');
    this.#started.set(wrapper, instance);
  }

  /** Where the shared context keeps an instance. A transient one is kept for the provider it was created for. */
  #hostOf(
    wrapper: InstanceWrapper,
    inquirer: InstanceWrapper | undefined,
  ): ReturnType<InstanceWrapper['getInstanceByContextId']> | undefined {
    const { context } = this;
    const current: Partial<Pick<InstanceWrapper, 'getExistingInstancesByContextId'>> = wrapper;
    // Nest before 11.2.10 lacks the method. The other method leaves an empty host if there is no instance.
    if (current.getExistingInstancesByContextId === undefined)
      return wrapper.getInstanceByContextId(context, inquirer?.id);
    return current.getExistingInstancesByContextId(context)[0];
  }
}

/** Creates and keeps the instances that are created on first use. */
export class Instances {
  /** The context of the application: an instance in it is created once. */
  readonly shared: ContextId = ContextIdFactory.create();
  readonly #created = new Map<InstanceWrapper, Promise<object>>();
  readonly #settled = new Map<InstanceWrapper, object>();
  readonly #requestBound = new Map<InstanceWrapper, boolean>();
  readonly lifecycle = new LazyLifecycle(this.shared);

  /** The tokens of providers that exist once for each tenant; found when the first request needs a context. */
  #durableTokens: ReadonlySet<unknown> | undefined;

  /** @param onCreated Is called with the name of each class that was created on first use. */
  constructor(
    private readonly modules: ReadonlyMap<string, Module>,
    private readonly onCreated: (name: string) => void = () => undefined,
  ) {}

  /**
   * Returns how to get the instance of a provider for a request: at once if it exists, by a promise if it must be
   * created first. The adapter's request is read only if a provider depends on it, because it is created by this read
   * in process.
   */
  getter(provider: FoundProvider): (request: Pick<Exchange, 'raw'>) => object | Promise<object> {
    const { wrapper } = provider;
    if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) {
      return () => wrapper.instance as object;
    }
    if (this.isRequestBound(wrapper) || wrapper.isTransient) {
      return (request) => resolve(provider, this.contextOf(request.raw, provider));
    }
    return () => this.#settled.get(wrapper) ?? this.#create(provider);
  }

  /** Whether a provider is, or depends on, one that Nest makes for each request. */
  isRequestBound(wrapper: InstanceWrapper, outer: readonly InstanceWrapper[] = []): boolean {
    const known = this.#requestBound.get(wrapper);
    if (known !== undefined) return known;
    if (outer.includes(wrapper)) return false;
    const path = [...outer, wrapper];
    const isBound =
      isRequestScoped(wrapper) ||
      dependenciesOf(wrapper).some((one) => this.isRequestBound(one, path));
    this.#requestBound.set(wrapper, isBound);
    return isBound;
  }

  contextOf(rawRequest: unknown, provider: FoundProvider): ContextId {
    const request = rawRequest as Record<symbol, unknown>;
    const known = contextIdOf(request);
    if (known !== undefined) return known;
    const durable = (this.#durableTokens ??= this.#findDurable());
    // Without durable providers, a strategy has nothing to keep between requests.
    const context =
      durable.size > 0 ? ContextIdFactory.getByRequest(request) : ContextIdFactory.create();
    const { payload } = context as { readonly payload?: unknown };
    separateTenant(context, durable);
    setContextId(request, context);
    moduleRefOf(provider).registerRequestByContextId(Object.assign(request, payload), context);
    return context;
  }

  /** Checks all providers, because enhancers also have dependencies. */
  #findDurable(): ReadonlySet<unknown> {
    const all = [...this.modules.values()].flatMap(({ providers, controllers, injectables }) => [
      ...providers.values(),
      ...controllers.values(),
      ...injectables.values(),
    ]);
    const bound = all.filter((wrapper) => this.isRequestBound(wrapper));
    return new Set(bound.filter((wrapper) => isDurable(wrapper)).map(({ token }) => token));
  }

  #create(provider: FoundProvider): Promise<object> {
    const { wrapper } = provider;
    const pending = this.#created.get(wrapper);
    if (pending !== undefined) return pending;
    const creation = resolve(provider, this.shared)
      .then(async (instance) => {
        await this.lifecycle.start(wrapper);
        this.#settled.set(wrapper, instance);
        this.onCreated(wrapper.name);
        return instance;
      })
      .finally(() => this.#created.delete(wrapper));
    this.#created.set(wrapper, creation);
    return creation;
  }
}

function resolve(provider: FoundProvider, context: ContextId): Promise<object> {
  return moduleRefOf(provider).resolve<object>(provider.wrapper.token as never, context, {
    strict: true,
  });
}

function moduleRefOf({ module }: FoundProvider): ModuleRef {
  const wrapper = module.providers.get(ModuleRef);
  if (wrapper === undefined) throw new RangeError(`The module ${module.name} has no ModuleRef.`);
  return wrapper.instance as ModuleRef;
}

async function run(instance: object, hook: string, signal?: string): Promise<void> {
  const method: unknown = Reflect.get(instance, hook);
  if (typeof method === 'function') await Reflect.apply(method, instance, [signal]);
}

export function findProvider(
  module: Module,
  token: unknown,
  seen: Set<Module> = new Set(),
): FoundProvider | undefined {
  const own = module.providers.get(token as never);
  if (own !== undefined) return { wrapper: own, module };
  seen.add(module);
  for (const imported of module.imports) {
    if (seen.has(imported) || !exportsToken(imported, token)) continue;
    const found = findProvider(imported, token, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function exportsToken(module: Module, token: unknown): boolean {
  if (module.exports.has(token as never)) return true;
  return [...module.imports].some(
    (imported) => module.exports.has(imported.metatype as never) && exportsToken(imported, token),
  );
}

/** Whether a provider has request scope, without the creation on first use of `@LazyInjectable()` and controllers. */
function isRequestScoped(wrapper: InstanceWrapper): boolean {
  return wrapper.scope === Scope.REQUEST && !isCreatedOnFirstUse(wrapper);
}

/** Nest calls such a class durable, and does not create it at startup. */
export function isCreatedOnFirstUse({ metatype }: InstanceWrapper): boolean {
  if (typeof metatype !== 'function') return false;
  return (
    Reflect.hasMetadata(LAZY_KEY, metatype) || controllerMetadata(metatype as Class) !== undefined
  );
}

/** Durable as in Nest, except that a provider created on first use is durable only through its dependencies. */
function isDurable(wrapper: InstanceWrapper, outer: readonly InstanceWrapper[] = []): boolean {
  if (isRequestScoped(wrapper)) return wrapper.durable === true;
  if (outer.includes(wrapper)) return true;
  const path = [...outer, wrapper];
  return dependenciesOf(wrapper).every(
    (one) => one.isDependencyTreeStatic() || isDurable(one, path),
  );
}

export function dependenciesOf(wrapper: InstanceWrapper): readonly InstanceWrapper[] {
  const byConstructor: readonly (InstanceWrapper | undefined)[] | undefined =
    wrapper.getCtorMetadata();
  const byProperty = wrapper.getPropertiesMetadata();
  if (byConstructor === undefined && byProperty === undefined) return declaredBy(wrapper);
  return [
    ...(byConstructor ?? []),
    ...(byProperty ?? []).map((property) => property.wrapper),
  ].filter((dependency) => dependency !== undefined);
}

/**
 * The providers of the tokens that a class or a factory declares. Nest 12 finds the dependencies of every
 * provider at startup; Nest 11 finds those of a request-scoped or lazy one when it first creates it.
 */
function declaredBy(wrapper: InstanceWrapper): readonly InstanceWrapper[] {
  const { host } = wrapper;
  if (host === undefined) return [];
  return tokensOf(wrapper).flatMap((token) => findProvider(host, token)?.wrapper ?? []);
}

function tokensOf({ inject, metatype, isNotMetatype }: InstanceWrapper): readonly unknown[] {
  if (Array.isArray(inject)) return inject.map((entry) => tokenOf(entry, 'token'));
  if (isNotMetatype || typeof metatype !== 'function') return [];
  const injector = new Injector();
  const declared: readonly unknown[] = [
    ...injector.reflectConstructorParams(metatype as never),
    ...injector.reflectProperties(metatype as never).map(({ name }) => name),
  ];
  return declared.map((entry) => tokenOf(entry));
}

/** A token itself, or that of `forwardRef(() => token)` or of `{ token, optional }`. */
function tokenOf(entry: unknown, key?: 'token'): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { forwardRef }: { readonly forwardRef?: unknown } = entry;
  if (typeof forwardRef === 'function') return Reflect.apply(forwardRef, undefined, []);
  return key !== undefined && key in entry ? tokenOf(Reflect.get(entry, key)) : entry;
}
