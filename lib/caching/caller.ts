import { whenReady, type Awaitable } from './awaitable.js';
import type { CachePolicy } from './policy.js';

const EVERYONE = 'public';

/**
 * Who shares the entry of a request. `undefined` where that cannot be said: no caller, an id that
 * is no text or number (nor stands for one), or a `vary` that gave no text. Such a request is answered by its method.
 *
 * @param identify Who is asking; asked only where entries belong to callers.
 * Both may answer later: a promise is waited for and never taken for the value itself.
 *
 * @throws What `identify` and `vary` throw or reject with.
 * @param request What `vary` is given.
 */
export function entrySharer(
  policy: CachePolicy,
  identify: () => unknown,
  request: unknown,
): Awaitable<string | undefined> {
  if (policy.sharing === 'everyone') return EVERYONE;
  if (policy.sharing === 'caller') return whenReady(identify(), sharerOfUser);
  // Where a policy is kept nobody knows the request's type any more; `@Cache` has checked it.
  const varyOf = policy.varyOf as ((request: unknown) => unknown) | undefined;
  return whenReady(varyOf?.(request), (text) =>
    typeof text === 'string' ? `vary:${text}` : undefined,
  );
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
