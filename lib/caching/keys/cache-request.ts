import { canonicalArguments } from './canonical-arguments.js';
import type { CacheKeys } from './cache-key.js';
import type { CachePolicy } from '../cache-policy.js';

/** What is asked of the cache. */
export interface CacheQuestion {
  readonly policy: Omit<CachePolicy, 'varyOf'>;
  /** Method and pattern of the route; the same in every process of the application. */
  readonly routeId: string;
  /** The typed arguments by name, defaults filled in. */
  readonly args: Readonly<Record<string, unknown>>;
  /** From `entrySharer`; `undefined` where it cannot be said whose entry this is. */
  readonly caller: string | undefined;
  /** The client wants a new answer, and it may have one. */
  readonly noCache: boolean;
  /** The headers that a `vary` function is known to have looked at, where it looked at no more of the request. */
  readonly varyHeaders?: readonly string[] | undefined;
}

/** Where the response to a question is kept, and which generations it belongs to. */
export interface CacheRequest {
  readonly key: string;
  readonly generations: readonly string[];
}

const MOST_TAGS = 64;

/**
 * The subject of a question; `undefined` where its caller or its arguments cannot be told from others.
 *
 * @throws What `tags` throws, or `TypeError` when that is no list of at most 64 texts.
 */
export function cacheRequestOf(question: CacheQuestion, keys: CacheKeys): CacheRequest | undefined {
  const { routeId, args, caller, policy } = question;
  const canonical = caller === undefined ? undefined : canonicalArguments(args);
  if (caller === undefined || canonical === undefined) return undefined;
  const generations = [keys.all, keys.route(routeId), keys.args(routeId, canonical)];
  for (const tag of checkTags(policy.tags(args))) generations.push(keys.tag(tag));
  return { key: keys.entry(routeId, canonical, caller), generations };
}

/** Sorted where there are several: a function may list the same tags in any order. */
function checkTags(tags: unknown): readonly string[] {
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  if (!isList || tags.length > MOST_TAGS) {
    throw new TypeError(`tags are a list of at most ${MOST_TAGS} texts`);
  }
  return tags.length > 1 ? [...new Set(tags)].sort() : tags;
}
