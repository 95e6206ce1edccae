import type { HttpMethod } from '../model/declaration/http-method.js';
import type { RestRouteOptions } from '../model/declaration/route-declaration.js';
import type {
  ListLimits,
  ParamOptions,
  DeclaredTypeName,
  EnumSource,
  ValueClassType,
} from '../model/declaration/param-options.js';
import type { Permission } from '../model/permissions/permission.js';
import type { Class } from '../shared/class.js';

/** The keys that the decorators write. Registered symbols: two copies of the package understand each other. */
export const CONTROLLER_KEY = Symbol.for('nestjs-rest-routes.controller');
export const ROUTES_KEY = Symbol.for('nestjs-rest-routes.routes');
export const PARAMETERS_KEY = Symbol.for('nestjs-rest-routes.parameters');
export const PROPERTIES_KEY = Symbol.for('nestjs-rest-routes.properties');
export const VALUE_CLASS_KEY = Symbol.for('nestjs-rest-routes.value-class');
export const CACHE_KEY = Symbol.for('nestjs-rest-routes.cache');
export const PERMISSION_KEY = Symbol.for('nestjs-rest-routes.permission');
export const CALLBACK_KEY = Symbol.for('nestjs-rest-routes.callback');
export const LAZY_KEY = Symbol.for('nestjs-rest-routes.lazy');

/** What `@RestController` writes on a class. */
export interface ControllerMetadata {
  readonly version: string;
  readonly base: string;
}

/** What one `@RestRoute` writes on a method; a method holds a list of these. */
export interface RouteMetadata {
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly permission: Permission;
  readonly options: RestRouteOptions;
}

/** A static method that a callback names: its class, and its name there. */
export interface CallbackPlace {
  readonly owner: Class;
  readonly name: string;
}

/** What `@Param`, `@ListOf` and `@Arguments` together state of one parameter or property. */
export interface Description {
  readonly options?: ParamOptions;
  readonly list?: { readonly items: ListItems; readonly limits: ListLimits };
  /** `@Arguments()`; what it states by hand is in `options`. */
  readonly takesArguments?: true;
  /** The options that two decorators state differently. */
  readonly conflicts?: readonly string[];
}

/** What a list may hold: an enum, values, a value class, or the name of a type. */
export type ListItems = EnumSource | ValueClassType | Exclude<DeclaredTypeName, 'array'>;
