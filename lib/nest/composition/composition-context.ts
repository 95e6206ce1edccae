import type { AbstractHttpAdapter, ApplicationConfig, ModuleRef } from '@nestjs/core';
import type { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import type { ResponseClosing } from '../../platform/node/closing.js';
import type { RouteRegistry } from '../exploration/explore-application.js';
import type { Feature, HostListeners } from './feature.js';

/** The data of an application that composing needs. */
export interface CompositionContext {
  readonly nest: ModuleRef;
  readonly config: ApplicationConfig;
  readonly registry: RouteRegistry;
  readonly subRequests: SubRequests;
  readonly features: readonly Feature[];
  readonly host: HostListeners;
  readonly closing: ResponseClosing;
  /** An application context without HTTP, for a command or a job, has none. */
  readonly adapter: AbstractHttpAdapter | undefined;
  /** The paths of plain controllers, and their methods. */
  readonly plainPaths: ReadonlyMap<string, readonly string[]>;
}
