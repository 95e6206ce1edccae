import { once } from '../shared/promises.js';
import { mergeObjects } from '../shared/records.js';
import type { ArgumentSchema } from '../schema/vocabulary.js';
import type {
  GuardedDeclaration,
  PermissionOrigin,
  RestRouteOptions,
  RouteDocumentation,
  HttpMethod,
  ResponseDeclaration,
  Responses,
  ToolOptions,
} from './declaration/route-declaration.js';
import type { OperationSignature } from '../types/method-signature.js';
import type { PathPattern } from './paths/path-pattern.js';
import type { DeclaredResponse } from './declared-response.js';
import type { NamedSchema, ResponseSchema } from '../types/response-schema.js';
import type {
  ArgumentDefinition,
  CheckedArgument,
  ParameterDefinition,
} from './definition/parameter-definition.js';
import type { CacheDefinition } from './definition/cache-definition.js';
import type { PermissionDefinition } from './definition/permission-definition.js';
import type { TypeSchema } from '../types/type-schema.js';
import type { Returned } from './definition/return-description.js';

/** The status and the headers that `@HttpCode` and `@Header` state for a route. */
export interface ResponseDefaults {
  readonly status: number | undefined;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers whose values are functions, which Nest calls for each request; absent if there are none. */
  readonly computed?: Readonly<Record<string, () => string>>;
}

export const NO_DEFAULTS: ResponseDefaults = Object.freeze({
  status: undefined,
  headers: Object.freeze({}),
});

/** Arguments by name, as OPTIONS lists them. Those of an index have no type, as on WordPress. */
export type ListedArguments = Readonly<
  Record<string, ArgumentSchema | Pick<ArgumentSchema, 'default' | 'required'>>
>;

/** How requests with the same `Idempotency-Key` are executed once. */
export interface IdempotencyDescription {
  /** In milliseconds. */
  readonly ttl: number;
  /** Whether a request needs the header. */
  readonly required: boolean;
}

/** The part of a description that comes from the options of a route that features read. */
export interface OptionDescription {
  /** Whether requests with POST, PUT, PATCH and DELETE may be part of a batch. */
  readonly batch: boolean;
  /** How the route is offered as a tool; `false` if it states that it is none, `undefined` if it states nothing. */
  readonly tool: ToolOptions | false | undefined;
  /** Present if requests with the same `Idempotency-Key` are executed once. */
  readonly idempotent?: IdempotencyDescription;
  /** Headers and errors that an option of the route adds to documents. */
  readonly operation?: OperationSignature;
  /** Present if it states the version of its result: requests that change it must state which one. */
  readonly isVersioned?: true;
  /** In milliseconds; present if the response is a 504 after this time. */
  readonly deadline?: number;
  /**
   * `declared`: only properties that the return type declares are sent, if the route or `forRoot({ responses })` asks
   * for it and the return type states them. `returned`: the whole result of the method is sent.
   */
  readonly responses: Responses;
}

/** @param byDefault The `responses` of routes that do not state it themselves. */
export type DescribeOption = (
  route: Pick<Route, 'options' | 'methods' | 'declaredResponse'>,
  byDefault: Responses,
) => Partial<OptionDescription>;

/** The schema of a parameter that Nest fills. */
export type FilledSchema = TypeSchema & { readonly schema: ArgumentSchema };

