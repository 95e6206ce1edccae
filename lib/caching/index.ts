export { createResponseCache, type CacheSettings } from './create-cache.js';
export type { Awaitable } from './awaitable.js';
export { CALLER_HEADERS, type ClientCaching } from './cache-control.js';
export { cacheHeaders } from './cache-headers.js';
export type { CachedAnswer, CacheStatus } from './cached-answer.js';
export { entrySharer } from './caller.js';
export type { Clock } from './clock.js';
export { isNotModified, notModifiedHeaders } from './conditional.js';
export { parseDuration, type Duration } from './duration.js';
export type { HeaderLine } from './entry.js';
export { etagOf } from './etag.js';
export type { MemoryLimits } from './memory-store.js';
export {
  compileCachePolicy,
  isPolicyFault,
  type CachedRoute,
  type CacheOptions,
  type CachePolicy,
  type CacheTags,
  type PolicyFault,
} from './policy.js';
export type { ResponseCache } from './response-cache.js';
export type { CacheableAnswer } from './storable.js';
export type { TextStore } from './store.js';
export type { CacheQuestion } from './subject.js';
export { describeTrouble, type CacheTrouble, type OnTrouble } from './trouble.js';
