import type { CachePolicy } from '../../../routes/definition/cache-policy.js';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ENTRY_FORMAT } from './entry.js';
import { whenReady, type Awaitable } from '../../../shared/promises.js';

const LONGEST_TEXT = 160;
const LONGEST_NAMESPACE = 60;
const PRINTABLE = /^[\x21-\x7e]+$/;
const PURGE_GROUPS = 1024;

/** The keys of one application in a store, which other applications may share. */
export class CacheKeys {
  /** The generation of all entries. */
  readonly all: string;
  readonly #prefix: string;
  readonly #entries: string;
  readonly #generations: string;

  constructor(namespace: string) {
    this.#prefix = `${bounded(encodeURIComponent(namespace), LONGEST_NAMESPACE)}:rest:`;
    // Entries of another format have other keys. Generations do not: while a new version is rolled out, a
    // purge by an old process must reach the new processes.
    this.#entries = `${this.#prefix}e${ENTRY_FORMAT}:`;
    this.#generations = `${this.#prefix}g:`;
    this.all = `${this.#generations}*`;
  }

  /**
   * The key of one entry. Each of its three parts marks its own end, so two requests never have the same key by
   * accident. A long or unprintable key is hashed, as memcached and some proxies require.
   *
   * @param args From `canonicalArguments`.
   * @param partition From `cachePartition`.
   * @param version The version of the route: two versions of a route have separate entries.
   */
  entry(routeId: string, args: string, partition: string, version = ''): string {
    const text = `${JSON.stringify(routeId)}${args}${JSON.stringify(partition)}${version}`;
    return `${this.#entries}${bounded(text)}`;
  }

  route(routeId: string): string {
    return `${this.#generations}r${bounded(JSON.stringify(routeId))}`;
  }

  /**
   * The generation of a route's arguments. A route has at most 1024 of them, each for many arguments: one for each
   * would double the stored data, and each first lookup would need two more requests to the store. Therefore a purge of
   * arguments also ends about a thousandth of the route's other entries.
   */
  args(routeId: string, args: string): string {
    return `${this.#generations}a${groupOf(args)}.${bounded(JSON.stringify(routeId))}`;
  }

  /** The key with which a process tests whether the store keeps written values. */
  probe(process: string): string {
    return `${this.#prefix}p${process}`;
  }

  tag(tag: string): string {
    return `${this.#generations}t${bounded(JSON.stringify(tag))}`;
  }
}

/** A text begins with a quotation mark and a hash does not, so they never collide. */
function bounded(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest && PRINTABLE.test(text)) return text;
  return `#${createHash('sha256').update(text).digest('base64url')}`;
}

/** FNV-1a, a fast hash with an even distribution. */
function groupOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % PURGE_GROUPS;
}

/**
 * Names the version of a route by everything that its entries depend on: plain data, and functions and classes by their
 * source. Sixteen characters are enough to distinguish two versions of one route.
 */
export function cacheVersion(inputs: readonly unknown[]): string {
  const text = JSON.stringify(inputs, (_name, input: unknown) =>
    typeof input === 'function' ? Function.prototype.toString.call(input) : input,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

const EVERYONE = 'public';

/**
 * The cache partition of a request: requests of one partition share their entries. `undefined` if there is none: no
 * caller, a caller whose id is neither a string nor a number, or a `vary` function that did not return a string. Such a
 * request is not cached.
 *
 * @param identify Returns the caller's id, or a promise of it. Called only if the partition depends on the caller.
 * @param request The argument of a `vary` function.
 * @param headers The request's headers, by name in lower case.
 * @throws The errors of `identify` and `vary`.
 */
export function cachePartition(
  policy: CachePolicy,
  identify: () => unknown,
  request: unknown,
  headers: IncomingHttpHeaders = {},
): Awaitable<string | undefined> {
  if (policy.sharing === 'everyone') return EVERYONE;
  if (policy.sharing === 'caller') return whenReady(identify(), partitionOfCaller);
  if (policy.sharing === 'headers') return partitionOfHeaders(policy.headers, headers);
  // The type of a stored policy no longer includes the type of its request; `@Cache` has checked it.
  const varyOf = policy.varyOf as ((request: unknown) => unknown) | undefined;
  return whenReady(varyOf?.(request), (text) =>
    typeof text === 'string' ? `vary:${text}` : undefined,
  );
}

/** Includes the names: processes of two versions that share a store may vary by different headers. */
function partitionOfHeaders(names: readonly string[], headers: IncomingHttpHeaders): string {
  const lines = names.map((name) => {
    const key = name.toLowerCase();
    return [key, headers[key] ?? null] as const;
  });
  return `headers:${JSON.stringify(lines.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Begins with the kind, so that an id never equals the text of a `vary`, and a number never equals a string. */
function partitionOfCaller(id: unknown): string | undefined {
  if (typeof id === 'string') return id === '' ? undefined : `user:${id}`;
  if (typeof id === 'bigint' || Number.isFinite(id)) return `user#${String(id)}`;
  // Ids of databases, such as an ObjectId, are objects that JSON writes as a text.
  const isObject = typeof id === 'object' && id !== null && 'toJSON' in id;
  const text: unknown = isObject && typeof id.toJSON === 'function' ? id.toJSON() : undefined;
  return typeof text === 'string' && text !== '' ? `user@${text}` : undefined;
}

const DEEPEST = 32;

/** Thrown and caught within this file: the state of a value is hidden, so two values cannot be compared. */
class NoCanonicalForm extends Error {}

/**
 * Arguments as one text. Equal arguments have the same text, different arguments never do. Names are
 * sorted, and an argument that is `undefined` counts as absent. A `Date` is written by its time, an
 * instance of a class as a plain object or by its `toJSON`, `-0` as `0`.
 *
 * @example
 * canonicalArguments({ page: 1, day: new Date(0) }); // {"day":D0,"page":1}
 *
 * @returns `undefined` if a value has no such text: a function, a circular object, an object whose state is hidden (a
 * `Map`, a class with only private fields). Such a request is not cached.
 */
export function canonicalArguments(args: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return propertiesOf(args, 0);
  } catch (error) {
    // A getter or a `toJSON` of the application may throw as well; the method then reports the error.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Each kind has its own first character and marks its own end, so no two values have the same text. */
function canonical(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      return value === null ? 'null' : canonicalObject(value, depth + 1);
    default:
      throw new NoCanonicalForm();
  }
}

function canonicalObject(value: object, depth: number): string {
  if (depth > DEEPEST) throw new NoCanonicalForm();
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth)).join()}]`;
  if (value instanceof Date) return `D${value.getTime()}`;
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return `J${canonical(value.toJSON(), depth)}`;
  }
  if (hidesItsState(value)) throw new NoCanonicalForm();
  return propertiesOf(value as Readonly<Record<string, unknown>>, depth);
}

function propertiesOf(value: Readonly<Record<string, unknown>>, depth: number): string {
  const parts: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const item = value[name];
    if (item !== undefined) parts.push(`${JSON.stringify(name)}:${canonical(item, depth)}`);
  }
  return `{${parts.join()}}`;
}

function hidesItsState(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isRecord = prototype === null || prototype === Object.prototype;
  return !isRecord && Object.keys(value).length === 0;
}
