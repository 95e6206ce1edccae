import { type ArgumentSchema, type DescribedDefinitions, typesOf } from '../schema/vocabulary.js';
import { definitionsIn, type Hydration } from '../types/type-schema.js';
import type { ControllerDocumentation, OperationSignature } from '../types/method-signature.js';
import type {
  HttpMethod,
  OperationOptions,
  PermissionOrigin,
  Responses,
  UnknownArguments,
} from './declaration/route-declaration.js';
import { isMissingAsNull, type ArgumentDefinition } from './definition/parameter-definition.js';
import type { ValueMeaning } from './definition/value-reading.js';
import type { CacheDefinition } from './definition/cache-definition.js';
import type {
  CallbackDefinition,
  PermissionDefinition,
} from './definition/permission-definition.js';
import type { ReturnDescription } from './definition/return-description.js';
import { deepFreeze, withoutUndefined } from '../shared/records.js';
import type { FilledSchema, OptionDescription, Route } from './route.js';

/**
 * A route of an application as documents, audits and tests see it. Plain data: all but `schemaNames`
 * and `moments` survives `JSON.stringify`.
 */
export interface RouteDescription extends OptionDescription {
  /** `acme/v1`. */
  readonly namespace: string;
  /** With the prefix: `/api/acme/v1/items/{id}`. */
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly arguments: readonly ArgumentDescription[];
  /** The parameters that Nest fills from what a client sends; absent if there are none. */
  readonly filled?: readonly FilledDescription[];
  readonly permission: PermissionDescription;
  /** Which decorator states it: `@RestRoute`, or `@RestController` for all routes of the class. */
  readonly permissionOrigin: PermissionOrigin;
  /** The guards of the class and of the method, by their names. Those of the application guard every route. */
  readonly guards: readonly string[];
  /** The metadata of the application's own decorators on the class and on the method: `roles: ["admin"]`. */
  readonly metadata: readonly string[];
  /** Whether `@RestRoute` states that everyone may write by the route. */
  readonly publicWrite: boolean;
  readonly cache: CacheDescription | undefined;
  /** `ItemsController.one`. */
  readonly handler: string;
  /** Whether it is left out of the index and of API documents. */
  readonly hidden: boolean;
  /** Present if a decorator of `@nestjs/swagger` leaves it out of API documents. */
  readonly isExcluded?: true;
  /**
   * `refuse` if a name in the query or the body that belongs to no argument is a 400. `ignore` also if the method has
   * parameters with Nest's `@Query()` or `@Body()`, which read names that this description does not have.
   */
  readonly unknownArguments: UnknownArguments;
  /** The meaning of null, of texts of lists and of times; absent if the route has no arguments. */
  readonly values?: ValueMeaning;
  /** From the docstring of the method. */
  readonly description: string | undefined;
  /** The docstring of the controller. */
  readonly controller: ControllerDocumentation | undefined;
  /** `@deprecated` in the docstring: its text, or `true`. */
  readonly deprecated: string | true | undefined;
  /** The names and the errors of the route in an OpenAPI document, as far as it states them. */
  readonly operation: OperationSignature;
  /** The responses and the extensions that decorators of `@nestjs/swagger` state; absent if there are none. */
  readonly stated?: Pick<StatedByDecorators, 'responses' | 'extensions'>;
  /** The return type of the method, if its signature states it. */
  readonly returns: ReturnDescription | undefined;
  /**
   * The names of the classes and interfaces of the object schemas of arguments and response. Its keys are the schemas
   * of this description, so it is not part of JSON.
   */
  readonly schemaNames: ReadonlyMap<object, string>;
  /** The texts of times by their schemas, in the same way. */
  readonly moments?: ReadonlyMap<object, MomentTexts>;
}

/** A parameter with `@Body`, `@Query`, `@Headers` or `@Param` of Nest: the library does not validate its value. */
export interface FilledDescription {
  readonly in: 'body' | 'query' | 'header' | 'path';
  /** `undefined` if it is the whole body, or all parameters of the query. */
  readonly name?: string;
  /** `{ required }` if its type is not known. */
  readonly schema: ArgumentSchema;
  readonly definitions?: DescribedDefinitions;
}

/** Which texts are times: those with an offset, or also those without one and those of forms, `2024-03-01`. */
export type MomentTexts = 'offset' | 'forms';

