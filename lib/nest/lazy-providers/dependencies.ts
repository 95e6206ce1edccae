import { Injector, type InstanceWrapper } from '../internals.js';
import { findProvider } from '../exploration/container-view.js';

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
