import { createResponseCache, type CacheSettings } from '../../../lib/caching/create-cache.js';
import type { CachedAnswer } from '../../../lib/caching/cached-response.js';
import {
  compileCachePolicy,
  isPolicyFault,
  type CacheOptions,
} from '../../../lib/caching/cache-policy.js';
import type { CachePolicy, CachedRoute } from '../../../lib/caching/cache-policy.js';
import type { ResponseCache } from '../../../lib/caching/response-cache.js';
import type { CacheableAnswer } from '../../../lib/caching/entries/storable.js';
import type { CacheQuestion } from '../../../lib/caching/keys/cache-request.js';
import type { CacheTrouble } from '../../../lib/caching/store/store-failure.js';
import { FakeClock } from './fake-clock.js';

export interface TestCache {
  readonly cache: ResponseCache;
  readonly clock: FakeClock;
  readonly troubles: CacheTrouble[];
}

/** A cache whose entries end when their time is over, and not a little before. */
export function testCache(
  settings: Partial<CacheSettings> & { clock?: FakeClock } = {},
): TestCache {
  const clock = settings.clock ?? new FakeClock();
  const troubles: CacheTrouble[] = [];
  const onTrouble = (trouble: CacheTrouble) => void troubles.push(trouble);
  const cache = createResponseCache({
    namespace: 'acme',
    random: () => 0,
    onTrouble,
    ...settings,
    clock,
  });
  return { cache, clock, troubles };
}

export function policyOf<Request = never>(
  options: Partial<CacheOptions<Request>> = {},
  route: Partial<CachedRoute> = {},
): CachePolicy<Request> {
  const policy = compileCachePolicy<Request>(
    { ttl: '1m', ...options },
    { isPublic: true, takesRequest: false, ...route },
  );
  if (isPolicyFault(policy)) throw new Error(`no policy: ${JSON.stringify(policy)}`);
  return policy;
}

export function question(parts: Partial<CacheQuestion> = {}): CacheQuestion {
  return {
    policy: policyOf(),
    routeId: 'GET:/acme/v1/items/{id}',
    args: { id: 7 },
    caller: 'public',
    noCache: false,
    ...parts,
  };
}

export function json(value: unknown, parts: Partial<CacheableAnswer> = {}): CacheableAnswer {
  return {
    status: 200,
    headers: [['content-type', 'application/json; charset=utf-8']],
    body: JSON.stringify(value),
    storable: true,
    ...parts,
  };
}

/** What the client gets, what the cache says of it aside. */
export function visible({ status, headers, body, etag, cacheControl, vary }: CachedAnswer) {
  return { status, headers, body: body && Buffer.from(body).toString(), etag, cacheControl, vary };
}
