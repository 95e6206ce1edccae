import type { AbstractHttpAdapter, ApplicationConfig, ModuleRef } from '@nestjs/core';
import type { SubRequests } from '../../lifecycle/batch/sub-requests.js';
import type { OpenEventStreams } from '../../lifecycle/responses/event-stream.js';
import type { ResponseClosing } from '../../platform/node/closing.js';
import type { RouteRegistry } from '../exploration/explore-application.js';

/** The data of an application that composing needs. */
export interface CompositionContext {
  readonly nest: ModuleRef;
  readonly config: ApplicationConfig;
  readonly registry: RouteRegistry;
  readonly subRequests: SubRequests;
  readonly eventStreams: OpenEventStreams;
  readonly closing: ResponseClosing;
  /** An application context without HTTP, for a command or a job, has none. */
  readonly adapter: AbstractHttpAdapter | undefined;
  /** The paths of plain controllers, and their methods. */
  readonly plainPaths: ReadonlyMap<string, readonly string[]>;
}
