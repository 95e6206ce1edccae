import { StreamableFile } from '@nestjs/common';
import type { CachedResponse } from '../../caching/cached-response.js';
import type { HeaderLine } from '../../caching/entries/entry.js';
import type { CacheableResponse } from '../../caching/entries/storable.js';
import { cacheHeaders } from '../../caching/headers/cache-headers.js';
import { headersOf, linesOf } from '../responses/header-lines.js';
import type { RouteResponse } from '../responses/route-response.js';

/** A response of the method, as the cache sees it. */
export interface Cacheable extends CacheableResponse {
  readonly response: RouteResponse;
}

/** @param isComplete Whether the response has all headers that the client gets. */
export function cacheableOf(response: RouteResponse, isComplete: boolean): Cacheable {
  const { status, headers, body } = response;
  const isStream = body instanceof StreamableFile;
  return {
    status,
    headers: linesOf(headers),
    body: isStream ? undefined : body,
    storable: isComplete && !isStream,
    response,
  };
}

/** The response that the client gets, with the headers of the cache. */
export function responseOfCached(cached: CachedResponse<Cacheable>): RouteResponse {
  const { status, headers, body, produced } = cached;
  const lines: readonly HeaderLine[] = [...headers, ...cacheHeaders(cached)];
  // A stream is never stored: it is found only in the response that the method made for this request.
  const own = produced?.response.body;
  return { status, headers: headersOf(lines), body: own instanceof StreamableFile ? own : body };
}
