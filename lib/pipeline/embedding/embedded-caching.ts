import { isRestricted, isShared } from '../outgoing/cache-directives.js';
import type { ResponseHeaders } from '../responses/response-headers.js';

type Headers = Readonly<ResponseHeaders>;

const NO_STORE = 'private, no-store';
const NO_CACHE = 'private, no-cache';

/**
 * The `Cache-Control` of a response with others inside of it: never more public than the least public of
 * them, never fresh for longer than the first that becomes stale. A part without `Cache-Control` says
 * nothing of its freshness, so that the whole must be asked for again.
 *
 * @param own Of the response itself; `undefined` where it has none.
 * @returns `undefined` where the response needs none.
 */
export function joinedCaching(own: Headers, parts: readonly Headers[]): string | undefined {
  const all = [own, ...parts].map((headers) => headers['cache-control']?.toString());
  if (all.some((text) => text !== undefined && /\bno-store\b/i.test(text))) return NO_STORE;
  if (all[0] === undefined) return all.some(isPrivate) ? NO_CACHE : undefined;
  if (all.some((text) => text === undefined || /\bno-cache\b/i.test(text))) return NO_CACHE;
  const visibility = all.every((text) => isShared(text)) ? 'public' : 'private';
  const seconds = Math.min(...[own, ...parts].map(remaining));
  return `${visibility}, max-age=${seconds}`;
}

function isPrivate(text: string | undefined): boolean {
  return text !== undefined && isRestricted(text);
}

/** For how many seconds a response is fresh still. */
function remaining(headers: Headers): number {
  const text = String(headers['cache-control']);
  const ages = [...text.matchAll(/(?:^|[\s,])(?:s-maxage|max-age)\s*=\s*"?(\d+)/gi)];
  const lifetime = ages.length === 0 ? 0 : Math.min(...ages.map(([, age]) => Number(age)));
  return Math.max(0, lifetime - (Number(headers['age']) || 0));
}

/** The `Vary` of a response with others inside of it; `undefined` where none has one. */
export function joinedVary(own: Headers, parts: readonly Headers[]): string | undefined {
  const names = new Map<string, string>();
  for (const { vary } of [own, ...parts]) {
    for (const name of vary === undefined ? [] : String(vary).split(',')) {
      if (name.trim() !== '') names.set(name.trim().toLowerCase(), name.trim());
    }
  }
  if (names.size === 0) return undefined;
  return names.has('*') ? '*' : [...names.values()].join(', ');
}
