import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from './responses/reply.js';
import type { CallerReads } from './caching/observed-reads.js';
import { NullRecord, mergeObjects } from '../shared/records.js';
import { isOfCaller } from '../caching/cache-headers.js';
import type { PathGroup, TableEntry } from '../routing/path-group.js';
import { NO_BODY, type Body } from './arguments/body.js';
import type { Exchange } from './exchange.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { MalformedParameters, parseParameters } from './arguments/query-string.js';
import {
  RestRequest,
  type OriginalTarget,
  type Parameters,
  type RequestParts,
} from '../routes/rest-request.js';
import type { OpenRoute, Route } from '../routes/route.js';
import { once, isThenable, type Awaitable } from '../shared/promises.js';

/** Why a step rejects a request; nothing where the request continues. */
export type Outcome = RestException | void;

/**
 * One step of a request. Returns its outcome, or a promise of it. A rejection by the library is returned,
 * because throwing is slow. An error of the application's code is thrown, or rejects the promise.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

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

/** The sources of a request's arguments. */
export interface ArgumentSources {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Parameters;
  readonly query: Parameters;
  /** Each an `UploadedFile`, by their PHP names; `undefined` where there are none. */
  readonly files?: Parameters | undefined;
}

const NO_VALUES: readonly unknown[] = [];
const NO_QUERY: Parameters = Object.freeze(Object.create(null) as Parameters);
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** One request to a route, with the results of its steps. */
export class RequestContext implements RequestParts {
  /** Whether the guards have admitted the caller. */
  isAdmitted = false;
  /** The caller, once identified. */
  user: unknown;
  /** `undefined` where nothing was noted: see `callerHeadersOf`. */
  callerReads: CallerReads | undefined;
  /** The steps after the checks. */
  execution: readonly Step[] = [];
  /** The typed values of the route's arguments, in their order, once they are bound. */
  values: readonly unknown[] = NO_VALUES;
  /** What the method or its interceptors returned. */
  result: unknown;
  /** The reply of the cache. */
  response: Reply | undefined;
  /** The error that is the response. */
  failure: RestException | undefined;
  #verdicts: Map<unknown, boolean | Promise<boolean>> | undefined;
  #request: RestRequest | undefined;
  #query: Parameters | undefined;
  #queryError: RestException | undefined;
  #arguments: Readonly<Record<string, unknown>> | undefined;
  /** The values that the arguments were made of. */
  #named: readonly unknown[] | undefined;
  #received: Body | undefined;

  constructor(
    readonly exchange: Exchange,
    /** The method after an override. */
    readonly method: string,
    readonly endpoint: Endpoint,
    /** The routes of the path; for OPTIONS, those whose guards admit the caller. */
    public group: PathGroup<RouteEntry>,
    readonly params: Readonly<Record<string, string>>,
  ) {}

  /** The verdicts of the permissions that were checked. */
  get verdicts(): Map<unknown, boolean | Promise<boolean>> {
    this.#verdicts ??= new Map();
    return this.#verdicts;
  }

  /** The request as user code sees it; made on first use. */
  get request(): RestRequest {
    this.#request ??= new RestRequest(this);
    return this.#request;
  }

  /** Whether it is noted what identifies the caller: other caches may keep the response for that caller only. */
  get notesCaller(): boolean {
    const { cache } = this.endpoint.definition;
    return cache !== undefined && isOfCaller(cache.policy);
  }

  get original(): OriginalTarget {
    return this.exchange.original;
  }

  get path(): string {
    return this.exchange.path ?? '';
  }

  get route(): string {
    return this.endpoint.pattern.template;
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.headers;
  }

  get raw(): unknown {
    return this.exchange.raw;
  }

  /** The parameters of the query; parsed on first use. */
  get query(): Parameters {
    this.#query ??=
      this.exchange.queryText === '' ? NO_QUERY : this.#parseQuery(this.exchange.queryText);
    return this.#query;
  }

  /** The typed arguments by name. */
  get arguments(): Readonly<Record<string, unknown>> {
    if (this.#arguments !== undefined && this.#named === this.values) return this.#arguments;
    const byName = new NullRecord<unknown>();
    for (const { name, position } of this.endpoint.definition.arguments) {
      const value = this.values[position];
      if (value !== undefined) byName[name] = value;
    }
    this.#arguments = byName;
    this.#named = this.values;
    return byName;
  }

  /** The sources of arguments; a source that could not be read is empty, as in WordPress. */
  get sources(): ArgumentSources {
    const { value, files } = this.body;
    return { params: this.params, body: value, query: this.query, files };
  }

  /** The sources of arguments, or why the body or the query could not be read. */
  readSources(): ArgumentSources | RestException {
    const { query, params } = this;
    const body = this.#accepted();
    if (body.kind === 'rejected') return body.error;
    if (query === NO_QUERY && this.#queryError !== undefined) return this.#queryError;
    const { value, files } = body;
    return { params, body: value, query, files };
  }

  /** Takes the body that a step has read, in place of the one that the adapter had. */
  receive(body: Body): void {
    this.#received = body;
  }

  /** The content of the body; nothing where it was rejected. */
  get body(): Pick<Extract<Body, { kind: 'parameters' }>, 'value' | 'whole' | 'files'> {
    const body = this.#accepted();
    return body.kind === 'rejected' ? NO_BODY : body;
  }

  #accepted(): Body {
    const mayHaveBody = this.method !== 'GET' && BODY_METHODS.has(this.method);
    return mayHaveBody ? (this.#received ?? this.exchange.body) : NO_BODY;
  }

  #parseQuery(text: string): Parameters {
    try {
      return parseParameters(text);
    } catch (error) {
      if (!(error instanceof MalformedParameters)) throw error;
      this.#queryError = httpError('rest_invalid_url', error.message);
      return NO_QUERY;
    }
  }
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
  /** Fills the parameters that have decorators of the container. */
  readonly fill?: ((context: RequestContext, values: unknown[]) => Promise<void>) | undefined;
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

/** One step of a reply; returns another reply, or nothing where it is the same. */
export type ReplyStep = (reply: Reply, context: RequestContext) => Awaitable<Reply | void>;

/**
 * Runs steps up to the first that rejects. A step that returns no promise costs no turn of the event loop.
 */
export function runSteps(
  steps: readonly Step[],
  context: RequestContext,
  from = 0,
): Outcome | Promise<Outcome> {
  for (let at = from; at < steps.length; at++) {
    const outcome = steps[at]?.(context);
    if (outcome === undefined) continue;
    if (!isThenable(outcome)) return outcome;
    return outcome.then((settled) => settled ?? runSteps(steps, context, at + 1));
  }
}
