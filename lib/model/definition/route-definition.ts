import type { CachePolicy } from '../../caching/cache-policy.js';
import type { Validator } from '../../schema/compile.js';
import type { ArgumentSchema } from '../../schema/vocabulary.js';
import type { HttpMethod } from '../declaration/http-method.js';
import type { PathPattern } from '../paths/path-pattern.js';

/** An argument of a route, compiled. */
export interface ArgumentDefinition {
  /** Its place among the route's arguments. */
  readonly position: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly validator: Validator;
  /** A placeholder's value comes from the path always; any other from body, then query. */
  readonly isFromPath: boolean;
  /** The default, sanitized; made anew where it is an object, so that no call sees another's. */
  readonly fallback: (() => unknown) | undefined;
}

/** Where the value of one parameter of a method comes from. */
export type ParameterDefinition =
  | { readonly kind: 'argument'; readonly argument: ArgumentDefinition }
  | { readonly kind: 'service'; readonly type: unknown }
  | { readonly kind: 'request' }
  | { readonly kind: 'nest'; readonly index: number };

/** A permission, compiled. */
export type PermissionDefinition =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | {
      readonly kind: 'callback';
      readonly method: (...args: never[]) => unknown;
      readonly parameters: readonly ParameterDefinition[];
    };

/** What a call needs to know of a route. */
export interface RouteDetails {
  readonly arguments: readonly ArgumentDefinition[];
  readonly parameters: readonly ParameterDefinition[];
  readonly permission: PermissionDefinition;
}

/** A route, checked and compiled; nothing of it is decided again by a request. */
export interface RouteDefinition extends RouteDetails {
  /** `acme/v1`, as the host names it. */
  readonly namespace: string;
  readonly pattern: PathPattern;
  readonly methods: readonly HttpMethod[];
  readonly className: string;
  readonly methodName: string;
  /** Left out of every list that clients can see; served all the same. */
  readonly isHidden: boolean;
  /** How its responses are cached; `undefined` where they are not. */
  readonly cache: CacheDefinition | undefined;
}

/** The cache of one route. `routeId` is the same in every process of the application. */
export interface CacheDefinition {
  readonly routeId: string;
  readonly policy: CachePolicy<never>;
}
