import type { ContextId } from '@nestjs/core';
import { isObject } from '../../shared/is-object.js';
import { type InstanceWrapper, Injector } from '../internals.js';
import { findProvider } from '../exploration/container-view.js';

type StartHook = 'onModuleInit' | 'onApplicationBootstrap';
type Host = ReturnType<InstanceWrapper['getInstanceByContextId']>;
type StopHook = 'onModuleDestroy' | 'beforeApplicationShutdown' | 'onApplicationShutdown';

/** Runs the lifecycle hooks of instances that are created on first use; Nest runs those of instances that exist at startup. */
export class LazyLifecycle {
  readonly #starts = new Map<InstanceWrapper, Promise<void>>();
  /** In the order of their starts, so dependencies come first. */
  readonly #started = new Map<InstanceWrapper, object>();

  constructor(private readonly context: ContextId) {}

  /**
   * Runs the start hooks of an instance and of what was created for it, dependencies first. An
   * instance that does not start is dropped, so that the next call creates another.
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

  /** Runs a stop hook of all that was started, dependents first. */
  async stop(hook: StopHook, signal?: string): Promise<void> {
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
  #hostOf(wrapper: InstanceWrapper, inquirer: InstanceWrapper | undefined): Host | undefined {
    const { context } = this;
    const current: Partial<Pick<InstanceWrapper, 'getExistingInstancesByContextId'>> = wrapper;
    // Nest before 11.2.10 lacks the method. The other one leaves an empty host where there is no instance.
    if (current.getExistingInstancesByContextId === undefined)
      return wrapper.getInstanceByContextId(context, inquirer?.id);
    return current.getExistingInstancesByContextId(context)[0];
  }
}

async function run(instance: object, hook: StartHook | StopHook, signal?: string): Promise<void> {
  const method: unknown = Reflect.get(instance, hook);
  if (typeof method === 'function') await Reflect.apply(method, instance, [signal]);
}

/** What a provider depends on, by constructor and by property. */
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

/** A token as it stands, or of `forwardRef(() => token)`, or of `{ token, optional }`. */
function tokenOf(entry: unknown, key?: 'token'): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { forwardRef }: { readonly forwardRef?: unknown } = entry;
  if (typeof forwardRef === 'function') return Reflect.apply(forwardRef, undefined, []);
  return key !== undefined && key in entry ? tokenOf(Reflect.get(entry, key)) : entry;
}
