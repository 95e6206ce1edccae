import { HttpMethod } from '../../model/declaration/http-method.js';
import type { ResponseSchema } from '../../model/types/response-schema.js';
import type { ListedArguments, Route } from '../../model/definition/route.js';

/** The response to OPTIONS: WordPress's shape, in the order of the declarations. */
export interface GroupDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly EndpointDescription[];
  /** What the resource is, where a return type states it. */
  readonly schema?: ResponseSchema;
}

interface EndpointDescription {
  readonly methods: readonly string[];
  /** Where its requests may be part of a batch. */
  readonly allow_batch?: typeof ALLOW_BATCH;
  /** By name; an empty list where there are none, as WordPress writes it. */
  readonly args: ListedArguments | readonly never[];
}

/** WordPress's word for it: `v1` is the version of the batch. */
const ALLOW_BATCH = { v1: true } as const;

/** Describes a path by the routes that share it, with the schema of their resource. */
export function describeGroup(routes: readonly Route[]): GroupDescription {
  const schema = schemaOf(routes);
  return schema === undefined ? describeRoutes(routes) : { ...describeRoutes(routes), schema };
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
export function describeRoutes(routes: readonly Route[]): GroupDescription {
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
  return Object.fromEntries(args.map(({ name, schema }) => [name, withoutTrust(schema)]));
}

/** Clients need not know that the developer vouches for a pattern. A property of the name has a schema. */
function withoutTrust<Schema extends object>(schema: Schema): Schema {
  const text = JSON.stringify(schema);
  if (!text.includes('"patternIsTrusted":')) return schema;
  return JSON.parse(text, (key, value: unknown) =>
    key === 'patternIsTrusted' && typeof value === 'boolean' ? undefined : value,
  ) as Schema;
}
