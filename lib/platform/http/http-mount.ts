import type { Dispatcher } from '../../lifecycle/dispatcher.js';
import type { RouteEntry } from '../../lifecycle/request-context.js';
import type { SubRequests } from '../../lifecycle/batch/sub-requests.js';
import type { RouteTable } from '../../routing/route-table.js';
import { Logger } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import { logError, logStack } from '../../shared/log-text.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';

/** What is mounted. */
export interface Served extends Pick<Dispatcher, 'dispatch' | 'reject'> {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
  readonly table: RouteTable<RouteEntry>;
  readonly subRequests: SubRequests | undefined;
}

export interface MountOptions {
  /** In bytes; `undefined` for the default. */
  readonly bodyLimit: number | undefined;
  /** Whether engine-specific optimisations are on. */
  readonly optimize: boolean;
}

/** Registers the library with one adapter. */
export interface HttpMount {
  serve(served: Served): void;
}

/** Logs an unexpected error outside a route, of middleware or of the adapter, and returns the error to send. */
export function outsideError(error: unknown): RestException {
  const text = `A request failed outside its route: ${logError(error)}`;
  new Logger('RestModule').error(text, logStack(error));
  return httpError('framework_internal_error');
}

/**
 * The error to send for the plain `Error` with `statusCode` 429 that @fastify/rate-limit throws in a hook.
 * Its status is kept, since clients wait because of it. Its message is not sent: an HTTP client's error
 * looks the same.
 */
export function rateLimitError(error: unknown): RestException | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || error.statusCode !== 429) {
    return undefined;
  }
  new Logger('RestModule').warn(`A hook responded with 429: ${logError(error)}`);
  return new RestException(codeOfStatus(429), 'Too Many Requests', 429);
}
