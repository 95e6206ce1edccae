import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { CachePolicy } from '../cache-policy.js';

const EVERYONE = 'public';

type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The cache partition of a request: requests of one partition share their entries. `undefined` where
 * there is none: no caller, a caller whose id is neither a string nor a number, or a `vary` function that
 * returned no string. Such a request is not cached.
 *
 * @param identify Returns the caller's id, or a promise of it. Called only where a partition is a caller.
 * @param request The argument of a `vary` function.
 * @param headers The request's headers, by name in lower case.
 * @throws What `identify` and `vary` throw or reject with.
 */
export function cachePartition(
  policy: CachePolicy,
  identify: () => unknown,
  request: unknown,
  headers: RequestHeaders = {},
): Awaitable<string | undefined> {
  if (policy.sharing === 'everyone') return EVERYONE;
  if (policy.sharing === 'caller') return whenReady(identify(), partitionOfCaller);
  if (policy.sharing === 'headers') return partitionOfHeaders(policy.headers, headers);
  // A stored policy no longer has the type of its request; `@Cache` has checked it.
  const varyOf = policy.varyOf as ((request: unknown) => unknown) | undefined;
  return whenReady(varyOf?.(request), (text) =>
    typeof text === 'string' ? `vary:${text}` : undefined,
  );
}

/** Includes the names: processes of two versions that share a store may vary by different headers. */
function partitionOfHeaders(names: readonly string[], headers: RequestHeaders): string {
  const lines = names.map((name) => {
    const key = name.toLowerCase();
    return [key, headers[key] ?? null] as const;
  });
  return `headers:${JSON.stringify(lines.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Begins with the kind, so that no id equals the text of a `vary`, and no number equals a string. */
function partitionOfCaller(id: unknown): string | undefined {
  if (typeof id === 'string') return id === '' ? undefined : `user:${id}`;
  if (typeof id === 'bigint' || Number.isFinite(id)) return `user#${String(id)}`;
  // Ids of databases, such as an ObjectId, are objects with a text.
  const isObject = typeof id === 'object' && id !== null && 'toJSON' in id;
  const text: unknown = isObject && typeof id.toJSON === 'function' ? id.toJSON() : undefined;
  return typeof text === 'string' && text !== '' ? `user@${text}` : undefined;
}
