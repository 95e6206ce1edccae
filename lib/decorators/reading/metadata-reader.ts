import {
  CUSTOM_ROUTE_ARGS_METADATA,
  PARAMTYPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/internal';
import type { ClassHandle, DeclaredType } from '../../model/types/declared-type.js';
import type { Class } from '../../shared/class.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { enumValues } from '../../model/declaration/param-options.js';
import type { CacheOptions } from '../cache.decorator.js';
import type { Description } from '../describe-parameter.js';
import {
  CACHE_KEY,
  CONTROLLER_KEY,
  PARAMETERS_KEY,
  PROPERTIES_KEY,
  ROUTES_KEY,
} from '../metadata-keys.js';
import type { ListItems } from '../list-of.decorator.js';
import type { ControllerMetadata } from '../rest-controller.decorator.js';
import type { RouteMetadata } from '../rest-route.decorator.js';
import { classType } from './class-type.js';
import { signatureOf } from './signature-metadata.js';
import { signedCallback, signedMethod } from './signed-parameters.js';

/** Built-in constructors that decorator metadata names for values; none of them is a service. */
const VALUE_TYPES: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Array,
  Object,
  Date,
  Promise,
  Function,
  Symbol,
  BigInt,
  Map,
  Set,
]);

const NO_ROUTES: readonly RouteMetadata[] = [];
const NO_TYPES: readonly unknown[] = [];
const NO_PARAMETERS: ReadonlySet<number> = new Set();
const NO_DESCRIPTIONS: ReadonlyMap<never, Description> = new Map<never, Description>();

export function controllerMetadata(type: Class): ControllerMetadata | undefined {
  return Reflect.getMetadata(CONTROLLER_KEY, type) as ControllerMetadata | undefined;
}

/** A method that carries routes. */
export interface RouteMethod {
  readonly name: string;
  readonly method: object;
  readonly routes: readonly RouteMetadata[];
}

/** The methods that carry routes, inherited ones included, as written; never runs a getter. */
export function routeMethodsOf(type: Class): readonly RouteMethod[] {
  const found: RouteMethod[] = [];
  const seen = new Set<string>();
  for (let at: object | null = type.prototype; isPrototype(at); at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const method: unknown = Object.getOwnPropertyDescriptor(at, name)?.value;
      const routes = routesOf(method);
      if (routes.length > 0) found.push({ name, method: method as object, routes });
    }
  }
  return found;
}

/** What `@RestRoute` wrote on a method. */
export function routesOf(method: unknown): readonly RouteMetadata[] {
  if (typeof method !== 'function') return NO_ROUTES;
  const routes: unknown = Reflect.getOwnMetadata(ROUTES_KEY, method);
  return Array.isArray(routes) ? routes : NO_ROUTES;
}

/** What `@Cache` wrote on a method, if it stands there. */
export function cacheOf(method: unknown): CacheOptions | undefined {
  if (typeof method !== 'function') return undefined;
  return Reflect.getOwnMetadata(CACHE_KEY, method) as CacheOptions | undefined;
}

