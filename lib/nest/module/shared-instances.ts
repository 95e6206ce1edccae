import { Scope } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import { dependenciesOf, isCreatedOnFirstUse, type Instances } from '../container.js';
import {
  forgetTree,
  Injector,
  type InstanceWrapper,
  type Module,
  STATIC_CONTEXT,
} from '../internals.js';

type Collection = 'providers' | 'injectables' | 'controllers';

/** A provider, and how Nest creates it. */
interface Member {
  readonly wrapper: InstanceWrapper;
  readonly module: Module;
  readonly collection: Collection;
}

/**
 * Creates the instances at startup that Nest has left out: each lazy service on which a class other than a lazy one
 * depends, and all that depends on it. From then on they are singletons like any other.
 */
export async function createNeeded(modules: ReadonlyMap<string, Module>): Promise<void> {
  const members = [...modules.values()].flatMap(membersOf);
  const needed = neededLazyServices(members.map(({ wrapper }) => wrapper));
  if (needed.size === 0) return;
  const left = members.filter(({ wrapper }) => !wrapper.isDependencyTreeStatic());
  for (const wrapper of needed) wrapper.scope = Scope.DEFAULT;
  for (const { wrapper } of left) forgetTree(wrapper);
  const late = left.filter(
    ({ wrapper }) => wrapper.isDependencyTreeStatic() && !wrapper.isTransient,
  );
  for (const { wrapper } of late) wrapper.instance = prototypeOf(wrapper);
  const injector = new Injector();
  await Promise.all(late.map((member) => load(injector, member)));
}

function membersOf(module: Module): readonly Member[] {
  const list = (collection: Collection): readonly Member[] =>
    [...module[collection].values()].map((wrapper) => ({ wrapper, module, collection }));
  return [...list('providers'), ...list('injectables'), ...list('controllers')];
}

/** The lazy services that must exist at startup, with those on which they themselves depend. */
function neededLazyServices(wrappers: readonly InstanceWrapper[]): ReadonlySet<InstanceWrapper> {
  const needed = new Set<InstanceWrapper>();
  const add = (wrapper: InstanceWrapper): void => {
    for (const dependency of dependenciesOf(wrapper).flatMap(targetsOf)) {
      if (!isLazy(dependency) || needed.has(dependency)) continue;
      needed.add(dependency);
      add(dependency);
    }
  };
  for (const wrapper of wrappers) if (!isLazy(wrapper) && !wrapper.isAlias) add(wrapper);
  return needed;
}

function targetsOf(wrapper: InstanceWrapper): readonly InstanceWrapper[] {
  return wrapper.isAlias ? dependenciesOf(wrapper).flatMap(targetsOf) : [wrapper];
}

function isLazy(wrapper: InstanceWrapper): boolean {
  return wrapper.scope === Scope.REQUEST && isCreatedOnFirstUse(wrapper);
}

/** The value that Nest has in place of an instance until it is created. */
function prototypeOf({ metatype, isNotMetatype }: InstanceWrapper): unknown {
  if (isNotMetatype || typeof metatype !== 'function') return undefined;
  return Object.create(metatype.prototype as object);
}

function load(injector: Injector, { wrapper, module, collection }: Member): Promise<void> {
  if (collection === 'controllers') return injector.loadController(wrapper, module);
  return collection === 'providers'
    ? injector.loadProvider(wrapper, module)
    : injector.loadInjectable(wrapper, module);
}

/**
 * Gives every context of Nest the instances of the application, because a request-scoped middleware or class makes
 * contexts that the library does not create.
 */
export function shareLazy(modules: ReadonlyMap<string, Module>, instances: Instances): void {
  for (const { wrapper } of [...modules.values()].flatMap(membersOf)) {
    if (!isLazy(wrapper) || instances.isRequestBound(wrapper)) continue;
    const sharedOf = (context: ContextId): ContextId =>
      context === STATIC_CONTEXT ? context : instances.shared;
    const find = wrapper.getInstanceByContextId.bind(wrapper);
    const remove = wrapper.removeInstanceByContextId.bind(wrapper);
    wrapper.getInstanceByContextId = (context, inquirer) => find(sharedOf(context), inquirer);
    wrapper.removeInstanceByContextId = (context, inquirer) => remove(sharedOf(context), inquirer);
  }
}

/** Starts the lazy services of middleware, which Nest itself creates after all other classes. */
export async function startOfMiddleware(
  modules: ReadonlyMap<string, Module>,
  instances: Instances,
): Promise<void> {
  const middleware = [...modules.values()].flatMap((module) => [...module.middlewares.values()]);
  for (const wrapper of neededLazyServices(middleware)) {
    const { host } = wrapper;
    if (host === undefined || instances.isRequestBound(wrapper)) continue;
    await instances.getter({ wrapper, module: host })({ raw: undefined });
  }
}
