import type {
  ArgumentDescription,
  CacheDescription,
  FileDescription,
  FilledDescription,
  PermissionDescription,
  RouteDescription,
} from '../routes/route-description.js';
import { typesOf, type ValueSchema, type PropertySchema } from '../schema/vocabulary.js';

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
  /** Those of the route, and what Nest fills from a request: `@Body(): { … }`. */
  readonly arguments: readonly string[];
  /** How values are read, if not as WordPress reads them: `typed`, `tags by comma`. */
  readonly values: readonly string[];
  /** Whether other names in the query and the body are rejected. */
  readonly unknownArguments: RouteDescription['unknownArguments'];
  /** Empty if responses are not cached. */
  readonly cache: string;
  readonly handler: string;
  readonly hidden: boolean;
  /** How long responses are kept for repetitions; empty if each request is executed. */
  readonly idempotent: string;
  /** Whether a request that changes the result must state the version that it changes. */
  readonly versioned: boolean;
  /** Empty if the method has no limit of time. */
  readonly deadline: string;
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
    arguments: [...route.arguments.map(argumentWords), ...(route.filled ?? []).map(filledWords)],
    values: [
      ...(route.values === 'typed' ? [route.values] : []),
      ...route.arguments.flatMap(readingWords),
    ],
    unknownArguments: route.unknownArguments,
    cache: route.cache === undefined ? '' : cacheWords(route.cache),
    handler: route.handler,
    hidden: route.hidden,
    idempotent: route.idempotent === undefined ? '' : idempotencyWords(route.idempotent),
    versioned: route.isVersioned === true,
    deadline: route.deadline === undefined ? '' : `${route.deadline / 1000} s`,
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
      return `${permission.kind} ${permission.name}`;
    case 'callback': {
      const { kind, name, anonymous } = permission;
      return `${kind} ${name}${anonymous === false ? ' (not anonymous)' : ''}`;
    }
    case 'allOf':
    case 'anyOf':
      return `${permission.kind}(${permission.permissions.map(permissionWords).join(', ')})`;
  }
}

/**
 * `page: integer ≥ 1 = 1`, `slug: string matching /[a-z-]+/`. An optional argument without a default has a question
 * mark: `name?: string`.
 */
function argumentWords(argument: ArgumentDescription): string {
  const { name, schema, match, file } = argument;
  const isOptional = schema.required !== true && schema.default === undefined;
  const words = file === undefined ? schemaWords(schema) : fileWords(schema, file);
  const matching = match === undefined ? '' : ` matching /${match}/`;
  return `${name}${isOptional ? '?' : ''}: ${words}${matching}${defaultWords(schema)}${whereWords(argument)}`;
}

/** `@Body(): { … }`, `@Query('page')?: integer`. */
function filledWords(filled: FilledDescription): string {
  const { in: place, name, schema } = filled;
  const decorator = { body: 'Body', query: 'Query', header: 'Headers', path: 'Param' }[place];
  const stated = name === undefined ? '' : `'${name}'`;
  const isOptional = schema.required !== true && schema.default === undefined;
  return `@${decorator}(${stated})${isOptional ? '?' : ''}: ${schemaWords(schema)}${defaultWords(schema)}${whereWords(filled)}`;
}

/** The objects that contain themselves: ` where Topic is { … }`. */
function whereWords({ definitions = {} }: Pick<ArgumentDescription, 'definitions'>): string {
  const words = Object.entries(definitions).map(
    ([name, schema]) => `${name} is ${schemaWords(schema)}`,
  );
  return words.length === 0 ? '' : ` where ${words.join(' and ')}`;
}

function readingWords({ name, lists, rejectsNull }: ArgumentDescription): readonly string[] {
  const styles = { comma: 'by comma', repeated: 'repeated' };
  return [
    ...(lists === undefined ? [] : [`${name} ${styles[lists]}`]),
    ...(rejectsNull === true ? [`${name} not null`] : []),
  ];
}

function idempotencyWords({ ttl, required }: NonNullable<RouteDescription['idempotent']>): string {
  return `${ttl / 1000} s${required ? ', key required' : ''}`;
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
    properties === undefined ? undefined : propertyWords(properties, schema.required),
    ...patternWords(schema),
    mapWords(schema),
    namesWords(schema),
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
  const hasAlternatives = anyOf !== undefined || oneOf !== undefined;
  if (hasAlternatives && type === undefined) return undefined;
  if (types.length === 0) return type === undefined ? 'any' : 'null';
  if (properties !== undefined && types.length === 1) return undefined;
  const names = { array: 'list', object: schema.$ref ?? 'object' };
  return types
    .map((name) => (name === 'array' || name === 'object' ? names[name] : name))
    .join(' | ');
}

/** An object is open unless it says otherwise, as in WordPress. */
function mapWords(schema: ValueSchema): string | undefined {
  const { type, additionalProperties: others } = schema;
  if (typeof others === 'object') return `with any names: ${itemWords(others)}`;
  if (type === undefined) return undefined;
  return others === true || (others === undefined && isOpen(schema)) ? 'with any names' : undefined;
}

/** The definition of `$ref`, or else the alternatives, say which names an object may have. */
function isOpen(schema: ValueSchema): boolean {
  const { $ref, anyOf, oneOf } = schema;
  return (
    typesOf(schema).includes('object') &&
    [$ref, anyOf, oneOf].every((elsewhere) => elsewhere === undefined)
  );
}

function patternWords({ patternProperties = {} }: ValueSchema): readonly string[] {
  return Object.entries(patternProperties).map(
    ([pattern, schema]) => `with names of /${pattern}/: ${itemWords(schema)}`,
  );
}

/** Required names that are not among the properties. */
function namesWords({ required, properties = {} }: ValueSchema): string | undefined {
  if (!Array.isArray(required)) return undefined;
  const others = required.filter((name: string) => !Object.hasOwn(properties, name));
  return others.length === 0 ? undefined : `with ${others.join(', ')}`;
}

function alternativeWords({ anyOf, oneOf }: ValueSchema): string | undefined {
  const lists = [
    ...(anyOf === undefined ? [] : [anyOf.map(schemaWords).join(' | ')]),
    ...(oneOf === undefined ? [] : [`exactly one of (${oneOf.map(schemaWords).join(' | ')})`]),
  ];
  return lists.length === 0 ? undefined : lists.join(' and ');
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

/** In brackets, if what follows could belong to the items or to their list. */
function itemWords(items: ValueSchema): string {
  const { type, enum: values, anyOf, oneOf, additionalProperties, patternProperties } = items;
  const isJoined =
    type === 'array' ||
    Array.isArray(type) ||
    typeof additionalProperties === 'object' ||
    [values, anyOf, oneOf, patternProperties].some((part) => part !== undefined);
  return isJoined ? `(${schemaWords(items)})` : schemaWords(items);
}

function propertyWords(
  properties: Readonly<Record<string, PropertySchema>>,
  required: ValueSchema['required'],
): string {
  const names: readonly string[] = Array.isArray(required) ? required : [];
  const entries = Object.entries(properties).map(([name, schema]) => {
    const isPresent =
      schema.required === true || schema.default !== undefined || names.includes(name);
    return `${name}${isPresent ? '' : '?'}: ${schemaWords(schema)}${defaultWords(schema)}`;
  });
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
