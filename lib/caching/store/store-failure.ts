import { logError } from '../../shared/log-text.js';

/** What goes wrong beside the requests, which are answered all the same. */
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

/** Hears of failure. Each outage is told once, and once that it is over. Must not throw. */
export type OnFailure = (failure: CacheFailure) => void;

/** Failure as a line of a log. */
export function describeFailure(failure: CacheFailure): string {
  switch (failure.kind) {
    case 'store-down':
      return `The cache store cannot be had, requests are answered without it: ${logError(failure.error)}`;
    case 'store-back':
      return `The cache store is back after ${failure.downMs} ms; ${failure.failures} of its answers were missing.`;
    case 'purges-waiting':
      return 'A purge did not reach the cache store. This process no longer gives what it purged; others may until the store has it.';
    case 'purges-done':
      return 'All purges have reached the cache store.';
    case 'renewal-failed':
      return `${failure.routeId} could not be renewed in the background, its old answer is kept until it ends: ${logError(failure.error)}`;
    case 'headers-outside':
      return `${failure.routeId} is not cached: its method or an interceptor sets ${failure.names.join(', ')} on the response of the platform, and a hit would lack that. Return new RestResponse(data, status, headers) instead.`;
    case 'tags-failed':
      return `${failure.routeId} is not cached, as its tags could not be made: ${logError(failure.error)}`;
  }
}