export interface ArgumentDescription {
  readonly name: string;
  /** A placeholder's value comes from the path; any other from the body or the query. */
  readonly isFromPath: boolean;
  readonly schema: ArgumentSchema;
  /**
   * The schemas of objects that contain themselves, by the names to which `$ref` in `schema` and in these leads; absent
   * if there are none.
   */
  readonly definitions?: DescribedDefinitions;
  /**
   * How a list is written in a query or a form: `repeated` is `tags=a&tags=b`, `comma` is `tags=a,b`. Absent if it is
   * read as WordPress reads it: `tags[]=a&tags[]=b`.
   */
  readonly lists?: 'comma' | 'repeated';
  /** Present if null, which its schema accepts, counts as absent, and it must not be absent. */
  readonly rejectsNull?: true;
  /** The `match` of `@Param` of a placeholder. */
  readonly match?: string;
  /** Present if its value is a file of a `multipart/form-data` body, or a list of files. */
  readonly file?: FileDescription;
}

/** The limits of the files of an argument. */
export interface FileDescription {
  /** In bytes, of each file. */
  readonly maxSize?: number;
  /** Media types and ranges such as `image/*`. Any by default. */
  readonly mediaTypes?: readonly string[];
}

/**
 * Who may call a route; `name` is that of the capability, or of the callback with its class. Combinations list parts,
 * and `guarded` the guards that it binds.
 */
export type PermissionDescription =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly name: string }
  | GuardedDescription
  | CallbackDescription
  | { readonly kind: 'allOf' | 'anyOf'; readonly permissions: readonly PermissionDescription[] };

/** Guards decide: those that the permission names, or else those of its class or of the application. */
export interface GuardedDescription {
  readonly kind: 'guarded';
  readonly guards: readonly string[];
}

export interface CallbackDescription {
  readonly kind: 'callback';
  /** With its class: `ItemsController.mayEdit`. */
  readonly name: string;
  /** Present if anonymous callers are denied without a call. */
  readonly anonymous?: false;
  /** From the docstring of the method. */
  readonly description?: string;
}

export interface CacheDescription {
  /** In milliseconds. */
  readonly ttl: number;
  /** In milliseconds. */
  readonly staleWhileRevalidate: number;
  /**
   * Which callers share an entry: all, none, those who send the same headers, or those with the same text from a
   * function.
   */
  readonly sharing: 'everyone' | 'caller' | 'headers' | 'custom';
  /** The names of the headers if `sharing` is `headers`. */
  readonly headers?: readonly string[];
  /** Whether shared caches, such as those of proxies and CDNs, may keep responses and send them to anyone. */
  readonly isPublic: boolean;
  /**
   * The guards without which they might, by their names in `forRoot({ cache: { uniform } })`: those decide who may call.
   */
  readonly guardedBy: readonly string[];
}

/** The facts that decorators of `@nestjs/swagger` state for documents beside the signature. */
export interface StatedByDecorators extends Pick<
  OperationSignature,
  'summary' | 'operationId' | 'tags' | 'requestHeaders'
