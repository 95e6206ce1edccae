import type { Combination } from '../permissions/permission-combination.js';
import type { ClassHandle } from '../types/declared-type.js';
import type { ReturnedType } from '../types/returned-type.js';
import type { ParameterDeclaration } from './parameter-declaration.js';

/** What leaves of a result: what the return type declares, or what the method returned. */
export type Responses = 'declared' | 'returned';

/** The options of `@RestRoute` beside path, methods and permission. */
export interface RestRouteOptions {
  /**
   * Leaves the route out of the index and of API documents; it is served, and the audit lists it.
   * `false` by default.
   */
  readonly hidden?: boolean;
  /**
   * Lets requests with POST, PUT, PATCH and DELETE be part of a batch: `POST /batch/v1`, which
   * `RestModule.forRoot({ batch: true })` serves. WordPress's `allow_batch`. `false` by default.
   */
  readonly batch?: boolean;
  /**
   * What leaves of what the method returns: `declared` is what its return type declares, and no other property;
   * `returned` is everything. By default what `RestModule.forRoot({ responses })` states.
   *
   * @see docs/declared-responses.md
   */
  readonly responses?: Responses;
}

/** A value that the model passes on without reading it. Declarations of a compiler have none. */
export interface OpaqueReference {
  readonly ref: unknown;
}

/** What `@Cache` states, as far as the rules check it. */
export interface CacheDeclaration {
  readonly ttl: unknown;
  readonly staleWhileRevalidate?: unknown;
  readonly statesVary: boolean;
  /** Where it is stated, is known, and is no function. */
  readonly vary?: unknown;
  /** The arguments that `tags` and `vary` destructure, where the source shows it. */
  readonly takenArguments?: readonly string[];
  /** The `CacheOptions` themselves. */
  readonly options?: OpaqueReference;
}

/** The third argument of `@RestRoute`. */
export type PermissionDeclaration =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | CallbackDeclaration
  | CombinationDeclaration;

/** Several permissions as one; a part that is no permission is `undefined`. */
export type CombinationDeclaration = Combination<PermissionDeclaration | undefined>;

/** A permission that a static method decides. */
export interface CallbackDeclaration {
  readonly kind: 'callback';
  readonly name: string;
  /** Whether it was found as a static method of a class. */
  readonly isStatic: boolean;
  readonly parameters: readonly ParameterDeclaration[];
  /** The method itself. */
  readonly callback?: OpaqueReference;
  /** The class of the method, where it is known. */
  readonly owner?: ClassHandle;
}

/** What `@HttpCode` and `@Header` state of the responses of a method. */
export interface ResponseDeclaration {
  readonly status: number | undefined;
  readonly headers: readonly HeaderDeclaration[];
}

/** One `@Header`. */
export interface HeaderDeclaration {
  readonly name: string;
  readonly value: string | (() => string);
}

/** One of the responses of a method, where its signature states several or their statuses. */
export interface DocumentedResponse {
  readonly type: ReturnedType;
  /** A `RestResponse`, which has a status of its own. */
  readonly isResponse: boolean;
  /** `undefined` where a `RestResponse` may have any. */
  readonly statuses: readonly number[] | undefined;
}

/** What a signature states of a route for documents only; no rule checks it. */
export interface RouteDocumentation {
  readonly returns: ReturnedType | undefined;
  /** The method returns a `RestResponse`, which has a status of its own. */
  readonly returnsResponse: boolean;
  readonly responses?: readonly DocumentedResponse[];
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
  readonly response?: ResponseDeclaration;
  readonly options: RestRouteOptions;
  readonly documentation?: RouteDocumentation;
}

/** A controller as written. `version` is `undefined` where `@RestController` is missing. */
export interface ControllerDeclaration {
  readonly className: string;
  readonly version: string | undefined;
  readonly base: string;
  readonly routes: readonly RouteDeclaration[];
}
