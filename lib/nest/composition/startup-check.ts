import { Logger } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig } from '@nestjs/core';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Served } from '../../platform/served.js';
import type { ExploredApplication, RouteRegistry } from '../exploration/explore-application.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/** A check of an application with HTTP, at its startup. */
export interface StartupCheck {
  /** Diagnostics for which the application does not start. Nothing is composed or mounted yet. */
  readonly rejects?: (app: StartupParts) => readonly Diagnostic[];
  /** The text of a warning, once the routes are mounted. Not called for an application without routes. */
  readonly warns?: (app: MountedParts) => string | undefined;
}

/** The parts of an application whose modules are created, before Nest adds handlers and middleware to the adapter. */
export interface CreatedParts extends Pick<RouteRegistry, 'modules'> {
  readonly adapter: AbstractHttpAdapter;
}

/** The parts of an application whose routes are known. */
export interface StartupParts extends Pick<RouteRegistry, 'discovery'> {
  readonly options: RestModuleOptions;
  readonly config: ApplicationConfig;
  readonly routes: ExploredApplication['routes'];
  /** The path of the API: `/api`, or empty. */
  readonly prefix: string;
}

/** The parts of an application whose routes are mounted. */
export interface MountedParts
  extends StartupParts, Pick<Served, 'owned'>, Pick<ExploredApplication, 'handlers'> {
  /** The paths of plain controllers, and the methods of each. */
  readonly plainPaths: ReadonlyMap<string, readonly string[]>;
}

/** Logs what checks warn of. */
export function warnBy(checks: readonly StartupCheck[], app: MountedParts): void {
  const logger = new Logger('RestModule');
  for (const { warns } of checks) {
    const text = warns?.(app);
    if (text !== undefined) logger.warn(text);
  }
}
