import type {
  ControllerDocumentation,
  MethodSignature,
  OperationSignature,
} from '../../types/method-signature.js';
import type { DataSchema } from '../../schema/vocabulary.js';
import { isObject } from '../../shared/records.js';
import type { ClassHandle, DeclaredType } from '../../types/type.js';
import type { Combination } from './permission.js';
import type { ParameterDeclaration } from './parameter-declaration.js';
import type { StatedLists, ValueMeaning } from '../definition/value-reading.js';
import type { CacheDuration } from '../../types/duration.js';
import type { ResourceVersion, RestRequest } from '../rest-request.js';
import type { PossibleUser, RestTag } from './rest-types.js';

/** The sent part of a result: the declared properties of the return type, or the whole result. */
export type Responses = 'declared' | 'returned';

/**
 * The schema of the data of a method that returns any JSON. It describes them, and rejects none.
 *
 * @example
 * const ABILITY: StatedResponses = {
 *   schema: { title: 'ability', type: 'object', properties: { name: { type: 'string', context: ['view', 'edit'] } } },
 * };
 */
export interface StatedResponses {
  /** In WordPress's dialect of JSON Schema: of the whole body, as a list of abilities. */
  readonly schema: DataSchema;
}

/** The treatment of names in the query and the body that belong to no argument: WordPress ignores them. */
export type UnknownArguments = (typeof UNKNOWN_ARGUMENTS)[number];

export const UNKNOWN_ARGUMENTS = ['ignore', 'refuse'] as const;

/** The status of a response that states none: 200, and 204 for nothing; or that of a plain controller of Nest. */
export type Statuses = (typeof STATUSES)[number];

export const STATUSES = ['rest', 'nest'] as const;

/** The options of `@RestRoute` beside path, methods and permission. */
export interface RestRouteOptions {
  /**
   * Leaves the route out of the index, of API documents, of OPTIONS and of `Allow`; it is served, and the audit lists
   * it. `false` by default.
   */
  readonly hidden?: boolean;
  /**
   * States that a public route with POST, PUT, PATCH or DELETE is meant to be public, or that a guard of its own decides:
   * `npx nestjs-rest-routes routes --check` fails for such a route without it. `false` by default.
   */
  readonly publicWrite?: boolean;
  /**
   * Lets requests with POST, PUT, PATCH and DELETE be part of a batch: `POST /batch/v1`, which
   * `RestModule.forRoot({ batch: true })` serves. WordPress's `allow_batch`. `false` by default.
   */
  readonly batch?: boolean;
  /**
   * The sent part of a result: with `declared`, only the properties that the return type declares; with `returned`,
   * everything. By default that of `RestModule.forRoot({ responses })`. `{ schema }` describes the data of a method that
   * returns any JSON, in WordPress's dialect, for OPTIONS and documents: everything is sent.
   *
   * @example
   * @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { responses: { schema: ABILITY } })
   * one(id: int): Promise<object> {}
   *
   * @see docs/declared-responses.md
   */
  readonly responses?: Responses | StatedResponses;
  /**
   * The meaning of null, of texts of lists and of times without an offset: that of the types (`typed`), or that of
   * WordPress (`wordpress`). By default that of `RestModule.forRoot({ values })`.
   *
   * @see docs/arguments.md
   */
  readonly values?: ValueMeaning;
  /**
   * How lists are written in texts: `repeated` or `comma`. By default that of `RestModule.forRoot({ lists })`; if the
   * route states `values: 'wordpress'`, as on WordPress.
   */
  readonly lists?: StatedLists;
  /**
   * The treatment of names in the query and the body that belong to no argument of the route: `refuse` rejects the
   * request with 400, `ignore` leaves them to a method that reads them itself, by `RestRequest`, `@Req()` or a decorator
   * of the application. By default that of `RestModule.forRoot({ unknownArguments })`.
   *
   * @example
   * @RestRoute('/webhook', HttpMethod.Post, new PublicAccess(), { unknownArguments: 'ignore' })
   * receive(request: RestRequest) {}
   *
   * @see docs/configuration.md
   */
  readonly unknownArguments?: UnknownArguments;
  /**
   * The names of the route in an OpenAPI document; by default those of its doc comment.
   *
   * @see docs/discovery-and-openapi.md
   */
  readonly openapi?: OperationOptions;
  /**
   * Offers the route as a tool of the Model Context Protocol, which `McpModule` of `nestjs-rest-routes/mcp` serves:
   * `true`, or its name, title and description. `false` leaves out a route of a namespace that `McpModule` includes.
   *
   * @see docs/mcp.md
   */
  readonly tool?: boolean | ToolOptions;
  /**
   * Executes requests with the same `Idempotency-Key`, caller and arguments once: a repetition gets the response of the
   * first one. For POST, PUT, PATCH and DELETE. `true`, or how long responses are kept, and whether the header is
   * required.
   *
   * @example
   * @RestRoute('', HttpMethod.Post, new Capability('order'), { idempotent: { ttl: '24h', required: true } })
   * create(product: int) {}
   *
   * @see docs/idempotency.md
   */
  readonly idempotent?: boolean | IdempotencyOptions;
  /**
   * The version of the result: the name of a property, or a function of the result, such as a static method. Responses
   * have it as their `ETag`. Requests with PUT, PATCH and DELETE must state in `If-Match` the version that they change,
   * and their method compares it by `request.expectVersion(current)`. By default, nothing is compared.
   *
   * @example
   * @RestRoute('/{id}', HttpMethod.Put, new Capability('edit_items'), { version: 'updatedAt' })
   * update(id: int, title: string, request: RestRequest) {}
   *
   * @see docs/concurrency.md
   */
  readonly version?: string | ((result: never) => ResourceVersion);
  /**
   * The time that the interceptors and the method have for their result; then the response is a 504, and the
   * `AbortSignal` of the method is aborted. More than zero, at most a day; without it, there is no limit.
   *
   * @example
   * @RestRoute('/report', HttpMethod.Get, new Capability('read_reports'), { deadline: '5s' })
   * report(signal: AbortSignal): Promise<Report> {}
   *
   * @see docs/abort.md
   */
  readonly deadline?: CacheDuration;
}

