import type { OpenRoute, Route } from '../routes/route.js';
import type { TableEntry } from '../routing/shape-tree.js';
import { once } from '../shared/promises.js';
import { mergeObjects } from '../shared/records.js';
import type { RequestContext } from './request-context.js';
import type { Outcome } from './step.js';

/** An error whose response the exception filters leave to the library. */
export interface LeftError {
  readonly error: unknown;
}

/** The functions of the container around a route. An absent one costs nothing. */
export interface EndpointPorts {
  /** The guards of the route; throws where one rejects. */
  readonly guard?: (context: RequestContext) => Promise<void>;
  /** The interceptors of the route around the method. */
  readonly intercept?: (
    context: RequestContext,
    method: () => Promise<unknown>,
  ) => Promise<unknown>;
  /**
   * The exception filters of the user; resolves to the error that they leave to the library, or to nothing
   * where one has responded.
   */
  readonly catchError?: (error: unknown, context: RequestContext) => Promise<LeftError | undefined>;
  /** Whether the filters also get the rejections of the pipeline, each as a `ThrownRejection`. */
  readonly catchesRejections?: boolean;
  /** Fills the parameters that have decorators of the container. */
  readonly fill?: (context: RequestContext, values: unknown[]) => Promise<void>;
  /** The own validators of value classes, beyond the schema. */
  readonly validate?: (context: RequestContext) => Promise<Outcome>;
  /** The controller, created on the first request. */
  readonly instance: (context: RequestContext) => object | Promise<object>;
  /** A service by its class. */
  readonly service: (type: unknown, context: RequestContext) => unknown;
}

/**
 * What becomes of a body in a format that the library does not read: it is left to the method, or it is
 * rejected, at once or after Nest has filled the parameters that may read it.
 */
export type UnreadBody = 'ignore' | 'reject' | 'reject-late';

/** What the container around a route adds to it. */
export interface ContainerSide {
  readonly ports: EndpointPorts;
  /** The method sends its response itself, through the adapter's. */
  readonly respondsItself: boolean;
  readonly unreadBody: UnreadBody;
  /** The library reads a form with files for the method, which does not read it itself. */
  readonly readsForms: boolean;
}

/** All that a request needs of a route: a plain object that its first request makes. */
export interface Endpoint extends TableEntry, ContainerSide {
  readonly definition: OpenRoute;
  /** The class of the controller. */
  readonly controller: unknown;
}

/** A route in the table, as startup knows it. */
export interface RouteEntry extends TableEntry {
  readonly route: Route;
  /** The class of the controller. */
  readonly controller: unknown;
  /** Makes the endpoint; once. */
  readonly open: () => Endpoint;
}

export function createEntry(
  route: Route,
  controller: unknown,
  sideOf: (route: OpenRoute) => ContainerSide,
): RouteEntry {
  const { methods, pattern } = route;
  const open = once(() => {
    const definition = route.open();
    const common = { methods, pattern, definition, controller };
    return Object.freeze(mergeObjects(common, sideOf(definition)));
  });
  return Object.freeze({ methods, pattern, route, controller, open });
}
