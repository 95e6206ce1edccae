import { Scope } from '@nestjs/common';
import { ContextIdFactory, ModuleRef, type ContextId } from '@nestjs/core';
import { REQUEST_CONTEXT_ID, type InstanceWrapper } from '../internals.js';
import type { FoundProvider } from '../exploration/container-view.js';
import { dependenciesOf, LazyLifecycle } from './lazy-lifecycle.js';

/** A request that has the adapter's own. It is read only where a provider depends on it: in process, it is made then. */
export interface RawHolder {
  readonly raw: unknown;
}

/** Creates and keeps the instances that are created on first use. */
export class Instances {
  /** The context of the application: an instance in it is created once. */
  readonly #shared: ContextId = ContextIdFactory.create();
  readonly #created = new Map<InstanceWrapper, Promise<object>>();
  readonly #settled = new Map<InstanceWrapper, object>();
  readonly #requestBound = new Map<InstanceWrapper, boolean>();
  /** Looked up for each dependency of each request-bound instance. */
  readonly #boundTokens = new Set<unknown>();
  readonly lifecycle = new LazyLifecycle(this.#shared);

  /** @param onCreated Receives the name of each class that was created on first use. */
  constructor(private readonly onCreated: (name: string) => void = () => undefined) {}

  /**
   * How to get the instance of a provider for a request: at once where it exists, by a promise where
   * it must be created first.
   */
  getter(provider: FoundProvider): (request: RawHolder) => object | Promise<object> {
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
    const isBound =
      isRequestScoped(wrapper) ||
      dependenciesOf(wrapper).some((dependency) =>
        this.isRequestBound(dependency, [...outer, wrapper]),
      );
    this.#requestBound.set(wrapper, isBound);
    if (isBound) this.#boundTokens.add(wrapper.token);
    return isBound;
  }

  /**
   * The context of one request, the same for all callers. Instances that are created once for the
   * application stay in the shared context.
   */
  contextOf(rawRequest: unknown, provider: FoundProvider): ContextId {
    const request = rawRequest as Record<symbol, unknown>;
    const known = request[REQUEST_CONTEXT_ID as unknown as symbol] as ContextId | undefined;
    if (known !== undefined) return known;
    const context: ContextId = {
      ...ContextIdFactory.create(),
      getParent: ({ token, isTreeDurable }) =>
        isTreeDurable && !this.#boundTokens.has(token) ? this.#shared : context,
    };
    Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: context });
    moduleRefOf(provider).registerRequestByContextId(rawRequest, context);
    return context;
  }

  /** One creation for all concurrent calls. After a failure the next call tries again. */
  #create(provider: FoundProvider): Promise<object> {
    const { wrapper } = provider;
    const pending = this.#created.get(wrapper);
    if (pending !== undefined) return pending;
    const creation = resolve(provider, this.#shared)
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

/** Request scope, unless it is the creation on first use that `@LazyInjectable()` and controllers have. */
function isRequestScoped(wrapper: InstanceWrapper): boolean {
  return wrapper.scope === Scope.REQUEST && wrapper.durable !== true;
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