/**
 * How requests to a route are executed once.
 *
 * @example
 * @RestRoute('', HttpMethod.Post, new Capability('order'), { idempotent: { required: true } })
 * create(product: int) {}
 */
export interface IdempotencyOptions {
  /** How long the response is kept for repetitions; `'24h'` by default. More than zero, at most a year. */
  readonly ttl?: CacheDuration;
  /** Whether a request without the header is rejected with 400; `false` by default. */
  readonly required?: boolean;
}

/** The names that all clients accept; models call tools by them. */
export const TOOL_NAME = /^[\w-]{1,64}$/;

/**
 * How a route is offered as a tool.
 *
 * @example
 * @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { tool: { name: 'add_item' } })
 * create(title: string) {}
 */
export interface ToolOptions {
  /**
   * 1 to 64 letters, digits, `_` and `-`, once in an application. By default the names of controller and method:
   * `items_create` of `ItemsController.create`.
   */
  readonly name?: string;
  /** For people. By default the summary of the route. */
  readonly title?: string;
  /** For models: what the tool does, and when to use it. By default that of the doc comment. */
  readonly description?: string;
  /** Hints beside those of the method, and in their place. */
  readonly annotations?: ToolAnnotations;
}

/**
 * Hints for clients, which may ask their users before a call; a permission is what counts.
 *
 * @example
 * // A POST whose filters do not fit into a query changes nothing.
 * @RestRoute('/search', HttpMethod.Post, new PublicAccess(), { tool: { annotations: { readOnlyHint: true } } })
 * search(filter: Filter) {}
 * @see Model Context Protocol, `ToolAnnotations`
 */
