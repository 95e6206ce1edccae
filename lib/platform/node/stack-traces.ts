import { isOptimized } from './express-classes.js';

/**
 * Creates errors whose stack is never read. An error of a request is a response, not a mistake of the
 * program, and V8 walks the stack for each error whose trace is not switched off.
 *
 * `Error.stackTraceLimit` is a global: it has its own value again before the call returns. Where it is
 * frozen, deleted or replaced, the error has a stack trace.
 *
 * These errors belong to no application, so that only the environment variable switches this off.
 */
export const withoutStackTrace: typeof createWithoutStackTrace = isOptimized(undefined)
  ? createWithoutStackTrace
  : (create) => create();

/** @internal Exported for the benchmark and the tests, which need both variants in one process. */
export function createWithoutStackTrace<Result>(create: () => Result): Result {
  const limit: unknown = Error.stackTraceLimit;
  // Reflect.set returns false where an assignment would throw.
  if (typeof limit !== 'number' || !Reflect.set(Error, 'stackTraceLimit', 0)) return create();
  try {
    return create();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
