import type { ServedPolicy } from '../headers/served-policy.js';

/** One request as the cache sees it. */
export interface CacheRequest {
  readonly policy: Omit<ServedPolicy, 'varyOf'>;
  /** Method and pattern of the route; the same in every process of the application. */
  readonly routeId: string;
  /** The typed arguments by name, with their defaults. */
  readonly args: Readonly<Record<string, unknown>>;
  /** From `cachePartition`; `undefined` where the request belongs to no partition. */
  readonly partition: string | undefined;
  /** Whether the client wants a new response, and may have one. */
  readonly noCache: boolean;
  /**
   * The headers that have identified the caller, in place of those of the policy; `'unknown'` where it may have
   * been anything else.
   */
  readonly callerHeaders?: readonly string[] | 'unknown' | undefined;
  /** The headers that a `vary` function has read, where it has read nothing else of the request. */
  readonly varyHeaders?: readonly string[] | undefined;
}