export interface ToolAnnotations {
  /** Whether a call changes nothing. `true` by default for GET. */
  readonly readOnlyHint?: boolean;
  /** Whether a call may delete or replace something. `true` by default for DELETE. */
  readonly destructiveHint?: boolean;
  /** Whether a repeated call has no further effect. `true` by default for PUT and DELETE. */
  readonly idempotentHint?: boolean;
  /** Whether a call reaches systems outside of the application. None is stated by default. */
  readonly openWorldHint?: boolean;
}

/**
 * The names of a route in an OpenAPI document.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess(), { openapi: { operationId: 'listBooks', tags: ['Books'] } })
 * list() {}
 */
export interface OperationOptions extends OperationSignature {
  /**
   * `true`, or a text with the alternative. Dates at its beginning are the headers `Deprecation` and `Sunset`:
   * `2026-01-01 sunset 2027-01-01 Use /v2/items.`
   *
   * @see docs/deprecation.md
   */
  readonly deprecated?: boolean | string;
}

/** The options of `@Cache`, as far as the rules check them. */
export interface CacheDeclaration {
  readonly ttl: unknown;
  readonly staleWhileRevalidate?: unknown;
  readonly statesVary: boolean;
  /** Present if it is stated and known, and is not a function. */
  readonly vary?: unknown;
  /** The arguments that `tags` and `vary` destructure, if the source shows it. */
  readonly takenArguments?: readonly string[];
  /** The `CacheOptions` themselves, which the rules pass on unchanged; absent in a compiler. */
  readonly options?: { readonly ref: unknown };
}

/** The third argument of `@RestRoute`. A part of a combination that is not a permission is `undefined`. */
export type PermissionDeclaration =
  | { readonly kind: 'public' }
  | GuardedDeclaration
  | { readonly kind: 'capability'; readonly capability: string }
  | CallbackDeclaration
  | Combination<PermissionDeclaration | undefined>;

/** A permission that guards of Nest decide: those that it binds itself, by their names, or else those around. */
export interface GuardedDeclaration {
  readonly kind: 'guarded';
  readonly guards: readonly string[];
  /** The guards themselves, in the same order; absent in a compiler. */
  readonly refs?: readonly unknown[];
}

/** A permission that a static method decides. */
export interface CallbackDeclaration {
  readonly kind: 'callback';
  readonly name: string;
  /** Whether it was found as a static method of a class. */
  readonly isStatic: boolean;
  readonly parameters: readonly ParameterDeclaration[];
  /** Present if anonymous callers are denied without a call. */
  readonly anonymous?: false;
  /** From the docstring of the method. */
  readonly description?: string;
  /** The method itself; absent in a compiler. */
  readonly callback?: { readonly ref: unknown };
  /** The class of the method, if it is known. */
  readonly owner?: ClassHandle;
}

/** The status and the headers that `@HttpCode` and `@Header` state for a method. */
export interface ResponseDeclaration {
  readonly status: number | undefined;
  readonly headers: readonly { readonly name: string; readonly value: string | (() => string) }[];
}

/** The facts in a signature for documents of a route; only declared responses need its type. */
export interface RouteDocumentation extends Omit<MethodSignature<DeclaredType>, 'parameters'> {
  readonly controller?: ControllerDocumentation;
}

/** The type that the route or the source states; an inferred one is for OpenAPI only. */
export function statedReturn(route: RouteDeclaration): DeclaredType | undefined {
  const { documentation } = route;
  const inSource = documentation?.isInferred === true ? undefined : documentation?.returns;
  return schemaOfResponses(route) ?? inSource;
}

/** The schema that `responses` of a route states, as a type. */
export function schemaOfResponses({
  options: { responses },
}: Pick<RouteDeclaration, 'options'>): DeclaredType | undefined {
  return isObject(responses) ? { kind: 'schema', schema: responses.schema } : undefined;
}

/** Which decorator states the permission of a route: its `@RestRoute`, or the `@RestController` of its class. */
export type PermissionOrigin = 'route' | 'controller';