/** A route, checked and compiled, as startup knows it. */
export interface Route {
  /** `acme/v1`, as WordPress names it. */
  readonly namespace: string;
  readonly pattern: PathPattern;
  readonly methods: readonly HttpMethod[];
  readonly className: string;
  readonly methodName: string;
  /** `ItemsController.one`. */
  readonly handler: string;
  readonly permissionOrigin: PermissionOrigin;
  /** Its permission, if guards decide: startup checks that there is one. */
  readonly guarded: GuardedDeclaration | undefined;
  /** The capabilities that its permission names, as declared. */
  readonly capabilities: readonly string[];
  readonly options: RestRouteOptions;
  /** How features describe its options. */
  readonly describedBy: readonly DescribeOption[];
  /** The properties of its endpoint in OPTIONS and in the index, by its options. */
  readonly listed: Readonly<Record<string, unknown>>;
  /** How its responses are cached; `undefined` if they are not. */
  readonly cache: CacheDefinition | undefined;
  readonly documentation: RouteDocumentation | undefined;
  readonly hasArguments: boolean;
  /** Whether a parameter states media types of files, which are checked by the content. */
  readonly checksFiles: boolean;
  /** The places of schemas without a type, by whose keywords nothing is limited: `filter.properties.max`. */
  readonly untyped: readonly string[];
  /** The arguments with a schema as data that rejects its own default. */
  readonly rejectedDefaults: readonly Pick<CheckedArgument, 'index' | 'name' | 'rejectedDefault'>[];
  /** The arguments that OPTIONS lists in place of those of the route. */
  readonly listedArguments: ListedArguments | undefined;
  /**
   * Compiles the rest of the route, once, on first use: most routes of a large application receive no early request.
   */
  readonly define: () => RouteDefinition;
  /** The schemas of the parameters that Nest fills, by position; made again for each document. */
  readonly filled: () => ReadonlyMap<number, FilledSchema>;
  /** Describes the return type; called again for each document. */
  readonly returned: (pageHeaders: readonly string[]) => Returned | undefined;
  /** Returns the schema of the returned resource, for OPTIONS; created once. `undefined` if its type has no name. */
  readonly responseSchema: () => ResponseSchema | undefined;
  /** Returns the schema of the whole response, without links; `undefined` if nothing states it. */
  readonly sentSchema: () => NamedSchema | undefined;
  /** Returns the properties that the return type declares, for a route that sends only declared properties. */
  readonly declaredResponse: () => DeclaredResponse | undefined;
}

/** The properties of a route that only requests need. */
export interface RoutePlan {
  readonly arguments: readonly ArgumentDefinition[];
  readonly parameters: readonly ParameterDefinition[];
  readonly permission: PermissionDefinition;
  readonly responseDefaults: ResponseDefaults;
}

/** All properties of a route that a request needs, decided before the first request. */
export interface RouteDefinition extends Route, RoutePlan {}

const NOTHING = () => undefined;

const NONE_FILLED: ReadonlyMap<number, FilledSchema> = new Map();

const WITHOUT_OPTIONS = {
  permissionOrigin: 'route',
  guarded: undefined,
  capabilities: [] as readonly string[],
  options: {},
  describedBy: [] as readonly DescribeOption[],
  listed: {},
  cache: undefined,
  documentation: undefined,
  hasArguments: false,
  checksFiles: false,
  untyped: [] as readonly string[],
  rejectedDefaults: [] as Route['rejectedDefaults'],
  listedArguments: undefined,
  filled: () => NONE_FILLED,
  returned: NOTHING,
  responseSchema: NOTHING,
  sentSchema: NOTHING,
  declaredResponse: NOTHING,
} as const;

/** @param plan Called once, on first use of the route. */
export function createRoute(
  own: Pick<Route, 'namespace' | 'pattern' | 'methods' | 'className' | 'methodName'> &
    Partial<Omit<Route, 'handler' | 'define'>>,
  plan: () => RoutePlan,
): Route {
  const route: Route = mergeObjects(WITHOUT_OPTIONS, own, {
    handler: `${own.className}.${own.methodName}`,
    define: once(() => Object.freeze(mergeObjects(route, plan()))),
  });
  return Object.freeze(route);
}

export function compileResponse(declaration: ResponseDeclaration | undefined): ResponseDefaults {
  if (declaration === undefined) return NO_DEFAULTS;
  const headers: Record<string, string> = {};
  const computed: Record<string, () => string> = {};
  for (const { name, value } of declaration.headers) {
    if (typeof value === 'function') computed[name.toLowerCase()] = value;
    else headers[name.toLowerCase()] = value;
  }
  const hasHeaders = Object.keys(headers).length > 0;
  const fixed = {
    status: declaration.status,
    headers: hasHeaders ? Object.freeze(headers) : NO_DEFAULTS.headers,
  };
  const hasComputed = Object.keys(computed).length > 0;
  return Object.freeze(hasComputed ? { ...fixed, computed: Object.freeze(computed) } : fixed);
}

/** The status and the headers for one request. */
export function computedDefaults(defaults: ResponseDefaults): ResponseDefaults {
  const { status, headers, computed } = defaults;
  if (computed === undefined) return defaults;
  const values = Object.entries(computed).map(([name, compute]) => [name, compute()] as const);
  return { status, headers: { ...headers, ...Object.fromEntries(values) } };
}

/** Whether responses have headers that `@Header` states. */
export function statesHeaders({ headers, computed }: ResponseDefaults): boolean {
  return computed !== undefined || Object.keys(headers).length > 0;
}
