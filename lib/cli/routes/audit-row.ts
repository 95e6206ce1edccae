import type {
  ArgumentDescription,
  CacheDescription,
  FileDescription,
  PermissionDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import type { ValueSchema } from '../../schema/vocabulary.js';
import { defaultWords, schemaWords } from './schema-words.js';

/** One method of one route as the table, the JSON and the lock file show it. */
export interface AuditRow {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly arguments: readonly string[];
  /** Empty where responses are not cached. */
  readonly cache: string;
  readonly handler: string;
  readonly hidden: boolean;
  /** Its requests may be part of a batch. */
  readonly batch: boolean;
  /** `declared`: only what the return type declares leaves. */
  readonly responses: RouteDescription['responses'];
}

/** A row for each method of each route, sorted by path and method. */
export function auditRows(routes: readonly RouteDescription[]): readonly AuditRow[] {
  const rows = routes.flatMap((route) => route.methods.map((method) => rowOf(route, method)));
  return rows.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
}

function rowOf(route: RouteDescription, method: string): AuditRow {
  return {
    method,
    path: route.path,
    permission: permissionWords(route.permission),
    arguments: route.arguments.map(argumentWords),
    cache: route.cache === undefined ? '' : cacheWords(route.cache),
    handler: route.handler,
    hidden: route.hidden,
    batch: route.batch && method !== 'GET',
    responses: route.responses,
  };
}

/** `allOf(capability edit_items, callback ItemsController.owns)` */
function permissionWords(permission: PermissionDescription): string {
  switch (permission.kind) {
    case 'public':
      return 'public';
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

function cacheWords({ ttl, staleWhileRevalidate, sharing, headers }: CacheDescription): string {
  const stale = staleWhileRevalidate === 0 ? '' : `, stale for ${staleWhileRevalidate / 1000} s`;
  const whose = {
    everyone: 'shared',
    caller: 'by caller',
    headers: `by ${headers?.join(', ')}`,
    custom: 'by vary',
  }[sharing];
  return `${ttl / 1000} s${stale}, ${whose}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
