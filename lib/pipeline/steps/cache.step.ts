import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { cacheHeaders } from '../../caching/headers/cache-headers.js';
import type { CachedResponse } from '../../caching/cached-response.js';
import { entrySharer } from '../../caching/keys/cache-partition.js';
import type { HeaderLine } from '../../caching/entries/entry.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import type { CacheableResponse } from '../../caching/entries/storable.js';
import type { OnFailure } from '../../caching/store/store-failure.js';
import { StreamableFile } from '@nestjs/common';
import { responseOf, type RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import { changedHeaders } from '../responses/changed-headers.js';
import type { Endpoint } from '../endpoint.js';
import { headersOf, linesOf } from '../responses/header-lines.js';
import type { Step } from '../step.js';
import { observeVary, type ObservedVary } from '../observation/observed-request.js';

/** What the cached routes of an application share. */
export interface CacheContext {
  /** The cache of a route. */
  readonly cacheFor: (endpoint: Endpoint) => ResponseCache;
  /** What identifies a caller; `undefined` where nothing does. */
  readonly caller: (requestContext: RequestContext) => unknown;
  /** Whether the client wants a new answer, and may have one. */
  readonly mayRefresh: (requestContext: RequestContext) => Awaitable<boolean>;
  readonly onFailure: OnFailure;
}

/** A response of the method, as the cache sees it. */
interface Produced extends CacheableResponse {
  readonly response: RouteResponse;
}

/**
 * Responds from the cache, else by the steps inside it: the interceptors and the method, so that what is
 * kept is what was sent. A cache inside the interceptors would give them data whose classes are lost
 * on the way through a store, and with them what a serializer leaves out.
 */
export function cacheStep(
  endpoint: Endpoint,
  inner: Step,
  context: CacheContext | undefined,
): Step | undefined {
  const { cache, responseDefaults } = endpoint;
  if (cache === undefined || context === undefined) return undefined;
  const responses = context.cacheFor(endpoint);
  const { policy, routeId } = cache;
  const sharerOf = (requestContext: RequestContext): Awaitable<ObservedVary> => {
    if (policy.sharing === 'custom') return observeVary(policy, requestContext);
    // Without the request, which is made only where something reads it.
    const identify = (): unknown => context.caller(requestContext);
    const sharer = entrySharer(policy, identify, undefined, requestContext.exchange.headers);
    return whenReady(sharer, (caller) => ({ caller, headers: undefined }));
  };
  const response = (
    requestContext: RequestContext,
    { caller, headers }: ObservedVary,
    noCache: boolean,
  ) => {
    const args = requestContext.arguments;
    const question = { policy, routeId, args, caller, noCache, varyHeaders: headers };
    const produce = async (): Promise<Produced> => {
      const before = requestContext.exchange.presetHeaders();
      await inner(requestContext);
      const outside = changedHeaders(before, requestContext.exchange.presetHeaders());
      if (outside.length > 0) tellOutside(outside);
      return cacheable(responseOf(requestContext.result, responseDefaults), outside.length === 0);
    };
    const responded = responses.respond(question, produce);
    return whenReady(responded, (cached) => {
      requestContext.response = responseOfCached(cached);
    });
  };
  let isToldOutside = false;
  const tellOutside = (names: readonly string[]): void => {
    if (isToldOutside) return;
    isToldOutside = true;
    context.onFailure({ kind: 'headers-outside', routeId, names });
  };
  return (requestContext) =>
    whenReady(sharerOf(requestContext), (sharer) =>
      whenReady(context.mayRefresh(requestContext), (noCache) =>
        response(requestContext, sharer, noCache),
      ),
    );
}

/** @param isWhole Whether the response has all that the client gets. */
function cacheable(response: RouteResponse, isWhole: boolean): Produced {
  const { status, headers, body } = response;
  const isStream = body instanceof StreamableFile;
  return {
    status,
    headers: linesOf(headers),
    body: isStream ? undefined : body,
    storable: isWhole && !isStream,
    response,
  };
}

function responseOfCached(cached: CachedResponse<Produced>): RouteResponse {
  const { status, headers, body, produced } = cached;
  const lines: readonly HeaderLine[] = [...headers, ...cacheHeaders(cached)];
  // A stream cannot be kept, so this request's own response has it.
  const own = produced?.response.body;
  return { status, headers: headersOf(lines), body: own instanceof StreamableFile ? own : body };
}
