import type { CachePolicy } from '../../caching/cache-policy.js';
import { cachePartition } from '../../caching/keys/cache-partition.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { RestRequest, type RequestParts } from '../../model/request/rest-request.js';
import { ObservedReads } from './observed-reads.js';

/** The cache partition of a request, and the headers that decided it. */
export interface ObservedPartition {
  readonly partition: string | undefined;
  /** `undefined` where a `vary` function has read more of the request than single headers. */
  readonly headers: readonly string[] | undefined;
}

/**
 * Calls the `vary` function of a policy, and notes which headers it reads, for the `Vary` of the response.
 * That does not prove that it reads nothing else: see `clientCachingOf`.
 */
export function observeVary(
  policy: CachePolicy,
  parts: RequestParts,
): Awaitable<ObservedPartition> {
  const reads = new ObservedReads();
  const observed = reads.observe(parts, parts.headers);
  const found = cachePartition(policy, () => undefined, new RestRequest(observed));
  // What the function has read is known only after it has returned.
  return whenReady(found, (partition) => ({ partition, headers: reads.headerNames }));
}
