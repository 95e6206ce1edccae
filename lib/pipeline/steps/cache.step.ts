import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { cacheHeaders } from '../../caching/headers/cache-headers.js';
import type { CachedAnswer } from '../../caching/cached-response.js';
import { entrySharer } from '../../caching/keys/cache-partition.js';
import type { HeaderLine } from '../../caching/entries/entry.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import type { CacheableAnswer } from '../../caching/entries/storable.js';
import type { OnTrouble } from '../../caching/store/store-failure.js';
import { StreamableFile } from '@nestjs/common';
import { answerOf, type Answer } from '../responses/route-response.js';
import type { Call } from '../request-context.js';
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
  readonly caller: (call: Call) => unknown;
  /** Whether the client wants a new answer, and may have one. */
  readonly mayRefresh: (call: Call) => Awaitable<boolean>;
  readonly onTrouble: OnTrouble;
}

/** An answer of the method, as the cache sees it. */
interface Produced extends CacheableAnswer {
  readonly answer: Answer;
}

/**
 * Answers from the cache, else by the steps inside it: the interceptors and the method, so that what is
 * kept is what was sent. A cache inside the interceptors would give them data whose classes are lost
 * on the way through a store, and with them what a serializer leaves out.
 */
export function cacheStep(
  endpoint: Endpoint,
  inner: Step,
  context: CacheContext | undefined,
): Step | undefined {
  const { cache, answerDefaults } = endpoint;
  if (cache === undefined || context === undefined) return undefined;
  const responses = context.cacheFor(endpoint);
  const { policy, routeId } = cache;
  const sharerOf = (call: Call): Awaitable<ObservedVary> => {
    if (policy.sharing === 'custom') return observeVary(policy, call);
    // Without the request, which is made only where something reads it.
    const identify = (): unknown => context.caller(call);
    const sharer = entrySharer(policy, identify, undefined, call.exchange.headers);
    return whenReady(sharer, (caller) => ({ caller, headers: undefined }));
  };
  const answer = (call: Call, { caller, headers }: ObservedVary, noCache: boolean) => {
    const args = call.arguments;
    const question = { policy, routeId, args, caller, noCache, varyHeaders: headers };
    const produce = async (): Promise<Produced> => {
      const before = call.exchange.presetHeaders();
      await inner(call);
      const outside = changedHeaders(before, call.exchange.presetHeaders());
      if (outside.length > 0) tellOutside(outside);
      return cacheable(answerOf(call.result, answerDefaults), outside.length === 0);
    };
    const answered = responses.answer(question, produce);
    return whenReady(answered, (cached) => {
      call.answer = answerOfCached(cached);
    });
  };
  let isToldOutside = false;
  const tellOutside = (names: readonly string[]): void => {
    if (isToldOutside) return;
    isToldOutside = true;
    context.onTrouble({ kind: 'headers-outside', routeId, names });
  };
  return (call) =>
    whenReady(sharerOf(call), (sharer) =>
      whenReady(context.mayRefresh(call), (noCache) => answer(call, sharer, noCache)),
    );
}

/** @param isWhole Whether the answer has all that the client gets. */
function cacheable(answer: Answer, isWhole: boolean): Produced {
  const { status, headers, body } = answer;
  const isStream = body instanceof StreamableFile;
  return {
    status,
    headers: linesOf(headers),
    body: isStream ? undefined : body,
    storable: isWhole && !isStream,
    answer,
  };
}

function answerOfCached(cached: CachedAnswer<Produced>): Answer {
  const { status, headers, body, produced } = cached;
  const lines: readonly HeaderLine[] = [...headers, ...cacheHeaders(cached)];
  // A stream cannot be kept, so this request's own answer has it.
  const own = produced?.answer.body;
  return { status, headers: headersOf(lines), body: own instanceof StreamableFile ? own : body };
}
