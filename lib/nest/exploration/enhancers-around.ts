import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import { isNamedClass } from '../../decorators/guards.js';
import { isObject, type Class } from '../../shared/records.js';
import type { FoundClass } from '../container.js';
import { GUARDS_METADATA, INTERCEPTORS_METADATA, type InstanceWrapper } from '../internals.js';

/** Marks an enhancer of the library and its subclasses, for code that the enhancer imports itself. */
export const ENHANCER_KIND = Symbol.for('nestjs-rest-routes.enhancer');

const ENHANCERS = {
  guard: { key: GUARDS_METADATA, token: 'APP_GUARD', global: 'useGlobalGuards', own: '@UseGuards' },
  interceptor: {
    key: INTERCEPTORS_METADATA,
    token: 'APP_INTERCEPTOR',
    global: 'useGlobalInterceptors',
    own: '@UseInterceptors',
  },
} as const;

/** The kinds of enhancers that may decide about a caller. */
export type EnhancerKind = keyof typeof ENHANCERS;

/** Where an application registers the enhancers of all its handlers. */
export interface EnhancerSources {
  readonly config: ApplicationConfig;
  readonly modules: ModulesContainer;
  /** Whether the application is in Nest's preview mode, in which factories have made nothing. */
  readonly isPreview?: boolean;
}

/** The handler of a plain controller, or the method of a route. */
export interface EnhancedMethod {
  readonly found: FoundClass;
  readonly method: object;
}

/** A guard or an interceptor around a handler or a route. */
export interface FoundEnhancer {
  /** Its class; `undefined` for an object without one, and for what a factory makes for each request. */
  readonly type: Class | undefined;
  /** The class or the object that is registered, or the provider that makes one for each request. */
  readonly registered: unknown;
  readonly provider?: InstanceWrapper;
  readonly isGlobal: boolean;
}

/** All enhancers of a kind around a handler or a route in Nest's order: of the application, its class, its method. */
export function enhancersOf(
  { found, method }: EnhancedMethod,
  kind: EnhancerKind,
  sources: EnhancerSources,
): readonly FoundEnhancer[] {
  const { key } = ENHANCERS[kind];
  const listed = [...listOf(key, found.type), ...listOf(key, method)];
  return [...globalEnhancers(kind, sources), ...listed.map((one) => foundEnhancer(one, false))];
}

/** The names of the enhancers around the library's own on a handler, outermost first; `undefined` if it has none. */
export function enhancersAround(
  handler: EnhancedMethod,
  kind: EnhancerKind,
  sources: EnhancerSources,
): readonly string[] | undefined {
  const all = enhancersOf(handler, kind, sources);
  const at = all.findIndex(({ type }) => type !== undefined && isLibraryEnhancer(type, kind));
  if (at === -1) return undefined;
  return all
    .slice(0, at)
    .map((one) => nameOfEnhancer(one, kind, () => providerNames(kind, sources)));
}

function isLibraryEnhancer(type: Class, kind: EnhancerKind): boolean {
  return Reflect.get(type, ENHANCER_KIND) === kind;
}

export function listOf(key: string, subject: object): readonly unknown[] {
  const list: unknown = Reflect.getMetadata(key, subject);
  return Array.isArray(list) ? list : [];
}

function globalEnhancers(kind: EnhancerKind, sources: EnhancerSources): readonly FoundEnhancer[] {
  const { objects, scoped } = registeredIn(sources.config, kind);
  // Nest skips a provider whose factory has returned nothing.
  const made = objects.filter(isObject).map((one) => foundEnhancer(one, true));
  const unmade =
    sources.isPreview === true
      ? providersOf(kind, sources).filter((one) => !isObject(one.instance) && !scoped.includes(one))
      : [];
  const provided = [...unmade, ...scoped].map((wrapper) => ({
    type: classOfProvider(wrapper),
    registered: wrapper,
    provider: wrapper,
    isGlobal: true,
  }));
  return [...made, ...provided];
}

/** The enhancers of the application: objects, and providers that make one for each request. */
function registeredIn(
  config: ApplicationConfig,
  kind: EnhancerKind,
): { readonly objects: readonly unknown[]; readonly scoped: readonly InstanceWrapper[] } {
  return kind === 'guard'
    ? { objects: config.getGlobalGuards(), scoped: config.getGlobalRequestGuards() }
    : { objects: config.getGlobalInterceptors(), scoped: config.getGlobalRequestInterceptors() };
}

function foundEnhancer(registered: unknown, isGlobal: boolean): FoundEnhancer {
  const type = typeof registered === 'function' ? (registered as Class) : classOf(registered);
  return { type, registered, isGlobal };
}

/** The class of an object; `undefined` for one without a class of its own. */
function classOf(object: unknown): Class | undefined {
  if (!isObject(object)) return undefined;
  const type: unknown = object.constructor;
  return typeof type === 'function' && type !== Object ? (type as Class) : undefined;
}

/** The class that a provider names. What a factory returns is known only once it has run. */
function classOfProvider(provider: InstanceWrapper): Class | undefined {
  const { metatype, isNotMetatype, isAlias, inject } = provider;
  const type: unknown = isAlias ? inject?.[0] : metatype;
  return typeof type === 'function' && (isAlias || !isNotMetatype) ? (type as Class) : undefined;
}

/** The providers of `APP_GUARD` or `APP_INTERCEPTOR`. Nest gives each a token of its own, which is a text. */
function providersOf(kind: EnhancerKind, { modules }: EnhancerSources): readonly InstanceWrapper[] {
  return [...modules.values()].flatMap(({ providers, injectables }) =>
    [...providers.values(), ...injectables.values()].filter(
      ({ subtype, token }) => subtype === kind && typeof token === 'string',
    ),
  );
}

/**
 * The names of the providers that state no class with a name: `ClsRootModule.APP_GUARD`, and `ClsRootModule.APP_GUARD#2`
 * for the second one of a module. Each stands at the provider and at the object that it has provided.
 */
export function providerNames(
  kind: EnhancerKind,
  sources: EnhancerSources,
): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>();
  const counts = new Map<string, number>();
  for (const wrapper of providersOf(kind, sources)) {
    if (!wrapper.isNotMetatype && isNamedClass(wrapper.metatype)) continue;
    const place = `${wrapper.host?.name ?? ''}.${ENHANCERS[kind].token}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const name = count === 1 ? place : `${place}#${count}`;
    const instance: unknown = wrapper.instance;
    names.set(wrapper, name);
    // Several providers may provide one object.
    if (isObject(instance) && !names.has(instance)) names.set(instance, name);
  }
  return names;
}

/** The name of the class of an enhancer, or else of its provider, or else how the application has registered it. */
export function nameOfEnhancer(
  { type, registered, isGlobal }: FoundEnhancer,
  kind: EnhancerKind,
  names: () => ReadonlyMap<unknown, string>,
): string {
  if (isNamedClass(type)) return type.name;
  const { global, own } = ENHANCERS[kind];
  const what = type === undefined ? 'an object' : 'a class without a name';
  const provided = isGlobal ? names().get(registered) : undefined;
  return provided ?? `${what} of ${isGlobal ? global : own}`;
}

/** The names of the guards that decorators list on a class or on a method. */
export function guardNames(subject: object): readonly string[] {
  return listOf(GUARDS_METADATA, subject)
    .map((one) => foundEnhancer(one, false))
    .filter(({ type }) => type === undefined || !Object.hasOwn(type, ENHANCER_KIND))
    .map((one) => nameOfEnhancer(one, 'guard', () => NO_NAMES));
}

const NO_NAMES: ReadonlyMap<unknown, string> = new Map();
