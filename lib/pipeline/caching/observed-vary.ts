import type { CachePolicy } from '../../caching/cache-policy.js';
import { cachePartition } from '../../caching/keys/cache-partition.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import { RestRequest, type RequestParts } from '../../model/request/rest-request.js';
import { ObservedHeaders } from './observed-headers.js';

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
  context: RequestContext,
): Awaitable<ObservedPartition> {
  const observed = new ObservedHeaders();
  const headers = observed.observe(context.exchange.headers);
  let readsMore = false;
  const parts = new Proxy<RequestParts>(context, {
    get: (target, name) => {
      if (name === 'headers') return headers;
      readsMore = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  const found = cachePartition(policy, () => undefined, new RestRequest(parts));
  // What the function has read is known only after it has returned.
  return whenReady(found, (partition) => ({
    partition,
    headers: readsMore ? undefined : observed.names,
  }));
}
