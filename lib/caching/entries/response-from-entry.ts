import { NOT_FOR_CACHES, type ClientCaching } from '../headers/cache-control.js';
import type { CachedAnswer } from '../cached-response.js';
import type { CacheEntry } from './entry.js';
import { etagOfAnswer } from './make-entry.js';
import type { CacheableAnswer } from './storable.js';

/** Where an answer out of an entry comes from. */
export type EntrySource<Produced extends CacheableAnswer> = Pick<
  CachedAnswer<Produced>,
  'cacheStatus' | 'cacheStatusText' | 'age' | 'produced'
>;

/** An answer out of an entry. */
export function answerFromEntry<Produced extends CacheableAnswer>(
  { status, headers, body, etag }: CacheEntry,
  { cacheControl, vary }: ClientCaching,
  { cacheStatus, cacheStatusText, age, produced }: EntrySource<Produced>,
): CachedAnswer<Produced> {
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

/** How an answer stays out of the cache. */
export type Outside = Pick<CachedAnswer, 'cacheStatus' | 'cacheStatusText'> & {
  readonly isStorable: boolean;
};

/** An answer that is given to one request alone. */
export function answerOutside<Produced extends CacheableAnswer>(
  produced: Produced,
  client: ClientCaching,
  { isStorable, cacheStatus, cacheStatusText }: Outside,
): CachedAnswer<Produced> {
  const { status, headers, body } = produced;
  const { cacheControl, vary } = isStorable ? client : NOT_FOR_CACHES;
  const isError = status >= 400;
  return {
    status,
    headers,
    body,
    cacheStatus,
    cacheStatusText,
    etag: isStorable ? etagOfAnswer(produced) : undefined,
    age: undefined,
    cacheControl: isError ? undefined : cacheControl,
    vary: isError ? undefined : vary,
    produced,
  };
}
