import type { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { SubRequests } from '../../lifecycle/batch/sub-requests.js';
import { passPlainRoutes } from '../../platform/plain-routes.js';
import type { RouteRegistry } from '../exploration/explore-application.js';
import { onEachAdapter } from '../internals.js';
import { makeErrorOf } from '../options/settings.js';
import { observeBindings, observeBodyLimit, type MiddlewareBinding } from './observe-bindings.js';

/** Only this module can read what it has noticed of an adapter. */
const OBSERVED = Symbol('observed adapter');

/** What the library has noticed of one adapter before it serves on it. */
export class ObservedAdapter {
  /** The requests that requests to this adapter make. */
  readonly subRequests = new SubRequests();
  /** The paths of plain controllers, and the methods of each. */
  readonly plainPaths = new Map<string, readonly string[]>();
  readonly bindings: MiddlewareBinding[] = [];
  /** The limit of Nest's parser of JSON, in bytes. */
  jsonLimit: number | undefined;

  constructor(adapter: AbstractHttpAdapter, { modules, options }: RouteRegistry) {
    observeBodyLimit(adapter, (limit) => (this.jsonLimit = limit));
    observeBindings(adapter, modules, (one) => this.bindings.push(one));
    passPlainRoutes(adapter, {
      subRequests: this.subRequests,
      // Options are checked when modules are initialized: an error here would end the process.
      makeError: (error) => makeErrorOf(options)(error),
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
export function observeAdapters(host: HttpAdapterHost, registry: RouteRegistry): void {
  onEachAdapter(host, (adapter) => void observed(adapter, registry));
}

/** What was noticed of an adapter; it is observed from now on if it was not before. */
export function observed(adapter: AbstractHttpAdapter, registry: RouteRegistry): ObservedAdapter {
  const known: unknown = Reflect.get(adapter, OBSERVED);
  if (known instanceof ObservedAdapter) return known;
  const observation = new ObservedAdapter(adapter, registry);
  Reflect.defineProperty(adapter, OBSERVED, { value: observation });
  return observation;
}