> {
  readonly description?: string;
  readonly deprecated?: true;
  /** By status. */
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
  /** By name, `x-…`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The facts that the application itself states beside the permission of a route. */
export interface OwnFacts extends Pick<RouteDescription, 'guards' | 'metadata'> {
  /** Whether shared caches may keep the responses of a cached route. */
  readonly shared: Pick<CacheDescription, 'isPublic' | 'guardedBy'>;
  /** The parameters that Nest fills, by their positions. */
  readonly filled: readonly (Pick<FilledDescription, 'in' | 'name'> & { readonly index: number })[];
  /** The facts that decorators of `@nestjs/swagger` state for documents; `undefined` if they state nothing. */
  readonly documented: StatedByDecorators | undefined;
  /** Whether `@ApiExcludeEndpoint` or `@ApiExcludeController` leaves it out of API documents. */
  readonly isExcluded: boolean;
}

const NO_FACTS: OwnFacts = {
  guards: [],
  metadata: [],
  shared: { isPublic: false, guardedBy: [] },
  filled: [],
  documented: undefined,
  isExcluded: false,
};

const NO_OPTIONS: OptionDescription = { batch: false, tool: undefined, responses: 'returned' };

export interface DescribedApplication {
  /** The prefix of the API: `/api`, or empty. */
  readonly prefix: string;
  readonly pageHeaders: readonly string[];
  /** The `responses` of routes that do not state it themselves. */
  readonly responses: Responses;
  /** That of the route. */
  readonly unknownArguments: UnknownArguments;
}

export function describeRoute(
  route: Route,
  { prefix, pageHeaders, responses, unknownArguments }: DescribedApplication,
  { guards, metadata, shared, filled, documented, isExcluded }: OwnFacts = NO_FACTS,
): RouteDescription {
  const { cache, documentation, options } = route;
  const { arguments: args, permission } = route.define();
  const returned = route.returned(pageHeaders);
  const schemas = filled.length === 0 ? undefined : route.filled();
  const described = describedOptions(route, responses);
  return {
    namespace: route.namespace,
    path: `${prefix}${route.pattern.template}`,
    methods: route.methods,
    arguments: args.map(describeArgument),
    ...(schemas && {
      filled: filled.map(({ index, ...place }) => describeFilled(place, schemas.get(index))),
    }),
    permission: describePermission(permission),
    permissionOrigin: route.permissionOrigin,
    guards,
    metadata,
    publicWrite: options.publicWrite === true,
    cache: cache === undefined ? undefined : describeCache(cache, shared),
    handler: route.handler,
    hidden: options.hidden === true,
    ...(isExcluded ? { isExcluded } : {}),
    ...described,
    unknownArguments,
    ...valuesOf(args),
    description: documented?.description ?? documentation?.description,
    controller: documentation?.controller,
    deprecated: deprecatedOf(route) ?? documented?.deprecated,
    operation: operationOf(documentation?.operation, options.openapi, {
      ofOptions: described.operation,
      ofDecorators: documented,
    }),
    ...statedBeside(documented),
    returns: returned?.description,
    schemaNames: new Map([
      ...[...args, ...(schemas?.values() ?? [])].flatMap(schemaNames),
      ...(returned?.names ?? []),
    ]),
    moments: new Map(args.flatMap(momentsOf)),
  };
}

function describedOptions(route: Route, byDefault: Responses): OptionDescription {
  const stated = route.describedBy.map((describe) => Object.entries(describe(route, byDefault)));
  return { ...NO_OPTIONS, ...Object.fromEntries(stated.flat()) };
}

/** That which `@RestRoute` states, or else the doc comment. */
export function deprecatedOf({
  options,
  documentation,
}: Pick<Route, 'options' | 'documentation'>): RouteDescription['deprecated'] {
  return options.openapi?.deprecated || documentation?.deprecated;
}

function statedBeside({ responses, extensions }: StatedByDecorators = {}): Pick<
  RouteDescription,
  'stated'
> {
  const stated = withoutUndefined({ responses, extensions });
  return Object.keys(stated).length === 0 ? {} : { stated };
}

/**
 * The names that `@RestRoute` states, or else the doc comment, or else decorators of `@nestjs/swagger`; with the headers
 * and the errors of other options.
 */
function operationOf(
  documented: OperationSignature | undefined,
  { deprecated: _deprecated, ...stated }: OperationOptions = {},
  others: {
    readonly ofOptions: OperationSignature | undefined;
    readonly ofDecorators: StatedByDecorators | undefined;
  },
): OperationSignature {
  const { ofOptions = {}, ofDecorators = {} } = others;
  const { summary, operationId, tags, requestHeaders = [] } = ofDecorators;
  const own: OperationSignature = {
    ...withoutUndefined({ summary, operationId, tags }),
    ...documented,
    ...withoutUndefined(stated),
  };
  const nameOf = ({ name }: { readonly name: string }) => name.toLowerCase();
  const added = {
    requestHeaders: joinBy(nameOf, ofOptions.requestHeaders, requestHeaders),
    responseHeaders: ofOptions.responseHeaders ?? [],
    errors: ofOptions.errors ?? [],
  };
  if (Object.values(added).every((list) => list.length === 0)) return own;
  return {
    ...own,
    requestHeaders: joinBy(nameOf, own.requestHeaders, added.requestHeaders),
    responseHeaders: joinBy(nameOf, own.responseHeaders, added.responseHeaders),
    errors: joinBy(({ status, code }) => `${status} ${code}`, own.errors, added.errors),
  };
}

/** Those that are stated take precedence. */
function joinBy<Item>(
  keyOf: (item: Item) => string,
  stated: readonly Item[] = [],
  others: readonly Item[],
): readonly Item[] {
  const known = new Set(stated.map(keyOf));
  return [...stated, ...others.filter((one) => !known.has(keyOf(one)))];
}

/** Its schema is that of the route, which must not change. */
function describeArgument(argument: ArgumentDefinition): ArgumentDescription {
  const { name, isFromPath, match, file } = argument;
  const schema = deepFreeze(argument.schema);
  const definitions = describedDefinitions(argument.hydrations);
  if (file === undefined) {
    const lists = listsOf(argument);
    const rejectsNull = isMissingAsNull(argument) || undefined;
    return {
      name,
      isFromPath,
      schema,
      ...withoutUndefined({ definitions, lists, rejectsNull, match } as const),
    };
  }
  const { maxSize, mediaTypes } = file;
  return { name, isFromPath, schema, file: withoutUndefined({ maxSize, mediaTypes }) };
}

/** Without a known type, a header is a text, and anything else is any value. */
function describeFilled(
  place: Pick<FilledDescription, 'in' | 'name'>,
  made: FilledSchema | undefined,
): FilledDescription {
  const isText = place.in === 'header' || place.in === 'path';
  const unknown: ArgumentSchema = { ...(isText ? { type: 'string' } : {}), required: false };
  const definitions = made && describedDefinitions(made.hydrations);
  const schema = deepFreeze(made?.schema ?? unknown);
  return { ...place, schema, ...withoutUndefined({ definitions }) };
}

function describedDefinitions(hydrations: readonly Hydration[]): DescribedDefinitions | undefined {
  const definitions = definitionsIn(hydrations);
  if (definitions.length === 0) return undefined;
  return deepFreeze(Object.fromEntries(definitions.map(({ name, schema }) => [name, schema])));
}

function listsOf({ schema, reading: { lists } }: ArgumentDefinition): ArgumentDescription['lists'] {
  return lists !== 'wordpress' && holdsList(schema) ? lists : undefined;
}

function valuesOf([first]: readonly ArgumentDefinition[]): Pick<RouteDescription, 'values'> {
  return first === undefined ? {} : { values: first.reading.skipsNull ? 'wordpress' : 'typed' };
}

function holdsList(schema: ArgumentSchema): boolean {
  return typesOf(schema).includes('array');
}

function describePermission(permission: PermissionDefinition): PermissionDescription {
  switch (permission.kind) {
    case 'public':
      return { kind: 'public' };
    case 'capability':
      return { kind: 'capability', name: permission.capability };
    case 'callback':
      return describeCallback(permission);
    case 'guarded':
      return { kind: 'guarded', guards: permission.guards };
    case 'allOf':
    case 'anyOf':
      return { kind: permission.kind, permissions: permission.permissions.map(describePermission) };
  }
}

function describeCallback(callback: CallbackDefinition): CallbackDescription {
  const { kind, name, anonymous, description } = callback;
  return { kind, name, ...withoutUndefined({ anonymous, description }) };
}

function describeCache({ policy }: CacheDefinition, shared: OwnFacts['shared']): CacheDescription {
  const { ttl, staleWhileRevalidate, sharing, headers } = policy;
  const base = { ttl, staleWhileRevalidate, sharing, ...shared };
  return sharing === 'headers' ? { ...base, headers } : base;
}

function schemaNames({
  hydrations,
}: Pick<ArgumentDefinition, 'hydrations'>): readonly (readonly [object, string])[] {
  return hydrations.flatMap((one) => {
    const { schema, into } = one;
    if (into === 'name') return [[schema, one.name] as const];
    return typeof into === 'object' ? [[schema, into.name] as const] : [];
  });
}

function momentsOf({ hydrations, reading }: ArgumentDefinition) {
  const { zone, readsForms } = reading.moments;
  if (zone !== undefined && !readsForms) return [];
  const texts: MomentTexts = readsForms ? 'forms' : 'offset';
  return hydrations.flatMap(({ schema, into }) =>
    into === 'date' ? [[schema, texts] as const] : [],
  );
}
