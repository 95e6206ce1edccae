import { clientCachingOf, NOT_FOR_CACHES, type ClientCaching } from './cache-control.js';
import { forwardText, hitText, type Forwarding } from './cache-status.js';
import {
  responseFromEntry,
  responseOutside,
  type EntrySource,
} from '../entries/response-from-entry.js';
import type { CachedResponse } from '../cached-response.js';
import type { CacheEntry } from '../entries/entry.js';
import { isStorable, type CacheableResponse } from '../entries/storable.js';
import type { CacheQuestion } from '../keys/cache-request.js';

/** Out of the cache. */
export function hit<Produced extends CacheableResponse>(
  entry: CacheEntry,
  question: CacheQuestion,
  now: number,
  cacheStatus: 'hit' | 'stale',
): CachedResponse<Produced> {
  // Clocks of several processes differ: nothing is younger than new.
  const age = Math.max(0, Math.floor((now - entry.storedAt) / 1000));
  const cacheStatusText = hitText(entry, now);
  const source: EntrySource<Produced> = { cacheStatus, cacheStatusText, age, produced: undefined };
  return responseFromEntry(entry, clientOf(question), source);
}

/** From the method, and kept. */
export function forwarded<Produced extends CacheableResponse>(
  entry: CacheEntry,
  question: CacheQuestion,
  forwarding: Forwarding,
  produced?: Produced,
): CachedResponse<Produced> {
  return responseFromEntry(entry, clientOf(question), {
    cacheStatus: forwarding.because === 'request' ? 'bypass' : 'miss',
    cacheStatusText: forwardText(forwarding),
    age: undefined,
    produced,
  });
}

/** From the method, and not kept. */
export function outside<Produced extends CacheableResponse>(
  response: Produced,
  question: CacheQuestion,
  forwarding: Forwarding,
): CachedResponse<Produced> {
  const isKept = isStorable(response, question.policy.sharing);
  const isPassedBy = forwarding.because !== 'miss';
  const unkept = isPassedBy ? 'bypass' : 'miss';
  return responseOutside(response, isPassedBy ? NOT_FOR_CACHES : clientOf(question), {
    cacheStatus: isKept ? unkept : 'uncacheable',
    cacheStatusText: forwardText(forwarding),
    isStorable: isKept,
  });
}

function clientOf({ policy, varyHeaders }: CacheQuestion): ClientCaching {
  const isKnown = policy.sharing !== 'custom' || varyHeaders === undefined;
  return isKnown ? policy.client : clientCachingOf(policy, varyHeaders);
}
