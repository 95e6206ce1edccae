import { NOT_FOR_CACHES, type ClientCaching } from '../headers/cache-control.js';
import type { CachedResponse } from '../cached-response.js';
import type { CacheEntry } from './entry.js';
import { etagOfResponse } from './make-entry.js';
import type { CacheableResponse } from './storable.js';

/** Where a response out of an entry comes from. */
export type EntrySource<Produced extends CacheableResponse> = Pick<
  CachedResponse<Produced>,
  'cacheStatus' | 'cacheStatusText' | 'age' | 'produced'
>;

/** A response out of an entry. */
export function responseFromEntry<Produced extends CacheableResponse>(
  { status, headers, body, etag }: CacheEntry,
  { cacheControl, vary }: ClientCaching,
  { cacheStatus, cacheStatusText, age, produced }: EntrySource<Produced>,
): CachedResponse<Produced> {
  return {
    status,
    headers,
    body,
    cacheStatus,
    cacheStatusText,
    etag,
    age,
    cacheControl,
    vary,
    produced,
  };
}

/** How a response stays out of the cache. */
export type Outside = Pick<CachedResponse, 'cacheStatus' | 'cacheStatusText'> & {
  readonly isStorable: boolean;
};

/** A response that is given to one request alone. */
export function responseOutside<Produced extends CacheableResponse>(
  produced: Produced,
  client: ClientCaching,
  { isStorable, cacheStatus, cacheStatusText }: Outside,
): CachedResponse<Produced> {
  const { status, headers, body } = produced;
  const { cacheControl, vary } = isStorable ? client : NOT_FOR_CACHES;
  const isError = status >= 400;
  return {
    status,
    headers,
    body,
    cacheStatus,
    cacheStatusText,
    etag: isStorable ? etagOfResponse(produced) : undefined,
    age: undefined,
    cacheControl: isError ? undefined : cacheControl,
    vary: isError ? undefined : vary,
    produced,
  };
}
