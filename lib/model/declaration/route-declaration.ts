import type { ReturnedType } from '../types/returned-type.js';
import type { ParameterDeclaration } from './parameter-declaration.js';

export interface CacheDeclaration {
  readonly ttl: unknown;
  readonly staleWhileRevalidate?: unknown;
  readonly statesVary: boolean;
  /** Where it is stated, is known, and is no function. */
  readonly vary?: unknown;
}

/** A permission as the rules see it. */
export type PermissionDeclaration =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | {
      readonly kind: 'callback';
      readonly name: string;
      /** Whether it was found as a static method of a class. */
      readonly isStatic: boolean;
      readonly parameters: readonly ParameterDeclaration[];
    };

/** What is said of a route for its readers alone; no rule looks at it. */
export interface RouteDocumentation {
  readonly returns: ReturnedType | undefined;
  /** It returns a `RestResponse`, which has a status of its own. */
  readonly returnsResponse: boolean;
  readonly description: string | undefined;
  readonly deprecated: string | true | undefined;
}

/** A route as written. */
export interface RouteDeclaration {
  readonly methodName: string;
  /** Which `@RestRoute` of the method it is, counted from 0 from top to bottom. */
  readonly routeIndex: number;
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: PermissionDeclaration | undefined;
  readonly parameters: readonly ParameterDeclaration[];
  readonly cache?: CacheDeclaration;
  readonly isHidden?: boolean;
  readonly documentation?: RouteDocumentation;
}

/** A controller as written. `version` is `undefined` where `@RestController` is missing. */
export interface ControllerDeclaration {
  readonly className: string;
  readonly version: string | undefined;
  readonly base: string;
  readonly routes: readonly RouteDeclaration[];
}
