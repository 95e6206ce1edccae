import { canonicalArguments } from '../keys/canonical-arguments.js';
import type { CacheKeys } from '../keys/cache-keys.js';
import type { CacheRequest } from './cache-request.js';

/** Where the entry of a request is stored, and the generations that it belongs to. */
export interface EntryAddress {
  readonly key: string;
  readonly generations: readonly string[];
}

const MAXIMUM_TAGS = 64;

/**
 * The address of a request's entry; `undefined` where the request has no partition, or arguments that
 * cannot be distinguished from others.
 *
 * @throws What `tags` throws, or `TypeError` when it returns no list of at most 64 strings.
 */
export function entryAddressOf(request: CacheRequest, keys: CacheKeys): EntryAddress | undefined {
  const { routeId, args, partition, policy } = request;
  const canonical = partition === undefined ? undefined : canonicalArguments(args);
  if (partition === undefined || canonical === undefined) return undefined;
  const generations = [keys.all, keys.route(routeId), keys.args(routeId, canonical)];
  for (const tag of checkedTags(policy.tags(args))) generations.push(keys.tag(tag));
  return { key: keys.entry(routeId, canonical, partition), generations };
}

/** Sorts several tags, because a function may list the same tags in any order. */
function checkedTags(tags: unknown): readonly string[] {
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  if (!isList || tags.length > MAXIMUM_TAGS) {
    throw new TypeError(`tags must be a list of at most ${MAXIMUM_TAGS} strings`);
  }
  return tags.length > 1 ? [...new Set(tags)].sort() : tags;
}
