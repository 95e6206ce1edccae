import type { MethodSignature, OperationSignature } from '../../types/method-signature.js';
import type { ClassHandle, DeclaredType } from '../../types/type.js';
import type { Combination } from './permission.js';
import type { ParameterDeclaration } from './parameter-declaration.js';
import type { CacheDuration } from '../../types/duration.js';
import type { RestRequest, PossibleUser } from '../rest-request.js';

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
  /**
   * The names of the route in an OpenAPI document; by default those of its doc comment.
   *
   * @see docs/discovery-and-openapi.md
   */
  readonly openapi?: OperationOptions;
}

/**
 * The names of a route in an OpenAPI document.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess(), { openapi: { operationId: 'listBooks', tags: ['Books'] } })
 * list() {}
 */
export interface OperationOptions extends OperationSignature {
  /** `true`, or what to use instead. */
  readonly deprecated?: boolean | string;
}

/** What `@Cache` states, as far as the rules check it. */
export interface CacheDeclaration {
  readonly ttl: unknown;
  readonly staleWhileRevalidate?: unknown;
  readonly statesVary: boolean;
  /** Where it is stated, is known, and is no function. */
  readonly vary?: unknown;
  /** The arguments that `tags` and `vary` destructure, if the source shows it. */
  readonly takenArguments?: readonly string[];
  /** The `CacheOptions` themselves, which the rules pass on unread; a compiler has none. */
  readonly options?: { readonly ref: unknown };
}

/** The third argument of `@RestRoute`. A part of a combination that is no permission is `undefined`. */
export type PermissionDeclaration =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | CallbackDeclaration
  | Combination<PermissionDeclaration | undefined>;

/** A permission that a static method decides. */
export interface CallbackDeclaration {
  readonly kind: 'callback';
  readonly name: string;
  /** Whether it was found as a static method of a class. */
  readonly isStatic: boolean;
  readonly parameters: readonly ParameterDeclaration[];
  /** The method itself; a compiler has none. */
  readonly callback?: { readonly ref: unknown };
  /** The class of the method, if it is known. */
  readonly owner?: ClassHandle;
}

/** What `@HttpCode` and `@Header` state of the responses of a method. */
export interface ResponseDeclaration {
  readonly status: number | undefined;
  readonly headers: readonly { readonly name: string; readonly value: string | (() => string) }[];
}

/** What a signature states of a route for documents; only declared responses need its type. */
export type RouteDocumentation = Omit<MethodSignature<DeclaredType>, 'parameters'>;

/** The type that the source states; an inferred one is for OpenAPI only. */
export function statedReturn({ documentation }: RouteDeclaration): DeclaredType | undefined {
  return documentation?.isInferred === true ? undefined : documentation?.returns;
}

/** Which decorator states the permission of a route: its `@RestRoute`, or the `@RestController` of its class. */
export type PermissionOrigin = 'route' | 'controller';

/** A route as written. */
export interface RouteDeclaration {
  readonly methodName: string;
  /** Which `@RestRoute` of the method it is, counted from 0 from top to bottom. */
  readonly routeIndex: number;
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: PermissionDeclaration | undefined;
  /** Where the permission is stated. */
  readonly permissionOrigin: PermissionOrigin;
  readonly parameters: readonly ParameterDeclaration[];
  readonly cache?: CacheDeclaration | undefined;
  readonly response?: ResponseDeclaration | undefined;
  readonly options: RestRouteOptions;
  readonly documentation?: RouteDocumentation | undefined;
}

/** A controller as written. `version` is `undefined` if `@RestController` is missing. */
export interface ControllerDeclaration {
  readonly className: string;
  readonly version: string | undefined;
  readonly base: string;
  readonly routes: readonly RouteDeclaration[];
}

/** Reads the properties of a value class; `undefined` if the class declares none. */
export type ValueClassReader = (handle: ClassHandle) => readonly ParameterDeclaration[] | undefined;

/** The traits by which a class of values differs from a service. */
export interface ClassTraits {
  /** Has `@ValueClass()`, of its own or from a class it extends. */
  readonly isMarked: boolean;
  /** Has `@Injectable()`, or a decorator that may stand for it. */
  readonly isInjectable: boolean;
  /** Has a constructor with parameters, or properties that Nest injects. */
  readonly takesServices: boolean;
  /** Has methods, accessors or properties that are not public. */
  readonly hasBehaviour: boolean;
  /** Has properties that `@Param`, `@ListOf` or class-validator describe, or that nothing initializes. */
  readonly hasValues: boolean;
}

/** What a compiler, or the application at startup, knows of the classes that parameters name. */
export interface ClassReaders {
  readonly properties: ValueClassReader;
  /** `undefined` if the class cannot be read; it then counts as a service. */
  readonly traits: (handle: ClassHandle) => ClassTraits | undefined;
}

/**
 * The methods that a route may serve. GET also serves HEAD; the library itself serves OPTIONS.
 *
 * @example
 * @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'))
 */
export const HttpMethod = {
  Get: 'GET',
  Post: 'POST',
  Put: 'PUT',
  Patch: 'PATCH',
  Delete: 'DELETE',
} as const;

export type HttpMethod = (typeof HttpMethod)[keyof typeof HttpMethod];

/** In the order in which `Allow` lists them. */
export const HTTP_METHODS: readonly HttpMethod[] = Object.values(HttpMethod);

export function isHttpMethod(method: string): method is HttpMethod {
  const known: readonly string[] = HTTP_METHODS;
  return known.includes(method);
}

/**
 * Names the request headers that the responses of a cached route depend on. On a public route shared
 * caches may store them and get the names in `Vary`; with `Cookie` or `Authorization` among them the
 * responses are private. At least one name; anything else is the diagnostic RR1022.
 *
 * @example
 * @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
 * @see RFC 9110 12.5.5
 */
export interface CacheVaryHeaders {
  readonly headers: readonly [string, ...string[]];
}

/** What `@Cache` takes. */
export interface CacheOptions<
  Arguments extends object = Readonly<Record<string, unknown>>,
  User = PossibleUser,
> {
  /** How long a response is fresh. */
  readonly ttl: CacheDuration;
  /** How long after that it may be sent while it is renewed in the background; not at all by default. */
  readonly staleWhileRevalidate?: CacheDuration;
  /**
   * Which callers share an entry: all (`'none'`, the default of a public route), none with another
   * (`'user'`, the default of any other route), those whose requests have the same values in the named
   * headers, or those with the same text from the function, or from its promise. A response for which the function returns anything else is not stored. With a function no other cache may send the
   * response without revalidation, since nothing shows what the function reads.
   */
  readonly vary?:
    | 'none'
    | 'user'
    | CacheVaryHeaders
    | ((request: RestRequest<User>) => string | PromiseLike<string>);
  /** Names under which responses can be purged: a list, or made from the typed arguments. */
  readonly tags?: readonly string[] | ((args: Readonly<Arguments>) => readonly string[]);
}