/** The method of that name; never runs a getter. */
export function methodOf(type: Class, name: string): unknown {
  for (let at: object | null = type.prototype; isPrototype(at); at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

/** Everything known of the parameters of a method of a controller. */
export function parametersOf(
  type: Class,
  name: string,
  method: object,
): readonly ParameterDeclaration[] {
  const signature = signedMethod(type, name);
  const count = typeof method === 'function' ? method.length : 0;
  return collect({
    descriptions: descriptionsOf(PARAMETERS_KEY, method),
    signature,
    designTypes: designTypesOf(type.prototype, name),
    filledByNest: nestParametersOf(type, name),
    count,
  });
}

/** Everything known of the parameters of a static method that a callback names. */
export function callbackParametersOf(
  type: Class,
  owner: Class | undefined,
  method: object,
): readonly ParameterDeclaration[] {
  const names = owner === undefined ? [] : Object.getOwnPropertyNames(owner);
  const name = names.find((key) => Object.getOwnPropertyDescriptor(owner, key)?.value === method);
  const isKnown = owner !== undefined && name !== undefined;
  return collect({
    descriptions: descriptionsOf(PARAMETERS_KEY, method),
    signature: isKnown ? signedCallback(type, owner, name) : undefined,
    designTypes: isKnown ? designTypesOf(owner, name) : [],
    filledByNest: NO_PARAMETERS,
    count: typeof method === 'function' ? method.length : 0,
  });
}

/** Whether `@Param` or `@ListOf` stands on a parameter of a method. */
export function isDescribed(method: object): boolean {
  return Reflect.hasOwnMetadata(PARAMETERS_KEY, method);
}

/** Everything known of the properties of a value class; `undefined` where nothing is. */
export function propertiesOf(type: Class): readonly ParameterDeclaration[] | undefined {
  const sources = new Map<string, ParameterDeclaration>();
  for (const property of signatureOf(type)?.properties ?? []) {
    sources.set(property.name, { index: sources.size, filledByNest: false, signature: property });
  }
  for (const [name, description] of propertyDescriptions(type)) {
    const known = sources.get(name) ?? { index: sources.size, filledByNest: false };
    const described = describe(description);
    const options = { name, ...described.options };
    sources.set(name, mergeObjects(known, described, { options }));
  }
  return sources.size === 0 ? undefined : [...sources.values()];
}

/** A class as a handle. */
export function handleOf(type: Class): ClassHandle {
  return { name: type.name, ref: type };
}

interface Collected {
  readonly descriptions: ReadonlyMap<number, Description>;
  readonly signature: ReturnType<NonNullable<ReturnType<typeof signatureOf>>['methods']>;
  readonly designTypes: readonly unknown[];
  readonly filledByNest: ReadonlySet<number>;
  readonly count: number;
}

function collect(known: Collected): readonly ParameterDeclaration[] {
  const { descriptions, signature, designTypes, filledByNest } = known;
  // A parameter with a default does not count in `length`: ask everybody who knows one.
  const count = Math.max(
    known.count,
    signature?.length ?? 0,
    designTypes.length,
    ...[...descriptions.keys(), ...filledByNest].map((index) => index + 1),
  );
  return Array.from({ length: count }, (_, index) => {
    const signed = signature?.[index];
    const description = descriptions.get(index);
    const designType = serviceType(description?.options?.inject ?? designTypes[index]);
    return {
      index,
      filledByNest: filledByNest.has(index),
      ...(signed === undefined ? undefined : { signature: signed }),
      ...(description === undefined ? undefined : describe(description)),
      ...(designType === undefined ? undefined : { designType }),
    };
  });
}

function describe({ options, list }: Description): Pick<ParameterDeclaration, 'options' | 'list'> {
  if (list === undefined) return options === undefined ? {} : { options };
  const described = { list: { items: listItemType(list.items), limits: list.limits } };
  return options === undefined ? described : { options, ...described };
}

function listItemType(items: ListItems): DeclaredType {
  if (typeof items === 'string') return { kind: items };
  if (typeof items === 'function') return { kind: 'class', handle: handleOf(items) };
  return { kind: 'enum', values: enumValues(items) };
}

function propertyDescriptions(type: Class): ReadonlyMap<string, Description> {
  const all: ReadonlyMap<string, Description>[] = [];
  for (let at: object | null = type.prototype; isPrototype(at); at = Object.getPrototypeOf(at)) {
    all.unshift(descriptionsOf<string>(PROPERTIES_KEY, at));
  }
  return new Map(all.flatMap((descriptions) => [...descriptions]));
}

function descriptionsOf<Key extends string | number>(
  metadataKey: symbol,
  holder: unknown,
): ReadonlyMap<Key, Description> {
  const isHolder = typeof holder === 'function' || (typeof holder === 'object' && holder !== null);
  const known: unknown = isHolder ? Reflect.getOwnMetadata(metadataKey, holder) : undefined;
  return known instanceof Map ? known : NO_DESCRIPTIONS;
}

function designTypesOf(target: object, name: string): readonly unknown[] {
  const types: unknown = Reflect.getMetadata(PARAMTYPES_METADATA, target, name);
  return Array.isArray(types) ? types : NO_TYPES;
}

/** Decorator metadata is trusted for classes that can be services, and for nothing else. */
function serviceType(type: unknown): DeclaredType | undefined {
  if (typeof type !== 'function' || VALUE_TYPES.has(type)) return undefined;
  return classType(type as Class);
}

function nestParametersOf(type: Class, name: string): ReadonlySet<number> {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name);
  if (typeof metadata !== 'object' || metadata === null) return NO_PARAMETERS;
  const keys = Object.keys(metadata);
  return new Set(
    keys.map((key) =>
      Number(key.slice(key.lastIndexOf(':') + 1).replace(CUSTOM_ROUTE_ARGS_METADATA, '')),
    ),
  );
}

function isPrototype(value: object | null): value is object {
  return value !== null && value !== Object.prototype;
}
