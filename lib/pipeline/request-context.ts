import type { IncomingHttpHeaders } from 'node:http';
import type { RouteResponse } from './responses/route-response.js';
import { NullRecord } from '../shared/null-record.js';
import type { PathGroup } from '../routing/path-group.js';
import type { ArgumentSources } from './arguments/bind-argument.js';
import { NO_BODY, type Body } from './body/body-format.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { MalformedParameters, parseParameters } from './body/query-string.js';
import { type Parameters } from '../model/request/request-parameters.js';
import { RestRequest, type RequestParts } from '../model/request/rest-request.js';

const NO_VALUES: readonly unknown[] = [];
const NO_QUERY: Parameters = Object.freeze(Object.create(null) as Parameters);
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** One request on its way through a route. */
export class RequestContext implements RequestParts {
  /** Whether the guards have let the caller in. */
  isAdmitted = false;
  /** Who is calling, once it has been asked. */
  user: unknown;
  /** What the method returned, or its interceptors made of it. */
  result: unknown;
  /** The response, where the cache has given it. */
  response: RouteResponse | undefined;
  /** The error that was answered, where one was. */
  failure: RestException | undefined;
  #verdicts: Map<unknown, boolean | Promise<boolean>> | undefined;
  #values: readonly unknown[] = NO_VALUES;
  #request: RestRequest | undefined;
  #query: Parameters | undefined;
  #queryError: RestException | undefined;
  #arguments: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly exchange: Exchange,
    /** What the client means, where it overrides the method it sends. */
    readonly method: string,
    readonly endpoint: Endpoint,
    /** All that answers the path; for OPTIONS, what the guards let the caller know of. */
    public group: PathGroup<Endpoint>,
    readonly params: Readonly<Record<string, string>>,
  ) {}

  /** What has been asked of permissions so far. */
  get verdicts(): Map<unknown, boolean | Promise<boolean>> {
    this.#verdicts ??= new Map();
    return this.#verdicts;
  }

  /** The request as user code sees it; made when first asked for. */
  get request(): RestRequest {
    this.#request ??= new RestRequest(this);
    return this.#request;
  }

  /** The typed values of the route's arguments, in their order, once they are bound. */
  get values(): readonly unknown[] {
    return this.#values;
  }

  set values(values: readonly unknown[]) {
    this.#values = values;
    this.#arguments = undefined;
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

  /** The query's parameters; parsed when first asked for. */
  get query(): Parameters {
    this.#query ??=
      this.exchange.queryText === '' ? NO_QUERY : this.#parseQuery(this.exchange.queryText);
    return this.#query;
  }

  /** The typed arguments by name. */
  get arguments(): Readonly<Record<string, unknown>> {
    if (this.#arguments !== undefined) return this.#arguments;
    const byName = new NullRecord<unknown>();
    for (const { name, position } of this.endpoint.definition.arguments) {
      const value = this.#values[position];
      if (value !== undefined) byName[name] = value;
    }
    this.#arguments = byName;
    return byName;
  }

  /** Where the arguments lie; what could not be read has none, as on WordPress. */
  get sources(): ArgumentSources {
    return { params: this.params, body: this.body.value, query: this.query };
  }

  /** Why the body or the query could not be read, where it could not. */
  get unreadable(): RestException | undefined {
    const { query } = this;
    const body = this.#accepted();
    if (body.kind === 'rejected') return body.error;
    return query === NO_QUERY ? this.#queryError : undefined;
  }

  /** What the body holds; nothing where it was rejected. */
  get body(): { readonly value: Parameters; readonly whole: unknown } {
    const body = this.#accepted();
    return body.kind === 'rejected' ? NO_BODY : body;
  }

  #accepted(): Body {
    const mayHaveBody = this.method !== 'GET' && BODY_METHODS.has(this.method);
    return mayHaveBody ? this.exchange.body : NO_BODY;
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
