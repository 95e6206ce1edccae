import type { Route, ListedArguments } from '../routes/route.js';
import { groupByPattern } from '../routing/path-group.js';
import { HttpMethod } from '../routes/declaration/route-declaration.js';
import { Format } from '../schema/vocabulary.js';
import type { ResponseSchema } from '../types/response-schema.js';

/** The response to OPTIONS: WordPress's shape, in the order of the declarations. */
interface GroupDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly EndpointDescription[];
  /** What the resource is, where a return type states it. */
  readonly schema?: ResponseSchema;
}

/** WordPress's word for it: `v1` is the version of the batch. */
const ALLOW_BATCH = { v1: true } as const;

/** The paths of an index by WordPress's patterns: `/acme/v1/items/(?P<id>\d+)`. */
export type RouteIndex = Readonly<Record<string, GroupDescription>>;

/** How much an index shows. */
export type IndexContext = 'view' | 'help';

/** The index of one namespace, in WordPress's shape. */
export interface NamespaceIndex {
  readonly namespace: string;
  readonly routes: RouteIndex;
}

/** The index of the whole API. */
export interface RootIndex {
  readonly name: string;
  readonly description: string;
  /** Where the application is: scheme and authority, as this request reached it. */
  readonly url: string;
  readonly namespaces: readonly string[];
  readonly routes: RouteIndex;
}

/** The namespaces of the routes that may be listed, in the order of the first of each. */
export function namespacesOf(routes: readonly Route[]): readonly string[] {
  const listed = routes.filter(isListed).map(({ namespace }) => namespace);
  // The route of batches has none.
  return [...new Set(listed)].filter((namespace) => namespace !== '');
}

/**
 * Describes every path that may be listed.
 *
 * @param context WordPress's `help` adds the schemas of resources.
 * @param namespace Of one namespace; of all by default.
 */
export function routeIndex(
  routes: readonly Route[],
  context: IndexContext,
  namespace?: string,
): RouteIndex {
  const describe = context === 'help' ? describeGroup : describeRoutes;
  const listed = routes.filter(
    (route) => isListed(route) && (namespace === undefined || route.namespace === namespace),
  );
  return Object.fromEntries(
    groupByPattern(listed).map(({ pattern, entries }) => [
      pattern.wordpressPattern,
      describe(entries),
    ]),
  );
}

function isListed({ options }: Route): boolean {
  return options.hidden !== true;
}

interface EndpointDescription {
  readonly methods: readonly string[];
  /** Where its requests may be part of a batch. */
  readonly allow_batch?: typeof ALLOW_BATCH;
  /** By name; an empty list where there are none, as WordPress writes it. */
  readonly args: ListedArguments | readonly never[];
}

/** Describes a path by the routes that share it, with the schema of their resource. */
export function describeGroup(routes: readonly Route[]): GroupDescription {
  const schema = schemaOf(routes);
  return schema === undefined
    ? describeRoutes(routes)
    : { ...describeRoutes(routes), schema: shownSchema(schema) };
}

/** A route that reads the resource knows best what it is. */
function schemaOf(routes: readonly Route[]): ResponseSchema | undefined {
  const isReading = ({ methods }: Route) => methods.includes(HttpMethod.Get);
  const ordered = [...routes.filter(isReading), ...routes];
  for (const route of ordered) {
    const schema = route.responseSchema();
    if (schema !== undefined) return schema;
  }
  return undefined;
}

/** Describes a path by the routes that share it. */
function describeRoutes(routes: readonly Route[]): GroupDescription {
  return {
    namespace: routes[0]?.namespace ?? '',
    methods: [...new Set(routes.flatMap(({ methods }) => methods))],
    endpoints: routes.map(describeEndpoint),
  };
}

function describeEndpoint(route: Route): EndpointDescription {
  const { methods } = route;
  const args = route.listedArguments ?? argumentsOf(route);
  return route.options.batch === true
    ? { methods, allow_batch: ALLOW_BATCH, args }
    : { methods, args };
}

function argumentsOf(route: Route): ListedArguments | readonly never[] {
  const { arguments: args } = route.open();
  if (args.length === 0) return [];
  return Object.fromEntries(args.map(({ name, schema }) => [name, shownSchema(schema)]));
}

/**
 * Clients need not know that the developer vouches for a pattern (a property of the name has a schema), and know
 * one name for a UUID.
 */
function shownSchema<Schema extends object>(schema: Schema): Schema {
  const text = JSON.stringify(schema);
  if (!text.includes('"patternIsTrusted":') && !text.includes(`"${Format.Uuid}"`)) return schema;
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'patternIsTrusted' && typeof value === 'boolean') return undefined;
    return key === 'format' && value === Format.Uuid ? Format.LowerCaseUuid : value;
  }) as Schema;
}
