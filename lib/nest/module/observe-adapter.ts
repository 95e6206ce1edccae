import type { MiddlewareConsumer } from '@nestjs/common';
import type { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';
import { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import { passPlainRoutes } from '../../platform/plain-routes.js';
import type { RespondUnserved } from '../../platform/served.js';
import type { Class } from '../../shared/records.js';
import type { RouteRegistry } from '../exploration/explore-application.js';
import { onEachAdapter, onEachConfigure, PATH_METADATA } from '../internals.js';

type MiddlewareConfig = ReturnType<MiddlewareConsumer['apply']>;

/** The targets of middleware: a path, a path with a method, or a controller. */
export type BoundTo = Parameters<MiddlewareConfig['forRoutes']>[number];

/** A binding of a module: `consumer.apply(…).exclude(…).forRoutes(…)`. */
export interface MiddlewareBinding {
  /** The class of the module. */
  readonly module: string;
  readonly middleware: readonly unknown[];
  readonly routes: readonly BoundTo[];
  readonly excluded: readonly BoundTo[];
}

/** The property of an adapter with its observation. */
const OBSERVED = Symbol('observed adapter');

/** One adapter, as its application prepares it before the routes are mounted. */
export class ObservedAdapter {
  /** The requests that requests to this adapter make. */
  readonly subRequests = new SubRequests();
  /** The paths of plain controllers, and the methods of each. */
  readonly plainPaths = new Map<string, readonly string[]>();
  readonly bindings: MiddlewareBinding[] = [];
  /** Responds to a sub-request to a plain handler; set before there is one. */
  respond: RespondUnserved | undefined;

  constructor(adapter: AbstractHttpAdapter, { modules }: RouteRegistry) {
    onEachConfigure(adapter, modules, (consumer, module) =>
      observeConsumer(consumer, module, (binding) => this.bindings.push(binding)),
    );
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
export function observeAdapters(host: HttpAdapterHost, registry: RouteRegistry): void {
  onEachAdapter(host, (adapter) => void observationOf(adapter, registry));
}

/** The observation of an adapter, which begins now unless it has begun. */
export function observationOf(
  adapter: AbstractHttpAdapter,
  registry: RouteRegistry,
): ObservedAdapter {
  const known: unknown = Reflect.get(adapter, OBSERVED);
  if (known instanceof ObservedAdapter) return known;
  const observation = new ObservedAdapter(adapter, registry);
  Reflect.defineProperty(adapter, OBSERVED, { value: observation });
  return observation;
}

/** Notes the middleware that a module binds with a consumer. */
function observeConsumer(
  consumer: MiddlewareConsumer,
  module: string,
  note: (binding: MiddlewareBinding) => void,
): MiddlewareConsumer {
  const observed = Object.create(consumer) as MiddlewareConsumer;
  observed.apply = (...middleware) => {
    const config = consumer.apply(...middleware);
    const excluded: BoundTo[] = [];
    const own = Object.create(config) as MiddlewareConfig;
    own.exclude = (...routes) => {
      excluded.push(...routes);
      config.exclude(...routes);
      return own;
    };
    own.forRoutes = (...routes) => {
      note({ module, middleware: middleware.flat(), routes: routes.flat(), excluded });
      // Nest binds nothing to such a class, or reports that it is not a controller; startup reports what to write.
      config.forRoutes(...routes.flat().filter((route) => !isRestController(route)));
      return observed;
    };
    return own;
  };
  return observed;
}

/** Whether a class has routes of the library and is not a controller of Nest. */
export function isRestController(route: BoundTo): route is Extract<BoundTo, Class> {
  if (typeof route !== 'function' || controllerMetadata(route) === undefined) return false;
  const paths: unknown = Reflect.getMetadata(PATH_METADATA, route);
  return paths === undefined || (Array.isArray(paths) && paths.length === 0);
}
