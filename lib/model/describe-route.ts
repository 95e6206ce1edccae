import type { ArgumentDefinition } from './definition/argument-definition.js';
import type { CacheDefinition } from './definition/cache-definition.js';
import type { PermissionDefinition } from './definition/permission-definition.js';
import type { ResponseDefinition, ReturnDefinition } from './definition/return-definition.js';
import type { Responses } from './declaration/route-declaration.js';
import type { FileLimits } from './files/file-limits.js';
import type { Route } from './definition/route.js';
import { declaredShape } from './responses/declared-shape.js';
import type {
  ArgumentDescription,
  CacheDescription,
  FileDescription,
  PermissionDescription,
  ResponseDescription,
  ReturnDescription,
  RouteDescription,
} from './route-description.js';

/** What a description takes from the application. */
export interface DescribedApplication {
  /** Where the API begins: `/api`, or empty. */
  readonly prefix: string;
  /** The names of the headers of a page. */
  readonly pageHeaders: readonly string[];
  /** What leaves of the results of routes that state nothing themselves. */
  readonly responses: Responses;
}

/** Describes a route. */
export function describeRoute(
  route: Route,
  { prefix, pageHeaders, responses }: DescribedApplication,
): RouteDescription {
  const { cache, documentation, options } = route;
  const { arguments: args, permission } = route.open();
  const returned = route.returned();
  return {
    namespace: route.namespace,
    path: `${prefix}${route.pattern.template}`,
    methods: route.methods,
    arguments: args.map(describeArgument),
    permission: describePermission(permission),
    cache: cache === undefined ? undefined : describeCache(cache),
    handler: route.handler,
    hidden: options.hidden === true,
    batch: options.batch === true,
    responses: declaredShape(route, responses) === undefined ? 'returned' : 'declared',
    description: documentation?.description,
    deprecated: documentation?.deprecated,
    returns: returned === undefined ? undefined : describeReturn(returned, pageHeaders),
    schemaNames: new Map([...args.flatMap(schemaNames), ...(returned?.names ?? [])]),
  };
}

function describeArgument({
  name,
  isFromPath,
  schema,
  match,
  file,
}: ArgumentDefinition): ArgumentDescription {
  if (file !== undefined) return { name, isFromPath, schema, file: describeFile(file) };
  return match === undefined ? { name, isFromPath, schema } : { name, isFromPath, schema, match };
}

function describeFile({ maxSize, mediaTypes }: FileLimits): FileDescription {
  return {
    ...(maxSize === undefined ? {} : { maxSize }),
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
  };
}

function describePermission(permission: PermissionDefinition): PermissionDescription {
  switch (permission.kind) {
    case 'public':
      return { kind: 'public' };
    case 'capability':
      return { kind: 'capability', name: permission.capability };
    case 'callback':
      return { kind: 'callback', name: permission.name };
    case 'allOf':
    case 'anyOf':
      return { kind: permission.kind, permissions: permission.permissions.map(describePermission) };
  }
}

function describeCache({ policy }: CacheDefinition): CacheDescription {
  const { ttl, staleWhileRevalidate, sharing, headers } = policy;
  const base = { ttl, staleWhileRevalidate, sharing };
  return sharing === 'headers' ? { ...base, headers } : base;
}

function describeReturn(
  { schema, status, isStream, responses }: ReturnDefinition,
  pageHeaders: readonly string[],
): ReturnDescription {
  const described = responses.map((response) => describeResponse(response, pageHeaders));
  return { schema, status, isStream, responses: described };
}

function describeResponse(
  { mayBePage, headers, ...response }: ResponseDefinition,
  pageHeaders: readonly string[],
): ResponseDescription {
  const all = mayBePage ? [...new Set([...headers, ...pageHeaders])] : headers;
  return { ...response, headers: all };
}

/** The names of the value classes behind the schemas of an argument. */
function schemaNames({ hydrations }: ArgumentDefinition): readonly (readonly [object, string])[] {
  return hydrations.flatMap(({ schema, into }) =>
    into === 'date' ? [] : [[schema, into.name] as const],
  );
}
