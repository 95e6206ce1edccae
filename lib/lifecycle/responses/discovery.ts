import type { Route, ListedArguments } from '../../routes/route.js';
import type { PathPattern } from '../../routes/paths/path-pattern.js';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import { WORDPRESS_ANNOTATIONS } from '../../schema/check-schema.js';
import { Format } from '../../schema/vocabulary.js';
import type { ResponseSchema } from '../../types/response-schema.js';
import { definitionsByName, withoutReferences } from '../../types/type-schema.js';

/** The response to OPTIONS: WordPress's format, in the order of the declarations. */
export interface GroupDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly EndpointDescription[];
  /** The schema of the resource, if a return type states it. */
  readonly schema?: ResponseSchema;
  /** The URL of the path, if it has no placeholder: clients use it to find the resources of an API. */
  readonly _links?: { readonly self: readonly [{ readonly href: string }] };
}

interface EndpointDescription {
  readonly methods: readonly string[];
  /** By name; an empty list if there are none, as in WordPress. */
  readonly args: ListedArguments | readonly never[];
}

export function describeGroup(routes: readonly Route[]): GroupDescription {
  const schema = schemaOf(routes);
  return schema === undefined
    ? describePath(routes)
    : { ...describePath(routes), schema: shownSchema(schema) };
}

/** The schema of a route that reads the resource has priority. */
function schemaOf(routes: readonly Route[]): ResponseSchema | undefined {
  const isReading = ({ methods }: Route) => methods.includes(HttpMethod.Get);
  const ordered = [...routes.filter(isReading), ...routes];
  for (const route of ordered) {
    const schema = route.responseSchema();
    if (schema !== undefined) return schema;
  }
  return undefined;
}

export function describePath(routes: readonly Route[]): GroupDescription {
  return {
    namespace: routes[0]?.namespace ?? '',
    methods: [...new Set(routes.flatMap(({ methods }) => methods))],
    endpoints: routes.map(describeEndpoint),
  };
}

/**
 * Adds the link of a path without a placeholder.
 *
 * @param root The URL of the API as the request reached it.
 * @see WordPress, `get_data_for_route`
 */
export function withSelfLink(
  description: GroupDescription,
  { template }: Pick<PathPattern, 'template'>,
  root: string,
): GroupDescription {
  if (template.includes('{')) return description;
  return { ...description, _links: { self: [{ href: `${root}${template}` }] } };
}

function describeEndpoint(route: Route): EndpointDescription {
  const { methods } = route;
  const args = route.listedArguments ?? argumentsOf(route);
  return { methods, ...route.listed, args };
}

function argumentsOf(route: Route): ListedArguments | readonly never[] {
  const { arguments: args } = route.define();
  if (args.length === 0) return [];
  return Object.fromEntries(
    args.map(({ name, schema, hydrations }) => {
      const definitions = definitionsByName(hydrations);
      return [name, shownArgument(withoutReferences(schema, definitions))];
    }),
  );
}

/** For the argument itself, WordPress shows the keywords that it knows; for the schemas within it, all keywords. */
function shownArgument<Schema extends object>(schema: Schema): Schema {
  const shown = shownSchema(schema);
  if (!Object.keys(shown).some((name) => WORDPRESS_ANNOTATIONS.has(name))) return shown;
  const entries = Object.entries(shown).filter(([name]) => !WORDPRESS_ANNOTATIONS.has(name));
  return Object.fromEntries(entries) as Schema;
}

const NOT_SHOWN: readonly string[] = ['"patternIsTrusted":', '"enumNames":', `"${Format.Uuid}"`];

/**
 * Clients do not need to know that the developer vouches for a pattern (a property of the name has a schema), know no
 * names of the values of an enum, and only one name for a UUID.
 */
function shownSchema<Schema extends object>(schema: Schema): Schema {
  const text = JSON.stringify(schema);
  if (!NOT_SHOWN.some((part) => text.includes(part))) return schema;
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'patternIsTrusted' && typeof value === 'boolean') return undefined;
    if (key === 'enumNames' && Array.isArray(value)) return undefined;
    return key === 'format' && value === Format.Uuid ? Format.LowerCaseUuid : value;
  }) as Schema;
}
