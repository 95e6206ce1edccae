import { logError } from '../../shared/log-text.js';

/** A problem of the cache. Requests get their responses all the same. */
export type CacheFailure =
  | { readonly kind: 'store-down'; readonly error: unknown }
  | { readonly kind: 'store-back'; readonly failures: number; readonly downMs: number }
  | { readonly kind: 'purges-waiting' }
  | { readonly kind: 'purges-done' }
  | { readonly kind: 'renewal-failed'; readonly routeId: string; readonly error: unknown }
  | { readonly kind: 'tags-failed'; readonly routeId: string; readonly error: unknown }
  | {
      readonly kind: 'headers-outside';
      readonly routeId: string;
      readonly names: readonly string[];
    };

/** Is called once for each outage, and once when it is over. Must not throw. */
export type OnFailure = (failure: CacheFailure) => void;

/** A failure as a line of a log. */
export function describeFailure(failure: CacheFailure): string {
  switch (failure.kind) {
    case 'store-down':
      return `The cache store is unavailable, requests are served without it: ${logError(failure.error)}`;
    case 'store-back':
      return `The cache store is back after ${failure.downMs} ms; ${failure.failures} calls failed.`;
    case 'purges-waiting':
      return 'A purge did not reach the cache store. This process no longer sends what was purged; other processes may, until the store has the purge.';
    case 'purges-done':
      return 'All purges have reached the cache store.';
    case 'renewal-failed':
      return `${failure.routeId} could not be renewed in the background, its old response is kept until it expires: ${logError(failure.error)}`;
    case 'headers-outside':
      return `${failure.routeId} is not cached: its method or an interceptor sets ${failure.names.join(', ')} on the platform's own response, and a response from the cache would lack that. Return new RestResponse(data, status, headers) instead.`;
    case 'tags-failed':
      return `${failure.routeId} is not cached, because its tags could not be made: ${logError(failure.error)}`;
  }
}
