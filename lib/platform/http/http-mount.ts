import type { Dispatcher } from '../../pipeline/dispatcher.js';
import type { RouteEntry } from '../../pipeline/endpoint.js';
import type { SubRequests } from '../../pipeline/sub-requests/sub-requests.js';
import type { RouteTable } from '../../routing/route-table.js';

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
