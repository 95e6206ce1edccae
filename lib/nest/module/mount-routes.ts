import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Server } from 'node:http';
import { createDispatcher, type DispatcherParts } from '../../pipeline/dispatcher.js';
import { chooseMount } from '../../platform/choose-mount.js';
import { awaitReaders } from '../../platform/uploads/expect-continue.js';
import { ownedPrefixes } from '../../platform/http/request-target.js';
import { isOptimized } from '../../platform/node/optimize-switch.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/** What is mounted, and where. */
export interface MountedRoutes {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The templates of the routes, which own their paths where the prefix is empty. */
  readonly templates: readonly string[];
  readonly parts: DispatcherParts;
}

/** Serves routes with an adapter. */
export function mountRoutes(
  adapter: AbstractHttpAdapter,
  { prefix, templates, parts }: MountedRoutes,
  { bodyLimit, optimize }: RestModuleOptions,
): void {
  awaitReaders(adapter.getHttpServer() as Server);
  chooseMount(adapter, { bodyLimit, optimize: isOptimized(optimize) }).serve({
    prefix,
    owned: ownedPrefixes(prefix, templates),
    table: parts.table,
    subRequests: parts.subRequests,
    ...createDispatcher(parts),
  });
}
