import type { ChosenBy } from '../routes/definition/cache-policy.js';
import type { CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { RestException } from '../diagnostics/rest.exception.js';
import type { ConvertError } from './messages/error-format.js';
import type { RouteDefinition, Route } from '../routes/route.js';
import type { TableEntry } from '../routing/path-group.js';
import { once, type Awaitable } from '../shared/promises.js';
import { mergeObjects } from '../shared/records.js';
import type { RequestContext } from './request-context.js';
import type { Reply, ReplyHead } from './messages/reply.js';

/** The error with which a step rejects a request; nothing if the request continues. */
export type Outcome = RestException | void;

/**
 * One step of a request. Returns its outcome, or a promise of it. A rejection by the library is returned,
 * because throwing is slow. An error of the application's code is thrown, or rejects the promise.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

/** One step of a reply; returns another reply, or nothing if it is unchanged. */
export type ReplyStep = (reply: Reply, context: RequestContext) => Awaitable<Reply | void>;

/** Completes the head of a result. It is a step of a reply, and makes what interceptors see of the result. */
export type CompleteHead = (head: ReplyHead, context: RequestContext) => void;

/**
 * A step of a reply, and what the reply must have for it: a page, a `Location` that is relative to the API, relative
 * links, an entity tag or a condition.
 */
export interface NeededStep {
  readonly when: 'always' | 'head' | 'links' | 'parameters' | 'tag';
  readonly step: ReplyStep;
}

/** All steps, and those of a request without global parameters, as most requests are. */
export interface StepLists<One> {
  readonly all: readonly One[];
  readonly withoutParameters: readonly One[];
}

/** All data of a route that a request needs: a plain object, made by the first request. */
export interface Endpoint extends TableEntry, ContainerData {
  readonly definition: RouteDefinition;
  /** The class of the controller. */
  readonly controller: unknown;
}

/** A route in the table, with the data that startup has. */
export interface RouteEntry extends TableEntry {
  readonly route: Route;
  /** The class of the controller. */
  readonly controller: unknown;
  /** The endpoint; made by the first request. */
  readonly endpoint: () => Endpoint;
}

/** Whether clients may learn of a route: hidden ones are served, and are named in no other response than their own. */
export function isNamed({ route }: RouteEntry): boolean {
  return route.options.hidden !== true;
}

/** An error to which no exception filter of the application has responded: the library does. */
export interface UnhandledError {
  readonly error: unknown;
}

/** The guards or the interceptors of a route, global ones first. */
interface RouteEnhancers<T> {
  /** Made once, or for each request if one of them has a scope. */
  readonly all: OfRequest<readonly T[]>;
  /** Makes the context that they get. */
  readonly contextOf: (context: RequestContext) => ExecutionContext;
}

/** A value of all requests, or one that is made for each. */
export type OfRequest<T extends object> = T | ((context: RequestContext) => Promise<T>);

/** The functions of the container around a route. An absent one has no cost. */
export interface EndpointPorts {
  readonly guards?: RouteEnhancers<CanActivate> | undefined;
  readonly interceptors?: RouteEnhancers<NestInterceptor> | undefined;
  /** The classes of these interceptors, because they are part of the version of a cached response. */
  readonly interceptedBy?: readonly unknown[] | undefined;
  /** Whether guards decide who may call a cached method: then shared caches may not keep its responses. */
  readonly isGuarded?: boolean;
  /** How the container chooses between methods of one URL; absent if there is only one. */
  readonly chosenBy?: ChosenBy;
  /**
   * The exception filters of the user. Resolves to the error that they pass on to the library, or to nothing if one
   * has responded.
   */
  readonly catchError?: (
    error: unknown,
    context: RequestContext,
  ) => Promise<UnhandledError | undefined>;
  /** Whether one of the user's filters would get an error; absent if there are none. */
  readonly isForFilters?: ((error: unknown) => boolean) | undefined;
  /** Whether the filters also get the rejections of the pipeline, each as a `ThrownRejection`. */
  readonly catchesRejections?: boolean | undefined;
  /** Turns an error of the library into an exception of the container; absent if errors stay unchanged. */
  readonly convertError?: ConvertError | undefined;
  /** Fills the parameters that have decorators of the container. */
  readonly fill?: ((context: RequestContext, values: unknown[]) => Awaitable<void>) | undefined;
  /** The own validators of value classes, beyond the schema. */
  readonly validate?: ((context: RequestContext) => Awaitable<Outcome>) | undefined;
  /** The controller, created on the first request. */
  readonly instance: (context: RequestContext) => object | Promise<object>;
  /** A service by its class. */
  readonly service: (type: unknown, context: RequestContext) => unknown;
}

/** The names that a method reads of a source, or all of them. */
export type NamesRead = 'all' | readonly string[];

export interface SourcesRead {
  readonly query: NamesRead;
  readonly body: NamesRead;
}

export const NOTHING_READ: SourcesRead = Object.freeze({ query: [], body: [] });

/** The data that the container adds to a route. */
export interface ContainerData {
  readonly ports: EndpointPorts;
  /** The names in the query and in the body that parameters of Nest read. */
  readonly reads: SourcesRead;
  /** The method sends its response itself, through the adapter's response. */
  readonly respondsItself: boolean;
  /**
   * The treatment of a body in a format that the library does not read: it is left to the method, or it is rejected, at
   * once or after Nest has filled the parameters that may read it.
   */
  readonly unreadBody: 'ignore' | 'reject' | 'reject-late';
  /** The library reads a form with files for the method, because the method does not read it itself. */
  readonly readsForms: boolean;
  /** The library reads a body without a media type as a form, as WordPress does. */
  readonly readsUntyped?: boolean;
  /** Each request to the route makes other requests, as a batch does. */
  readonly makesRequests?: true;
}

export function createEntry(
  route: Route,
  controller: unknown,
  containerDataOf: (route: RouteDefinition) => ContainerData,
): RouteEntry {
  const { methods, pattern } = route;
  const endpoint = once((): Endpoint => {
    const definition = route.define();
    const own = { methods, pattern, definition, controller };
    return Object.freeze(mergeObjects(own, containerDataOf(definition)));
  });
  return { methods, pattern, route, controller, endpoint };
}
