import type { CachePolicy } from '../cache-policy.js';
import { CALLER_HEADERS, clientCachingOf, type ClientCaching } from './cache-control.js';

/** A policy with the headers for other caches, which are the same for all its requests. */
export interface ServedPolicy<Request = never> extends CachePolicy<Request> {
  /** The request headers that identify a caller. */
  readonly callerHeaders: readonly string[];
  readonly client: ClientCaching;
}

/** Adds the headers for other caches to a policy, once for all requests. */
export function servedPolicy<Request>(
  policy: CachePolicy<Request>,
  callerHeaders: readonly string[] = CALLER_HEADERS,
): ServedPolicy<Request> {
  const client = clientCachingOf({ ...policy, callerHeaders });
  return Object.freeze({ ...policy, callerHeaders, client });
}
