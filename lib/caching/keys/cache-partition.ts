import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { CachePolicy } from '../cache-policy.js';

const EVERYONE = 'public';

type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Who shares the entry of a request. `undefined` where that cannot be said: no caller, an id that
 * is no text or number (nor stands for one), or a `vary` that gave no text. Such a request is answered by its method.
 *
 * @param identify Who is asking; asked only where entries belong to callers.
 * Both may answer later: a promise is waited for and never taken for the value itself.
 *
 * @throws What `identify` and `vary` throw or reject with.
 * @param request What `vary` is given.
 * @param headers Those of the request, by name in lower case.
 */
export function entrySharer(
  policy: CachePolicy,
  identify: () => unknown,
  request: unknown,
  headers: RequestHeaders = {},
): Awaitable<string | undefined> {
  if (policy.sharing === 'everyone') return EVERYONE;
  if (policy.sharing === 'caller') return whenReady(identify(), sharerOfUser);
  if (policy.sharing === 'headers') return sharerOfHeaders(policy.headers, headers);
  // Where a policy is kept nobody knows the request's type any more; `@Cache` has checked it.
  const varyOf = policy.varyOf as ((request: unknown) => unknown) | undefined;
  return whenReady(varyOf?.(request), (text) =>
    typeof text === 'string' ? `vary:${text}` : undefined,
  );
}

/** With their names: processes of two versions that share a store may vary by different headers. */
function sharerOfHeaders(names: readonly string[], headers: RequestHeaders): string {
  const lines = names.map((name) => {
    const key = name.toLowerCase();
    return [key, headers[key] ?? null] as const;
  });
  return `headers:${JSON.stringify(lines.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** The kind goes first: no user's id can read like the text of a `vary`, nor a number like a text. */
function sharerOfUser(id: unknown): string | undefined {
  if (typeof id === 'string') return id === '' ? undefined : `user:${id}`;
  if (typeof id === 'bigint' || Number.isFinite(id)) return `user#${String(id)}`;
  // Ids of databases are objects that stand for a text.
  const isObject = typeof id === 'object' && id !== null && 'toJSON' in id;
  const text: unknown = isObject && typeof id.toJSON === 'function' ? id.toJSON() : undefined;
  return typeof text === 'string' && text !== '' ? `user@${text}` : undefined;
}
