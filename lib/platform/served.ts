import { Logger } from '@nestjs/common';
import type { Dispatcher } from '../lifecycle/dispatcher.js';
import type { RouteEntry } from '../lifecycle/endpoint.js';
import type { SubRequests } from '../lifecycle/batch/sub-requests.js';
import type { RouteTable } from '../routing/route-table.js';
import { logError, logStack } from '../shared/log-text.js';

/** The paths and the dispatcher that are mounted. */
export interface Served extends Pick<Dispatcher, 'dispatch' | 'reject'> {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
  /** Whether the application responds to a path below the prefix that has no route; absent if it does so for none. */
  readonly leaves?: ((path: string) => boolean) | undefined;
  readonly table: RouteTable<RouteEntry>;
  readonly subRequests: SubRequests | undefined;
}

/**
 * Begins to serve, after everything with its own middleware has registered it.
 *
 * @param bodyLimit In bytes.
 */
export type Serve = (served: Served, bodyLimit: number) => void;

/** Logs the error of a request whose response cannot be written. */
export function logFailure(error: unknown): void {
  new Logger('RestModule').error(`A request failed: ${logError(error)}`, logStack(error));
}
