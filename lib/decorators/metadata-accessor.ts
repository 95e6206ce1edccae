import type {
  RestRouteOptions,
  HttpMethod,
  CacheOptions,
} from '../routes/declaration/route-declaration.js';
import { type AttachedSignature, SIGNATURE_KEY, REQUEST_MARK } from '../types/method-signature.js';
import type { Permission } from '../routes/declaration/permission.js';
import type { Class } from '../shared/records.js';
import type { ParameterDeclaration } from '../routes/declaration/parameter-declaration.js';

/** The keys that the decorators write: registered symbols, which two copies of the package share. */
export const CONTROLLER_KEY = Symbol.for('nestjs-rest-routes.controller');

export const ROUTES_KEY = Symbol.for('nestjs-rest-routes.routes');

export const PARAMETERS_KEY = Symbol.for('nestjs-rest-routes.parameters');

export const PROPERTIES_KEY = Symbol.for('nestjs-rest-routes.properties');

export const VALUE_CLASS_KEY = Symbol.for('nestjs-rest-routes.value-class');

export const CACHE_KEY = Symbol.for('nestjs-rest-routes.cache');

export const PERMISSION_KEY = Symbol.for('nestjs-rest-routes.permission');

export const CALLBACK_KEY = Symbol.for('nestjs-rest-routes.callback');

/** The guards that permissions have bound to a class, or to a method. */
export const GUARDS_KEY = Symbol.for('nestjs-rest-routes.guards');

export const LAZY_KEY = Symbol.for('nestjs-rest-routes.lazy');

export interface ControllerMetadata {
  readonly version: string;
  readonly base: string;
  /** The permission of its routes that state none. */
  readonly permission?: Permission | undefined;
}

/** A method holds a list of these. */
export interface RouteMetadata {
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  /** `undefined` if the permission of the controller applies. */
  readonly permission: Permission | undefined;
  readonly options: RestRouteOptions;
}

/** A static method that a callback names: its class, and its name there. */
export interface CallbackPlace {
  readonly owner: Class;
  readonly name: string;
}

/** The description of one parameter or property that `@Param`, `@ListOf` and `@Arguments` together state. */
export type Description = Pick<
  ParameterDeclaration,
  'options' | 'list' | 'takesArguments' | 'conflicts'
>;

/** The key under which TypeScript emits the types of parameters. @see `emitDecoratorMetadata` */
const DESIGN_PARAMETER_TYPES = 'design:paramtypes';

const NO_ROUTES: readonly RouteMetadata[] = [];
const NO_NAMES: ReadonlySet<never> = new Set<never>();
const NO_TYPES: readonly unknown[] = [];
const NO_DESCRIPTIONS: ReadonlyMap<never, Description> = new Map<never, Description>();

/** The metadata of `@RestController` on a class, or on one that it extends. */
export function controllerMetadata(type: Class): ControllerMetadata | undefined {
  return Reflect.getMetadata(CONTROLLER_KEY, type) as ControllerMetadata | undefined;
}

/**
 * The metadata of `@RestRoute` for a method, one item for each decorator, in the order of the source.
 *
 * The metadata of a method is stored by the prototype that has the method and by its name, as Nest stores its parameter
 * decorators, so that it stays if a decorator such as `@Log()` replaces the method. It is also written on the method,
 * as Nest does for routes, so that a copy of the method on another prototype has it.
 */
export function methodRoutes(prototype: object, name: string): readonly RouteMetadata[] {
  return listed(kept(ROUTES_KEY, prototype, name));
}

/** The names for which `@RestRoute` wrote on a prototype; a decorator may have removed the method since. */
export function routeNames(prototype: object): ReadonlySet<string> {
  const names: unknown = Reflect.getOwnMetadata(ROUTES_KEY, prototype);
  return names instanceof Set ? names : NO_NAMES;
}

export function methodPermission(prototype: object, name: string): Permission | undefined {
  return kept(PERMISSION_KEY, prototype, name) as Permission | undefined;
}

