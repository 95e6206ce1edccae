import { Scope } from '@nestjs/common';
import { dependenciesOf, isCreatedOnFirstUse, type Instances } from '../container.js';
import {
  createInstances,
  forgetTree,
  makeSingleton,
  shareInstance,
  type Creation,
  type InstanceWrapper,
  type Module,
} from '../internals.js';

/**
 * Creates at startup the lazy services on which other classes depend, and these classes: Nest does not create them,
 * because lazy services count as request-scoped. From then on they are singletons like any other.
 */
export async function createNeeded(modules: ReadonlyMap<string, Module>): Promise<void> {
  const members = [...modules.values()].flatMap(membersOf);
  const needed = neededLazyServices(members.map(({ wrapper }) => wrapper));
  if (needed.size === 0) return;
  const left = members.filter(({ wrapper }) => !wrapper.isDependencyTreeStatic());
  for (const wrapper of needed) makeSingleton(wrapper);
  for (const { wrapper } of left) forgetTree(wrapper);
  await createInstances(
    left.filter(({ wrapper }) => wrapper.isDependencyTreeStatic() && !wrapper.isTransient),
  );
}

function membersOf(module: Module): readonly Creation[] {
  const list = (collection: Creation['collection']): readonly Creation[] =>
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

/**
 * Gives every context of Nest the instances of the application, because a request-scoped middleware or class makes
 * contexts that the library does not create.
 */
export function shareLazy(modules: ReadonlyMap<string, Module>, instances: Instances): void {
  for (const { wrapper } of [...modules.values()].flatMap(membersOf)) {
    if (isLazy(wrapper) && !instances.isRequestBound(wrapper)) {
      shareInstance(wrapper, instances.shared);
    }
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
