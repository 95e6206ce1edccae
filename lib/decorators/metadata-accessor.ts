import type { CacheOptions } from '../model/declaration/cache-options.js';
import { SIGNATURE_KEY, type AttachedSignature } from '../model/signature/method-signature.js';
import { REQUEST_MARK } from '../model/signature/request-mark.js';
import type { Permission } from '../model/permissions/permission.js';
import type { Class } from '../shared/class.js';
import {
  CACHE_KEY,
  CONTROLLER_KEY,
  PARAMETERS_KEY,
  PERMISSION_KEY,
  PROPERTIES_KEY,
  ROUTES_KEY,
  VALUE_CLASS_KEY,
  type ControllerMetadata,
  type Description,
  type RouteMetadata,
} from './metadata.js';

/** The key under which TypeScript emits the types of parameters. @see `emitDecoratorMetadata` */
const DESIGN_PARAMETER_TYPES = 'design:paramtypes';

const NO_ROUTES: readonly RouteMetadata[] = [];
const NO_TYPES: readonly unknown[] = [];
const NO_DESCRIPTIONS: ReadonlyMap<never, Description> = new Map<never, Description>();

/** What `@RestController` wrote on a class, or on one that it extends. */
export function controllerMetadata(type: Class): ControllerMetadata | undefined {
  return Reflect.getMetadata(CONTROLLER_KEY, type) as ControllerMetadata | undefined;
}

/** What `@RestRoute` wrote on a method, once for each decorator, in the order of the source. */
export function routesMetadata(method: unknown): readonly RouteMetadata[] {
  if (typeof method !== 'function') return NO_ROUTES;
  const routes: unknown = Reflect.getOwnMetadata(ROUTES_KEY, method);
  return Array.isArray(routes) ? routes : NO_ROUTES;
}

/** What `@RequirePermission` wrote on a method, else on its class or one that it extends. */
export function permissionMetadata(type: Class, method: object): Permission | undefined {
  return (Reflect.getMetadata(PERMISSION_KEY, method) ??
    Reflect.getMetadata(PERMISSION_KEY, type)) as Permission | undefined;
}

/** What `@Cache` wrote on a method. */
export function cacheMetadata(method: unknown): CacheOptions | undefined {
  if (typeof method !== 'function') return undefined;
  return Reflect.getOwnMetadata(CACHE_KEY, method) as CacheOptions | undefined;
}

/** What `@Param` and `@ListOf` wrote on the parameters of a method, by position. */
export function parameterDescriptions(method: unknown): ReadonlyMap<number, Description> {
  return descriptions<number>(PARAMETERS_KEY, method);
}

/** What `@Param` and `@ListOf` wrote on the properties of one prototype, by name. */
export function propertyDescriptions(prototype: object): ReadonlyMap<string, Description> {
  return descriptions<string>(PROPERTIES_KEY, prototype);
}

/** Whether a class, or one that it extends, has `@ValueClass()`. */
export function isValueClass(type: Class): boolean {
  return Reflect.hasMetadata(VALUE_CLASS_KEY, type);
}

/** Whether a class is `RestRequest`. */
export function isRequestClass(type: Class): boolean {
  return Reflect.get(type, REQUEST_MARK) === true;
}

/** The signature that a compiler attached to the class itself; an inherited one describes the superclass. */
export function attachedSignature(type: Class): AttachedSignature | undefined {
  if (!Object.hasOwn(type, SIGNATURE_KEY)) return undefined;
  return Reflect.get(type, SIGNATURE_KEY) as AttachedSignature;
}

/** The types that TypeScript's decorator metadata states for the parameters of a method. */
export function designTypes(target: object, methodName: string): readonly unknown[] {
  const types: unknown = Reflect.getMetadata(DESIGN_PARAMETER_TYPES, target, methodName);
  return Array.isArray(types) ? types : NO_TYPES;
}

function descriptions<Key>(key: symbol, holder: unknown): ReadonlyMap<Key, Description> {
  const isHolder = typeof holder === 'function' || (typeof holder === 'object' && holder !== null);
  const known: unknown = isHolder ? Reflect.getOwnMetadata(key, holder) : undefined;
  return known instanceof Map ? known : NO_DESCRIPTIONS;
}