/** The permission that `@RequirePermission` wrote on a class, or on one that it extends. */
export function classPermission(type: Class): Permission | undefined {
  return Reflect.getMetadata(PERMISSION_KEY, type) as Permission | undefined;
}

export function hasOwnPermission(type: Class): boolean {
  return Reflect.hasOwnMetadata(PERMISSION_KEY, type);
}

export function methodCache(prototype: object, name: string): CacheOptions | undefined {
  return kept(CACHE_KEY, prototype, name) as CacheOptions | undefined;
}

export function methodDescriptions(
  target: object,
  name: string | symbol,
): ReadonlyMap<number, Description> {
  return mapped(kept(PARAMETERS_KEY, target, name));
}

/** The same, written on the method itself: for a callback, the class may be unknown. */
export function parameterDescriptions(method: unknown): ReadonlyMap<number, Description> {
  return mapped(carried(PARAMETERS_KEY, method));
}

export function propertyDescriptions(prototype: object): ReadonlyMap<string, Description> {
  return mapped(Reflect.getOwnMetadata(PROPERTIES_KEY, prototype));
}

/** The place of a static method when a decorator named it as a callback. */
export function callbackPlace(method: object): CallbackPlace | undefined {
  return Reflect.getOwnMetadata(CALLBACK_KEY, method) as CallbackPlace | undefined;
}

export function isValueClass(type: Class): boolean {
  return Reflect.hasMetadata(VALUE_CLASS_KEY, type);
}

/** The options of `@ValueClass`. */
export interface ValueClassOptions {
  /**
   * The treatment of properties without decorators (of class-validator, `@Param` or `@ListOf`) in a class with
   * decorators of class-validator: `reject`, the default, stops the start with their names (RR1058); `ignore` makes no
   * arguments of them, as `ValidationPipe` does with `whitelist`; `accept` makes arguments of them by their types.
   */
  readonly undecorated?: 'reject' | 'ignore' | 'accept';
}

export function valueClassOptions(type: Class): ValueClassOptions {
  return (Reflect.getMetadata(VALUE_CLASS_KEY, type) as ValueClassOptions | undefined) ?? {};
}

export function isRequestClass(type: Class): boolean {
  return Reflect.get(type, REQUEST_MARK) === true;
}

/** The signature that a compiler attached to the class itself; an inherited one describes the superclass. */
export function attachedSignature(type: Class): AttachedSignature | undefined {
  if (!Object.hasOwn(type, SIGNATURE_KEY)) return undefined;
  return Reflect.get(type, SIGNATURE_KEY) as AttachedSignature;
}

export function designTypes(target: object, methodName: string): readonly unknown[] {
  const types: unknown = Reflect.getMetadata(DESIGN_PARAMETER_TYPES, target, methodName);
  return Array.isArray(types) ? types : NO_TYPES;
}

/** Under its name, and on the method itself. @see methodRoutes */
export function stateOfMethod(
  key: symbol,
  value: unknown,
  target: object,
  name: string | symbol,
  method: unknown = Object.getOwnPropertyDescriptor(target, name)?.value,
): void {
  Reflect.defineMetadata(key, value, target, name);
  if (typeof method === 'function') Reflect.defineMetadata(key, value, method);
}

function kept(key: symbol, target: object, name: string | symbol): unknown {
  const stated: unknown = Reflect.getOwnMetadata(key, target, name);
  return stated ?? carried(key, Object.getOwnPropertyDescriptor(target, name)?.value);
}

function carried(key: symbol, method: unknown): unknown {
  return typeof method === 'function' ? Reflect.getOwnMetadata(key, method) : undefined;
}

function listed(routes: unknown): readonly RouteMetadata[] {
  return Array.isArray(routes) ? routes : NO_ROUTES;
}

function mapped<Key>(descriptions: unknown): ReadonlyMap<Key, Description> {
  return descriptions instanceof Map ? descriptions : NO_DESCRIPTIONS;
}
