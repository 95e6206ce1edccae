import type { PresentError } from '../diagnostics/nest-exception.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import type { Exchange } from './messages/exchange.js';
import type { OpenRoute, Route } from '../routes/route.js';
import type { TableEntry } from '../routing/path-group.js';
import { once, type Awaitable } from '../shared/promises.js';
import { mergeObjects } from '../shared/records.js';
import type { RequestContext } from './request-context.js';
import type { Reply } from './messages/reply.js';

/** The error with which a step rejects a request; nothing if the request continues. */
export type Outcome = RestException | void;

/**
 * One step of a request. Returns its outcome, or a promise of it. A rejection by the library is returned,
 * because throwing is slow. An error of the application's code is thrown, or rejects the promise.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

/** One step of a reply; returns another reply, or nothing if it is unchanged. */
export type ReplyStep = (reply: Reply, context: RequestContext) => Awaitable<Reply | void>;

/** The steps of a reply, and the steps of a request without global parameters, as most requests are. */
export interface ReplySteps {
  readonly all: readonly ReplyStep[];
  readonly withoutParameters: readonly ReplyStep[];
}

/** All data of a route that a request needs: a plain object, made by the first request. */
export interface Endpoint extends TableEntry, ContainerSide {
  readonly definition: OpenRoute;
  /** The class of the controller. */
  readonly controller: unknown;
}

/** A route in the table, with the data that startup has. */
export interface RouteEntry extends TableEntry {
  readonly route: Route;
  /** The class of the controller. */
  readonly controller: unknown;
  /** Makes the endpoint; once. */
  readonly open: () => Endpoint;
}

/** An error whose response the exception filters leave to the library. */
export interface LeftError {
  readonly error: unknown;
}

/** The functions of the container around a route. An absent one has no cost. */
export interface EndpointPorts {
  /** The guards of the route; throws if one rejects. */
  readonly guard?: ((context: RequestContext) => Awaitable<void>) | undefined;
  /** The interceptors of the route around the method; returns their result, or a promise of it. */
  readonly intercept?: ((context: RequestContext, method: () => unknown) => unknown) | undefined;
  /** The classes of these interceptors, because they are part of the version of a cached response. */
  readonly interceptedBy?: readonly unknown[] | undefined;
  /**
   * The exception filters of the user. Resolves to the error that they leave to the library, or to nothing if one has
   * responded.
   */
  readonly catchError?: (error: unknown, context: RequestContext) => Promise<LeftError | undefined>;
  /** Whether the filters also get the rejections of the pipeline, each as a `ThrownRejection`. */
  readonly catchesRejections?: boolean | undefined;
  /** Turns an error of the library into an exception of the container; absent if errors stay unchanged. */
  readonly present?: PresentError<Pick<Exchange, 'original'>> | undefined;
  /** Fills the parameters that have decorators of the container. */
  readonly fill?: ((context: RequestContext, values: unknown[]) => Awaitable<void>) | undefined;
  /** The own validators of value classes, beyond the schema. */
  readonly validate?: ((context: RequestContext) => Awaitable<Outcome>) | undefined;
  /** The controller, created on the first request. */
  readonly instance: (context: RequestContext) => object | Promise<object>;
  /** A service by its class. */
  readonly service: (type: unknown, context: RequestContext) => unknown;
}

/** The data that the container adds to a route. */
export interface ContainerSide {
  readonly ports: EndpointPorts;
  /** The method sends its response itself, through the adapter's response. */
  readonly respondsItself: boolean;
  /**
   * The treatment of a body in a format that the library does not read: it is left to the method, or it is rejected, at
   * once or after Nest has filled the parameters that may read it.
   */
  readonly unreadBody: 'ignore' | 'reject' | 'reject-late';
  /** The library reads a form with files for the method, because the method does not read it itself. */
  readonly readsForms: boolean;
}

export function createEntry(
  route: Route,
  controller: unknown,
  sideOf: (route: OpenRoute) => ContainerSide,
): RouteEntry {
  const { methods, pattern } = route;
  const open = once(() => {
    const definition = route.open();
    const side = sideOf(definition);
    return Object.freeze(mergeObjects({ methods, pattern, definition, controller }, side));
  });
  return Object.freeze({ methods, pattern, route, controller, open });
}
