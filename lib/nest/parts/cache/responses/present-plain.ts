import type { CachedResponse } from '../../../../caching/cached-response.js';
import type { HeaderLine } from '../../../../caching/entries/entry.js';
import { isNotModified } from '../../../../caching/entries/entity-tag-match.js';
import { cacheHeaders } from '../../../../caching/headers/cache-headers.js';
import { joinCachedHeaders } from '../../../../pipeline/outgoing/join-preset-headers.js';
import { headersOf } from '../../../../pipeline/responses/header-lines.js';
import type { HandlerResponse } from '../../../../platform/handlers/handler-response.js';
import type { PlainRequest } from '../../plain-request.js';
import type { Emission, PlainCacheable } from './plain-cacheable.js';

type Cached = CachedResponse<PlainCacheable>;

/** A request and its response. */
export interface Presentation {
  readonly request: PlainRequest;
  readonly response: HandlerResponse;
  /** Whether the media type was set before the cache has written its headers. */
  hadMediaType?: boolean;
}

/** Writes status and headers of a response, and returns what Nest or the interceptors outside get. */
export function presentPlain(
  cached: Cached,
  presentation: Presentation,
  emission: Emission,
): unknown {
  const { response, request } = presentation;
  const { produced } = cached;
  if (produced !== undefined && response.isSent) return produced.value;
  if (cached.cacheStatus === 'stale') {
    presentation.hadMediaType = response.presetHeader('content-type') !== undefined;
  }
  writeHeaders(cached, response, emission);
  if (emission === 'data') return produced === undefined ? dataOf(cached.body) : produced.value;
  if (produced?.storable === false) return produced.value;
  if (!isKnownToClient(cached, request)) return cached.body;
  response.setStatus(304);
  response.removeHeader('content-type');
  return undefined;
}

function writeHeaders(cached: Cached, response: HandlerResponse, emission: Emission): void {
  const { status } = cached;
  if (response.status !== status) response.setStatus(status);
  // The tag is that of the data, which interceptors outside may change.
  const tagged = emission === 'data' ? { ...cached, etag: undefined } : cached;
  const headers = headersOf([...storedLines(cached), ...cacheHeaders(tagged)]);
  joinCachedHeaders({ headers }, response);
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
}

/** A handler that was called for this request has set its headers itself. */
function storedLines({ headers, produced }: Cached): readonly HeaderLine[] {
  return produced === undefined ? headers : headers.filter(([name]) => name === 'content-type');
}

function isKnownToClient({ status, etag }: Cached, { headers }: PlainRequest): boolean {
  return status < 300 && isNotModified(headers['if-none-match'], etag);
}

/** A value of its own for each request: interceptors outside may change it. */
function dataOf(body: string | Uint8Array | undefined): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}
