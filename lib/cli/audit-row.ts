import type {
  ArgumentDescription,
  CacheDescription,
  FileDescription,
  PermissionDescription,
  RouteDescription,
} from '../routes/route-description.js';
import type { ValueSchema, PropertySchema } from '../schema/vocabulary.js';

/** One method of one route as the table, the JSON and the lock file show it. */
export interface AuditRow {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** `controller` if `@RestController` states it for all routes of the class. */
  readonly permissionOrigin: RouteDescription['permissionOrigin'];
  /** The guards of the class and of the method. */
  readonly guards: readonly string[];
  /** The metadata of the application's own decorators: `roles: ["admin"]`. */
  readonly metadata: readonly string[];
  /** Whether the route states that everyone may write by it. */
  readonly publicWrite: boolean;
  readonly arguments: readonly string[];
  /** Empty if responses are not cached. */
  readonly cache: string;
  readonly handler: string;
  readonly hidden: boolean;
  readonly batch: boolean;
  /** Whether the route states that it is a tool. Tools call the first of its methods. */
  readonly tool: boolean;
  /** `declared`: only properties that the return type declares are sent. */
  readonly responses: RouteDescription['responses'];
}

/** Sorted by path and method. */
export function auditRows(routes: readonly RouteDescription[]): readonly AuditRow[] {
  const rows = routes.flatMap((route) => route.methods.map((method) => rowOf(route, method)));
  return rows.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
}

function rowOf(route: RouteDescription, method: string): AuditRow {
  return {
    method,
    path: route.path,
    permission: permissionWords(route.permission),
    permissionOrigin: route.permissionOrigin,
    guards: route.guards,
    metadata: route.metadata,
    publicWrite: route.publicWrite,
    arguments: route.arguments.map(argumentWords),
    cache: route.cache === undefined ? '' : cacheWords(route.cache),
    handler: route.handler,
    hidden: route.hidden,
    batch: route.batch && method !== 'GET',
    tool: typeof route.tool === 'object' && method === route.methods[0],
    responses: route.responses,
  };
}

/** `allOf(capability edit_items, callback ItemsController.owns)` */
function permissionWords(permission: PermissionDescription): string {
  switch (permission.kind) {
    case 'public':
    // Guards stand beside it.
    case 'guarded':
      return permission.kind;
    case 'capability':
    case 'callback':
      return `${permission.kind} ${permission.name}`;
    case 'allOf':
    case 'anyOf':
      return `${permission.kind}(${permission.permissions.map(permissionWords).join(', ')})`;
  }
}

/** `page: integer ≥ 1 = 1`. An optional argument without a default has a question mark: `name?: string`. */
function argumentWords({ name, schema, file }: ArgumentDescription): string {
  const isOptional = schema.required !== true && schema.default === undefined;
  const words = file === undefined ? schemaWords(schema) : fileWords(schema, file);
  return `${name}${isOptional ? '?' : ''}: ${words}${defaultWords(schema)}`;
}

/** `file | null (at most 2097152 bytes, image/png)`. */
function fileWords(schema: ValueSchema, { maxSize, mediaTypes }: FileDescription): string {
  const limits = [
    ...(maxSize === undefined ? [] : [`at most ${maxSize} bytes`]),
    ...(mediaTypes ?? []),
  ];
  const words = schemaWords(schema).replace('string binary', 'file');
  return limits.length === 0 ? words : `${words} (${limits.join(', ')})`;
}

function cacheWords(cache: CacheDescription): string {
  const { ttl, staleWhileRevalidate, sharing, headers, isPublic, guardedBy } = cache;
  const stale = staleWhileRevalidate === 0 ? '' : `, stale for ${staleWhileRevalidate / 1000} s`;
  const whose = {
    everyone: 'shared',
    caller: 'by caller',
    headers: `by ${headers?.join(', ')}`,
    custom: 'by vary',
  }[sharing];
  const behind = guardedBy.length === 0 ? '' : ` behind ${guardedBy.join(', ')}`;
  // As in `Cache-Control`: whether proxies and CDNs may keep responses.
  return `${ttl / 1000} s${stale}, ${whose}, ${isPublic ? 'public' : 'private'}${behind}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A schema in a few words: `integer 1–100`, `"new" | "used"`, `list of string ≤ 2 items`, `any`. */
export function schemaWords(schema: ValueSchema): string {
  const { items, properties, pattern, format, multipleOf } = schema;
  const words = [
    nameOf(schema),
    numbersOf(schema),
    multipleOf === undefined ? undefined : `in steps of ${multipleOf}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    format,
    pattern === undefined ? undefined : `/${pattern}/`,
    items === undefined ? undefined : `of ${itemWords(items)}`,
    range(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems === true ? 'unique' : undefined,
    properties === undefined ? undefined : propertyWords(properties),
    mapWords(schema),
    range(schema.minProperties, schema.maxProperties, ' properties'),
    alternativeWords(schema),
  ];
  const nullable = schema.enum === undefined && isNullable(schema) ? ' | null' : '';
  return `${words.filter((text) => text !== undefined).join(' ')}${nullable}`;
}

function nameOf(schema: ValueSchema): string | undefined {
  const { type, enum: values, properties, anyOf, oneOf } = schema;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  if (anyOf !== undefined || oneOf !== undefined) return undefined;
  if (types.length === 0) return type === undefined ? 'any' : 'null';
  if (properties !== undefined && types.length === 1) return undefined;
  const names = { array: 'list', object: schema.$ref ?? 'object' };
  return types
    .map((name) => (name === 'array' || name === 'object' ? names[name] : name))
    .join(' | ');
}

function mapWords({ type, additionalProperties: others }: ValueSchema): string | undefined {
  if (typeof others === 'object') return `with any names: ${itemWords(others)}`;
  return others === true && type !== undefined ? 'with any names' : undefined;
}

function alternativeWords({ anyOf, oneOf }: ValueSchema): string | undefined {
  if (anyOf === undefined && oneOf === undefined) return undefined;
  return [...(anyOf ?? []), ...(oneOf ?? [])].map(schemaWords).join(' | ');
}

function numbersOf(schema: ValueSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMinimum !== true && exclusiveMaximum !== true) return range(minimum, maximum, '');
  const limits = [
    minimum === undefined ? undefined : `${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`,
    maximum === undefined ? undefined : `${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`,
  ];
  return limits.filter((text) => text !== undefined).join(' ');
}

function itemWords(items: ValueSchema): string {
  return items.enum === undefined ? schemaWords(items) : `(${schemaWords(items)})`;
}

function propertyWords(properties: Readonly<Record<string, PropertySchema>>): string {
  const entries = Object.entries(properties).map(
    ([name, schema]) =>
      `${name}${schema.required === true || schema.default !== undefined ? '' : '?'}: ${schemaWords(schema)}${defaultWords(schema)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** ` = 1`, or nothing. */
export function defaultWords({ default: fallback }: Pick<PropertySchema, 'default'>): string {
  return fallback === undefined ? '' : ` = ${JSON.stringify(fallback)}`;
}

function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): string | undefined {
  if (least !== undefined && most !== undefined) return `${least}–${most}${unit}`;
  if (least !== undefined) return `≥ ${least}${unit}`;
  return most === undefined ? undefined : `≤ ${most}${unit}`;
}

function isNullable({ type }: ValueSchema): boolean {
  return Array.isArray(type) && type.length > 1 && type.includes('null');
}