export interface RouteDeclaration {
  readonly methodName: string;
  /** Counted from 0, from top to bottom. */
  readonly routeIndex: number;
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: PermissionDeclaration | undefined;
  readonly permissionOrigin: PermissionOrigin;
  /** The guards that permissions bind to its class and its method, by their names: its own permission, or others. */
  readonly boundGuards?: readonly string[];
  readonly parameters: readonly ParameterDeclaration[];
  readonly cache?: CacheDeclaration | undefined;
  readonly response?: ResponseDeclaration | undefined;
  readonly options: RestRouteOptions;
  readonly documentation?: RouteDocumentation | undefined;
}

/** The name of the decorator in a `PlainDecorator`. */
export const REQUIRE_PERMISSION = '@RequirePermission';

/** A decorator for plain controllers and their handlers in a controller of routes. */
export interface PlainDecorator {
  /** `@Get`, `@Controller`, `@RequirePermission` or `@MessagePattern`, for example. */
  readonly name: string;
  /** The decorated method; absent if the class is decorated. */
  readonly methodName?: string;
  /** The decorated class, if the controller extends it. */
  readonly base?: string;
}

/** A controller as written. `version` is `undefined` if `@RestController` is missing. */
export interface ControllerDeclaration {
  readonly className: string;
  readonly version: string | undefined;
  readonly base: string;
  readonly routes: readonly RouteDeclaration[];
  readonly plain: readonly PlainDecorator[];
}

/** Reads the properties of a value class; `undefined` if the class declares none. */
export type ValueClassReader = (handle: ClassHandle) => readonly ParameterDeclaration[] | undefined;

export interface ClassTraits {
  /** Whether it has `@ValueClass()`, itself or from a class it extends. */
  readonly isMarked: boolean;
  /** Whether it has `@Injectable()`, or a decorator that may include it. */
  readonly isInjectable: boolean;
  /** Whether it has a constructor with parameters, or properties that Nest injects. */
  readonly takesServices: boolean;
  /** Whether it has methods, accessors or properties that are not public. */
  readonly hasBehaviour: boolean;
  /** Whether it has properties that `@Param`, `@ListOf` or class-validator describe. */
  readonly isDescribed: boolean;
  /** Whether it has such properties, or some without an initializer. */
  readonly hasValues: boolean;
}

/** A compiler, or the application at startup, knows them. */
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
 * Names the request headers that the responses of a cached route depend on. On a public route, shared caches may
 * store them, and `Vary` lists the names; with `Cookie` or `Authorization` among them, the responses are private.
 * Needs at least one name; anything else is the diagnostic RR1022.
 *
 * @example
 * @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
 * @see RFC 9110 12.5.5
 */
export interface CacheVaryHeaders {
  readonly headers: readonly [string, ...string[]];
}

/** The options of `@Cache`. */
export interface CacheOptions<
  Arguments extends object = Readonly<Record<string, unknown>>,
  User = PossibleUser,
> {
  /** The time for which a response is fresh. */
  readonly ttl: CacheDuration;
  /** The time after that in which it may be sent while it is renewed in the background; none by default. */
  readonly staleWhileRevalidate?: CacheDuration;
  /**
   * Which callers share an entry: all (`'none'`, the default of a public route), only requests of the same user
   * (`'user'`, the default of any other route), those with the same values in the named headers, or those for which
   * the function returns the same text, or a promise of it. A response for which the function returns anything else
   * is not stored. With a function, other caches must revalidate the response before they send it, since they cannot
   * know what the function reads.
   * State it if the method reads more of the request than its arguments, or if its service finds a tenant or a language
   * in an asynchronous context; on a public route also if interceptors run around it that are not in
   * `forRoot({ cache: { uniform } })`.
   */
  readonly vary?:
    | 'none'
    | 'user'
    | CacheVaryHeaders
    | ((request: RestRequest<User>) => string | PromiseLike<string>);
  /** Names under which responses can be purged: a list, or a function of the typed arguments. */
  readonly tags?: readonly RestTag[] | ((args: Readonly<Arguments>) => readonly RestTag[]);
}
