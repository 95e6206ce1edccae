import { servedPolicy, type ServedPolicy } from '../../../../lib/routes/definition/cache-policy.js';
import { type CacheOptions, RestException } from 'nestjs-rest-routes';
import type {
  CacheableResponse,
  CachedResponse,
} from '../../../../lib/features/caching/engine/entry.js';
import { type CacheRequest } from '../../../../lib/features/caching/engine/cache-headers.js';
import { compileCache } from '../../../../lib/routes/definition/cache-definition.js';
import { ResponseCache } from '../../../../lib/features/caching/engine/response-cache.js';
import {
  completeSettings,
  type CacheSettings,
  type CompleteSettings,
} from '../../../../lib/features/caching/engine/settings.js';
import type { CacheFailure } from '../../../../lib/features/caching/engine/store/store.js';
import { FakeClock } from './fake-clock.js';

export interface TestCache {
  readonly cache: ResponseCache;
  readonly clock: FakeClock;
  readonly failures: CacheFailure[];
}

/** A cache whose entries end when their time is over, and not a little before. */
export function testCache(
  settings: Partial<CacheSettings> & { clock?: FakeClock } = {},
): TestCache {
  const clock = settings.clock ?? new FakeClock();
  const failures: CacheFailure[] = [];
  const onFailure = (failure: CacheFailure) => void failures.push(failure);
  const cache = new ResponseCache(settingsOf({ onFailure, ...settings, clock }));
  return { cache, clock, failures };
}

export function settingsOf(settings: Partial<CacheSettings>): CompleteSettings {
  return completeSettings({
    namespace: 'acme',
    random: () => 0,
    onFailure: () => undefined,
    statusOfError: (error) => (error instanceof RestException ? error.getStatus() : 500),
    ...settings,
  });
}

/** `vary` may be a function of anything: the cache passes on what it gets. */
type PolicyOptions<Request> = Partial<Omit<CacheOptions, 'vary'>> & {
  readonly vary?:
    | 'none'
    | 'user'
    | { readonly headers: readonly string[] }
    | ((request: Request) => string | PromiseLike<string>);
};

interface PolicyRoute {
  readonly isPublic?: boolean;
  readonly callerHeaders?: readonly string[] | 'unknown';
}

export function policyOf<Request = never>(
  options: PolicyOptions<Request> = {},
  { isPublic = true, callerHeaders = ['Authorization', 'Cookie'] }: PolicyRoute = {},
): ServedPolicy {
  const stated = { ttl: '1m', ...options } as CacheOptions;
  const cache = { ttl: stated.ttl, statesVary: false, options: { ref: stated } };
  const permission = isPublic ? ({ kind: 'public' } as const) : undefined;
  const definition = compileCache(cache, 'GET:/items', permission);
  if (definition === undefined) throw new Error('No policy.');
  return servedPolicy(definition.policy, callerHeaders === 'unknown' ? undefined : callerHeaders);
}

export function cacheRequest(parts: Partial<CacheRequest> = {}): CacheRequest {
  return {
    policy: policyOf(),
    routeId: 'GET:/acme/v1/items/{id}',
    args: { id: 7 },
    partition: 'public',
    noCache: false,
    ...parts,
  };
}

export function json(value: unknown, parts: Partial<CacheableResponse> = {}): CacheableResponse {
  return {
    status: 200,
    headers: [['content-type', 'application/json; charset=utf-8']],
    body: JSON.stringify(value),
    storable: true,
    ...parts,
  };
}

/** What the client gets, without the headers about the cache itself. */
export function visible({ status, headers, body, etag, cacheControl, vary }: CachedResponse) {
  return { status, headers, body: body && Buffer.from(body).toString(), etag, cacheControl, vary };
}
