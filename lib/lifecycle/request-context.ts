import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from './messages/reply.js';
import { NullRecord } from '../shared/records.js';
import type { PathGroup } from '../routing/path-group.js';
import { NO_BODY, type Body } from './messages/body.js';
import type { Exchange } from './messages/exchange.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { MalformedParameters, parseParameters } from './messages/query-string.js';
import {
  RestRequest,
  type OriginalTarget,
  type Parameters,
  type RequestParts,
} from '../routes/rest-request.js';
import type { Endpoint, RouteEntry, Step } from './endpoint.js';

/** The sources of a request's arguments. */
export interface ArgumentSources {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Parameters;
  readonly query: Parameters;
  /** Each value is an `UploadedFile`, under its PHP name; `undefined` if there are none. */
  readonly files?: Parameters | undefined;
}

/** Whether a permission allows a request. */
type Verdict = boolean | Promise<boolean>;

const NO_VALUES: readonly unknown[] = [];
const NO_QUERY: Parameters = Object.freeze(Object.create(null) as Parameters);
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** One request to a route, with the results of its steps. */
export class RequestContext implements RequestParts {
  /** Whether the guards have admitted the caller. */
  isAdmitted = false;
  /** The caller, once identified. */
  user: unknown;
  /** The steps after the checks. */
  execution: readonly Step[] = [];
  /** The typed values of the route's arguments, in order, once they are bound. */
  values: readonly unknown[] = NO_VALUES;
  /** The return value of the method or its interceptors. */
  result: unknown;
  /** The reply of the cache. */
  response: Reply | undefined;
  /** The error that is the response. */
  failure: RestException | undefined;
  /** The permission that was checked first; most requests check only one. */
  #firstChecked: unknown;
  #firstVerdict: Verdict | undefined;
  #otherVerdicts: Map<unknown, Verdict> | undefined;
  #request: RestRequest | undefined;
  #query: Parameters | undefined;
  #queryError: RestException | undefined;
  #arguments: Readonly<Record<string, unknown>> | undefined;
  /** The values from which the arguments were made. */
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

  /** The verdict of a permission that was checked; `undefined` for any other. */
  verdictOf(permission: unknown): Verdict | undefined {
    return permission === this.#firstChecked
      ? this.#firstVerdict
      : this.#otherVerdicts?.get(permission);
  }

  keepVerdict(permission: unknown, verdict: Verdict): void {
    if (this.#firstVerdict === undefined) {
      this.#firstChecked = permission;
      this.#firstVerdict = verdict;
    } else {
      this.#otherVerdicts ??= new Map();
      this.#otherVerdicts.set(permission, verdict);
    }
  }

  /** The request as user code sees it; made on first use. */
  get request(): RestRequest {
    this.#request ??= new RestRequest(this);
    return this.#request;
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

  get query(): Parameters {
    this.#query ??=
      this.exchange.queryText === '' ? NO_QUERY : this.#parseQuery(this.exchange.queryText);
    return this.#query;
  }

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

  /** The sources of arguments, or the error why the body or the query could not be read. */
  readSources(): ArgumentSources | RestException {
    const { query, params } = this;
    const body = this.#accepted();
    if (body.kind === 'rejected') return body.error;
    if (query === NO_QUERY && this.#queryError !== undefined) return this.#queryError;
    const { value, files } = body;
    return { params, body: value, query, files };
  }

  receive(body: Body): void {
    this.#received = body;
  }

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
