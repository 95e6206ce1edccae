import type { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import { passPlainRoutes } from '../../platform/plain-routes.js';
import type { RespondUnserved } from '../../platform/served.js';
import type { RouteRegistry } from '../exploration/explore-application.js';
import type { Feature } from '../composition/feature.js';
import type { StartupCheck } from '../composition/startup-check.js';
import { onEachAdapter } from '../internals.js';

/** The property of an adapter with its observation. */
const OBSERVED = Symbol('observed adapter');

/** One adapter, as its application prepares it before the routes are mounted. */
export class ObservedAdapter {
  /** The requests that requests to this adapter make. */
  readonly subRequests = new SubRequests();
  /** The paths of plain controllers, and the methods of each. */
  readonly plainPaths = new Map<string, readonly string[]>();
  /** The checks of features, which may observe the adapter too. */
  readonly checks: readonly StartupCheck[];
  /** Responds to a sub-request to a plain handler; set before there is one. */
  respond: RespondUnserved | undefined;

  constructor(
    adapter: AbstractHttpAdapter,
    { modules }: RouteRegistry,
    features: readonly Feature[],
  ) {
    const created = { adapter, modules };
    this.checks = features.flatMap(({ checks }) => checks?.(created) ?? []);
    passPlainRoutes(adapter, {
      subRequests: this.subRequests,
      respond: (request, response) => this.respond?.(request, response),
      note: (path, methods) => {
        this.plainPaths.set(path, [...(this.plainPaths.get(path) ?? []), ...methods]);
      },
    });
  }
}

/**
 * Observes each adapter from the time at which its application is created: Nest adds the handlers of controllers before
 * it initializes modules. A module of tests may make several applications, one after the other.
 */
export function observeAdapters(
  host: HttpAdapterHost,
  registry: RouteRegistry,
  features: readonly Feature[],
): void {
  onEachAdapter(host, (adapter) => void observationOf(adapter, registry, features));
}

/** The observation of an adapter, which begins now unless it has begun. */
export function observationOf(
  adapter: AbstractHttpAdapter,
  registry: RouteRegistry,
  features: readonly Feature[],
): ObservedAdapter {
  const known: unknown = Reflect.get(adapter, OBSERVED);
  if (known instanceof ObservedAdapter) return known;
  const observation = new ObservedAdapter(adapter, registry, features);
  Reflect.defineProperty(adapter, OBSERVED, { value: observation });
  return observation;
}
