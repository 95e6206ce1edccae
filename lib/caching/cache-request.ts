import type { ServedPolicy } from './cache-headers.js';

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

/** The time and timers. A parameter, so that a test can control the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** The same, without keeping the process alive. */
  afterIdly(delayMs: number, run: () => void): () => void;
}

/** The clock of this process. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    // After a pause of the process, timers run before the data that sockets have received. One more turn
    // of the event loop lets a response win that arrived in time.
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (turn = setImmediate(run)), delayMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  },
  afterIdly(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
