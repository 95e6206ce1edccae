import type { PresentError } from '../diagnostics/nest-exception.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import type { Exchange } from './messages/exchange.js';
import type { OpenRoute, Route } from '../routes/route.js';
import type { TableEntry } from '../routing/path-group.js';
import { once, type Awaitable } from '../shared/promises.js';
import { mergeObjects } from '../shared/records.js';
import type { RequestContext } from './request-context.js';
import type { Reply } from './messages/reply.js';

/** Why a step rejects a request; nothing where the request continues. */
export type Outcome = RestException | void;

/**
 * One step of a request. Returns its outcome, or a promise of it. A rejection by the library is returned,
 * because throwing is slow. An error of the application's code is thrown, or rejects the promise.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

/** One step of a reply; returns another reply, or nothing where it is the same. */
export type ReplyStep = (reply: Reply, context: RequestContext) => Awaitable<Reply | void>;

/** The steps of a reply, and those of a request without global parameters, as most are. */
export interface ReplySteps {
  readonly all: readonly ReplyStep[];
  readonly withoutParameters: readonly ReplyStep[];
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

/** An error whose response the exception filters leave to the library. */
export interface LeftError {
  readonly error: unknown;
}

/** The functions of the container around a route. An absent one costs nothing. */
export interface EndpointPorts {
  /** The guards of the route; throws where one rejects. */
  readonly guard?: ((context: RequestContext) => Awaitable<void>) | undefined;
  /** The interceptors of the route around the method; returns their result, or a promise of it. */
  readonly intercept?: ((context: RequestContext, method: () => unknown) => unknown) | undefined;
  /** The classes of these interceptors: what they do is part of what a cached response was made by. */
  readonly interceptedBy?: readonly unknown[] | undefined;
  /**
   * The exception filters of the user; resolves to the error that they leave to the library, or to nothing
   * where one has responded.
   */
  readonly catchError?: (error: unknown, context: RequestContext) => Promise<LeftError | undefined>;
  /** Whether the filters also get the rejections of the pipeline, each as a `ThrownRejection`. */
  readonly catchesRejections?: boolean | undefined;
  /** Makes the exceptions of the container of the library's errors; absent where these stay as they are. */
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

/** What the container around a route adds to it. */
export interface ContainerSide {
  readonly ports: EndpointPorts;
  /** The method sends its response itself, through the adapter's. */
  readonly respondsItself: boolean;
  /**
   * What becomes of a body in a format that the library does not read: it is left to the method, or it is
   * rejected, at once or after Nest has filled the parameters that may read it.
   */
  readonly unreadBody: 'ignore' | 'reject' | 'reject-late';
  /** The library reads a form with files for the method, which does not read it itself. */
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
