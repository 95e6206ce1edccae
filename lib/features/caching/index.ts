import type { Feature } from '../../nest/composition/feature.js';
import type { RestCacheOptions } from '../../nest/options/option-groups.js';
import type { NamesOf } from '../../nest/options/known-options.js';
import { callerHeadersOf } from '../../nest/options/callers.js';
import { choiceOf } from '../../nest/options/styles.js';
import { cacheStep } from './cache.step.js';
import { CacheRegistry, RestCache } from './nest/rest-cache.js';

const OPTIONS: NamesOf<RestCacheOptions> = {
  store: true,
  memory: true,
  caller: true,
  callerHeaders: true,
  uniform: true,
  mayRefresh: true,
  timeLimit: true,
  rest: true,
  flightTimeout: true,
  maxEntries: true,
  maxBytes: true,
  maxEntryBytes: true,
};

/** Cached responses of routes with `@Cache`, and of plain handlers behind `RestCacheInterceptor`. */
export const caching: Feature = {
  name: 'caching',
  options: { cache: OPTIONS },
  providers: [CacheRegistry, RestCache],
  exports: [RestCache],
  extension: async ({ options, entries, namespace, onMade, host, nest }) => {
    const caches = nest.get(CacheRegistry);
    host.onClosed((remainingMs) => caches.close(remainingMs));
    const callerHeaders = callerHeadersOf(options);
    const context = await caches.create(entries, namespace, options.cache ?? {}, callerHeaders);
    if (context === undefined) return undefined;
    const byDefault = choiceOf(options, 'responses');
    return {
      around: (endpoint, perform) =>
        cacheStep(endpoint, perform, context, onMade, byDefault) ?? perform,
    };
  },
};

export { addCacheHeaders } from './engine/cache-headers.js';
export {
  decodeEntry,
  encodeEntry,
  isHeaders,
  makeEntry,
  type CacheableResponse,
  type CachedResponse,
  type CacheEntry,
} from './engine/entry.js';
export { cachePartition, canonicalArguments } from './engine/keys.js';
export type { SharedTexts } from './engine/store/shared-texts.js';
export type { OnFailure } from './engine/store/store.js';
export {
  cachedDataOf,
  findCached,
  type CachedRouteData,
  type CacheInterception,
  type RespondFromCache,
} from './cache.step.js';
export { CacheRegistry, callerIdOf } from './nest/rest-cache.js';
export { cacheableOf, changedHeaderNames, storedBody } from './stored-reply.js';
