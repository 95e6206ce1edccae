import {
  type DiscoveryService,
  RouterModule,
  type ModulesContainer,
  type Routes,
} from '@nestjs/core';
import { type InstanceWrapper, type Module, MODULE_PATH } from '../internals.js';
import { groupBy, type Class } from '../../shared/records.js';

/** A provider of the application, and the module that holds it. */
export interface FoundProvider {
  readonly wrapper: InstanceWrapper;
  readonly module: Module;
}

/** A class of the application that may be a controller, as the container holds it. */
export interface FoundClass extends FoundProvider {
  readonly type: Class;
}

/**
 * Every class that is listed as a provider or as a controller, once for each module that lists it. The
 * classes of one module follow each other, providers first.
 */
export function classesOf(discovery: DiscoveryService): readonly FoundClass[] {
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  const byModule = groupBy(wrappers, ({ host }) => host);
  return [...byModule].flatMap(([module, members]) =>
    module === undefined ? [] : members.flatMap((wrapper) => foundClass(wrapper, module)),
  );
}

/** The module that holds the provider of a class; `undefined` where no module lists the class. */
export function hostOfClass(discovery: DiscoveryService, type: Class): Module | undefined {
  return discovery.getProviders().find(({ token }) => token === type)?.host;
}

/** The provider of a token as a class in a module would get it: its own, or one that an import exports. */
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

/** A module exports what it lists, and all that the modules it re-exports do. */
function exportsToken(module: Module, token: unknown): boolean {
  if (module.exports.has(token as never)) return true;
  return [...module.imports].some(
    (imported) => module.exports.has(imported.metatype as never) && exportsToken(imported, token),
  );
}

function foundClass(wrapper: InstanceWrapper, module: Module): readonly FoundClass[] {
  return isClass(wrapper) ? [{ wrapper, module, type: wrapper.metatype as Class }] : [];
}

function isClass(wrapper: InstanceWrapper): boolean {
  return (
    typeof wrapper.metatype === 'function' &&
    !wrapper.isNotMetatype &&
    !wrapper.isAlias &&
    wrapper.metatype.prototype !== undefined
  );
}

/**
 * A class that the library itself provides.
 *
 * @throws RangeError where it does not.
 */
export function ownClass(discovery: DiscoveryService, own: Class): FoundClass {
  const found = classesOf(discovery).find(({ type }) => type === own);
  if (found === undefined) throw new RangeError(`RestModule provides ${own.name}.`);
  return found;
}

/** What `RouterModule.register` put in front of a module's paths; empty where it put nothing. */
export function modulePathOf(modules: ModulesContainer, { metatype }: Module): string {
  const path: unknown = Reflect.getMetadata(MODULE_PATH + modules.applicationId, metatype);
  return typeof path === 'string' ? path.replace(/^\/+|\/+$/g, '') : '';
}

/**
 * Makes each `RouterModule` of an application in which nothing is created: it registers its paths as
 * it is made.
 */
export function createRouterModules(modules: ModulesContainer): readonly RouterModule[] {
  return [...modules.values()]
    .filter(({ metatype }) => metatype === RouterModule)
    .flatMap(({ providers }) => [...providers.values()].map(({ instance }) => instance as unknown))
    .filter((instance): instance is Routes => Array.isArray(instance))
    .map((routes) => new RouterModule(modules, routes));
}
