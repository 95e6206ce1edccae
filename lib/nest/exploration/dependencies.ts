import { Scope } from '@nestjs/common';
import { controllerMetadata, LAZY_KEY } from '../../decorators/metadata-accessor.js';
import type { Class } from '../../shared/records.js';
import { type InstanceWrapper, Injector, type Module } from '../internals.js';

/** A provider of the application, and the module that holds it. */
export interface FoundProvider {
  readonly wrapper: InstanceWrapper;
  readonly module: Module;
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

/** Request scope, unless it is the creation on first use that `@LazyInjectable()` and controllers have. */
export function isRequestScoped(wrapper: InstanceWrapper): boolean {
  return wrapper.scope === Scope.REQUEST && !isCreatedOnFirstUse(wrapper);
}

/** Nest calls such a class durable, which keeps it from creating the class at startup. */
function isCreatedOnFirstUse({ metatype }: InstanceWrapper): boolean {
  if (typeof metatype !== 'function') return false;
  return (
    Reflect.hasMetadata(LAZY_KEY, metatype) || controllerMetadata(metatype as Class) !== undefined
  );
}

/** As Nest sees it, except that what is created on first use is durable only by what it depends on. */
export function isDurable(
  wrapper: InstanceWrapper,
  outer: readonly InstanceWrapper[] = [],
): boolean {
  if (isRequestScoped(wrapper)) return wrapper.durable === true;
  if (outer.includes(wrapper)) return true;
  const path = [...outer, wrapper];
  return dependenciesOf(wrapper).every(
    (one) => one.isDependencyTreeStatic() || isDurable(one, path),
  );
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
