import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import { headOfResult, OK, statusOf, type Reply } from './messages/reply.js';
import { isRestResponse, RestResponse, settledData } from './messages/rest-response.js';
import { computedDefaults, type ResponseDefaults } from '../routes/route.js';
import { NullRecord } from '../shared/records.js';
import type { PathGroup } from '../routing/path-group.js';
import { isTooDeep, NO_BODY, type Body } from './messages/body.js';
import type { Exchange, Params } from './messages/exchange.js';
import { isLost, readByAnother } from './messages/payload.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import {
  CONTAINS,
  contentsOf,
  MalformedParameters,
  pairsIn,
  parseParameters,
} from './messages/query-string.js';
import {
  RestRequest,
  type OriginalTarget,
  type Parameters,
  type RequestData,
} from '../routes/rest-request.js';
import type { InjectedName } from '../types/type.js';
import type { CompleteHead, Endpoint, RouteEntry, Step } from './endpoint.js';

/** The sources of a request's arguments. */
export interface ArgumentSources {
  readonly params: Params;
  readonly body: Parameters;
  /** The media type that the body states. */
  readonly bodyType: string | undefined;
  readonly query: Parameters;
  /** Each value is an `UploadedFile`, under its PHP name; `undefined` if there are none. */
  readonly files?: Parameters | undefined;
}

type ReadBody = Pick<Extract<Body, { kind: 'parameters' }>, 'value' | 'whole' | 'files'>;

const NO_VALUES: readonly unknown[] = [];
const NO_QUERY: Parameters = Object.freeze(Object.create(null) as Parameters);
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether a permission allows a request. */
export type Verdict = boolean | Promise<boolean>;

/** The verdicts of one request, by permission. Most requests check only one: the first needs no map. */
interface Verdicts {
  key: unknown;
  first: Verdict | undefined;
  others: Map<unknown, Verdict> | undefined;
}

/** One request to a route, with the results of its steps. */
export class RequestContext implements RequestData {
  /** The verdicts of permissions that were checked. */
  readonly verdicts: Verdicts = { first: undefined, key: undefined, others: undefined };
  /** Whether the guards have admitted the caller. */
  isAdmitted = false;
  /** Whether the permission denies the request; also while it is checked, because it may throw. */
  isDenied = false;
  /** Whether the permission was checked, and allows the request. */
  isPermitted = false;
  /** Whether the query may have parameters that all routes have, such as `_fields`; most have none. */
  hasGlobalParameters = false;
  /** The names of files in a form that no argument expects; `undefined` if no form was read. */
  discarded: ReadonlySet<string> | undefined;
  /** The caller, once identified. */
  user: unknown;
  /** The steps after the checks. */
  execution: readonly Step[] = [];
  /** The typed values of the route's arguments, in order, once they are bound. */
  values: readonly unknown[] = NO_VALUES;
  /** The return value of the method or its interceptors. */
  result: unknown;
  /** The result, if it is a `RestResponse`. */
  stated: RestResponse | undefined;
  /** The result, or its data if it is a `RestResponse`. */
  data: unknown;
  /** The data that interceptors received from the method. */
  shownData: unknown;
  /** Compares the version of the resource with the one that the client expects; set if the route states a version. */
  expectVersion: ((current: unknown) => void) | undefined;
  /** The reply of the cache. */
  response: Reply | undefined;
  /** The error that is the response. */
  failure: RestException | undefined;
  /** The thrown value whose response is `failure`. */
  error: unknown;
  /** Publishes the event of a response; absent if nothing listens. */
  publish: ((response: Reply | undefined) => Reply | undefined) | undefined;
  /** The values of parameters that features inject; set by a step before the method, or before a permission. */
  injected: ((name: InjectedName) => unknown) | undefined;
  /** The context that guards and interceptors of a handler get; made by the first of them. */
  executionContext: ExecutionContext | undefined;
  #defaults: ResponseDefaults | undefined;
  /** Removes the shown headers from the adapter's response. */
  #hide: (() => void) | undefined;
  /** The status that `showResult` has set on the adapter's response; another one was set by the application. */
  #shownStatus: number = OK;
  /** Whether the status of `@HttpCode` is on the adapter's response: not before the guards have admitted the caller. */
  #hasDefaults = false;
  /** The status that was applied before `showResult` has set that of the result. */
  #appliedStatus: number | undefined;
  #request: RestRequest | undefined;
  #query: Parameters | undefined;
  /** The contents of the text of the query. */
  #queryContents: number = CONTAINS.others;
  #queryError: RestException | undefined;
  #arguments: Readonly<Record<string, unknown>> | undefined;
  /** The values from which the arguments were made. */
  #named: readonly unknown[] | undefined;
  #received: Body | undefined;
  #body: Body | undefined;

  constructor(
    readonly exchange: Exchange,
    /** The method after an override. */
    readonly method: string,
    readonly endpoint: Endpoint,
    /** The routes of the path; for OPTIONS, those whose guards admit the caller. */
    public group: PathGroup<RouteEntry>,
    public params: Params,
  ) {}

  /** What `@HttpCode` and `@Header` state, without the headers that the application has replaced since. */
  get defaults(): ResponseDefaults {
    if (this.#defaults !== undefined) return this.#defaults;
    const { responseDefaults } = this.endpoint.definition;
    // If a function of `@Header` throws, its error has the other headers.
    this.#defaults = responseDefaults;
    return (this.#defaults = computedDefaults(responseDefaults));
  }

  /** As in Nest, a status that middleware and guards have set does not count. */
  showDefaults(): void {
    const { status = OK } = this.endpoint.definition.responseDefaults;
    this.exchange.node.statusCode = status;
    this.#shownStatus = status;
    this.#hasDefaults = true;
  }

  /** As in Nest, interceptors, pipes and the method find the headers of `@Header`, and may replace them. */
  showDeclared(): void {
    // If the cache has responded already, the method runs to renew its entry.
    if (this.response === undefined) this.#hide = this.exchange.show(this.defaults.headers);
  }

  /** Headers of a result were on the adapter's response only for the application to read them. */
  hideHeaders(): void {
    const hide = this.#hide;
    if (hide === undefined) return;
    this.#hide = undefined;
    this.#defaults = withoutReplaced(this.defaults, this);
    hide();
  }

  /** Keeps the result of the method, and returns its data. */
  keepResult(result: unknown): unknown {
    this.result = result;
    this.stated = isRestResponse(result) ? result : undefined;
    return (this.data = this.stated === undefined ? result : this.stated.data);
  }

  /**
   * Keeps the result of the method, and returns its data, which interceptors get in place of a `RestResponse`, as Nest
   * does with `@HttpCode` and `@Header`. Status and headers are shown on the adapter's response as they leave, because
   * interceptors look for them there.
   */
  showResult(result: unknown, complete: CompleteHead): unknown {
    this.keepResult(result);
    const { stated } = this;
    this.shownData = stated === undefined ? result : settledData(stated);
    // If the cache has responded already, the method runs to renew its entry.
    // A method that sends its response has no result, and one that ends after its deadline none that is sent.
    const isShown =
      this.response === undefined && this.failure === undefined && !this.endpoint.respondsItself;
    if (isShown) this.#show(complete);
    return this.shownData;
  }

  /**
   * Keeps other data that interceptors have returned, with the status, headers, page and links of the method. A
   * `RestResponse` replaces all of them.
   */
  replaceData(data: unknown): unknown {
    const { stated } = this;
    if (stated === undefined || isRestResponse(data)) return this.keepResult(data);
    return this.keepResult(RestResponse.withData(stated, data));
  }

  /** The result as a new `RestResponse`, to which headers can be added, with these data. */
  responseWith(data: unknown): RestResponse {
    const { stated } = this;
    return stated === undefined ? new RestResponse(data) : RestResponse.withData(stated, data);
  }

  #show(complete: CompleteHead): void {
    const { exchange } = this;
    // An interceptor may call the method several times.
    this.hideHeaders();
    this.#appliedStatus = this.appliedStatus;
    const status = statusOf(this, this.defaults, this.#appliedStatus);
    if (status !== this.#shownStatus) {
      exchange.node.statusCode = status;
      this.#shownStatus = status;
    }
    const head = headOfResult(this, this.defaults);
    if (head !== undefined) complete(head, this);
    this.#hide = head && exchange.show(head.headers);
  }

  /** An error replaces the result. */
  withdrawResult(): void {
    this.hideHeaders();
    const { node } = this.exchange;
    if (!this.#hasDefaults || node.statusCode !== this.#shownStatus) return;
    node.statusCode = this.#appliedStatus ?? this.defaults.status ?? OK;
  }

  /** The status that interceptors and the method have set on the adapter's response; `undefined` for none. */
  get appliedStatus(): number | undefined {
    const { statusCode } = this.exchange.node;
    return statusCode === this.#shownStatus ? this.#appliedStatus : statusCode;
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
    return (this.#query ??= this.#readQuery());
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
    const bodyType = this.exchange.headers['content-type'];
    return { params: this.params, body: value, bodyType, query: this.query, files };
  }

  /** Shows the values of the path and of the query to the guards as the method will get them. */
  exposeInput(): void {
    const { exchange } = this;
    exchange.exposeParams(this.params);
    const { queryText } = exchange;
    if (queryText === '') return;
    const contents = contentsOf(queryText);
    this.#queryContents = contents;
    this.hasGlobalParameters = (contents & CONTAINS.global) !== 0;
    if ((contents & CONTAINS.nesting) === 0) return;
    const parsed = this.#parseQuery(queryText);
    if (this.#queryError === undefined) exchange.exposeQuery(parsed);
  }

  /** Called once the guards have admitted the caller: their changes of the request are now read. */
  admit(): void {
    this.isAdmitted = true;
    this.#query = undefined;
    this.#body = undefined;
    this.params = this.exchange.paramsNow(this.params);
  }

  /** The sources of arguments, and the error why the body or the query could not be read. */
  readSources(): ArgumentSources & { readonly error: RestException | undefined } {
    const { query, params } = this;
    const body = this.#accepted();
    const isRead = body.kind !== 'rejected';
    const error = isRead ? this.#queryError : body.error;
    const { value, files }: ReadBody = isRead ? body : NO_BODY;
    const bodyType = this.exchange.headers['content-type'];
    return { params, body: value, bodyType, query, files, error };
  }

  receive(body: Body): void {
    this.#received = body;
    this.noteDiscarded(body);
  }

  noteDiscarded(body: Body): void {
    if (body.kind === 'parameters') this.discarded = body.discarded;
  }

  get body(): ReadBody {
    const body = this.#accepted();
    return body.kind === 'rejected' ? NO_BODY : body;
  }

  #accepted(): Body {
    if (this.method === 'GET' || !BODY_METHODS.has(this.method)) return NO_BODY;
    return this.#received ?? (this.#body ??= this.#readBody());
  }

  #readBody(): Body {
    const { body, headers } = this.exchange;
    if (body === NO_BODY && this.#isLost()) return { kind: 'rejected', error: readByAnother() };
    if (body.kind === 'rejected' || body === NO_BODY) return body;
    const isCompressed = headers['content-encoding'] !== undefined;
    const length = isCompressed ? Infinity : Number(headers['content-length'] ?? Infinity);
    if (!isTooDeep(body.whole, length)) return body;
    return { kind: 'rejected', error: httpError('rest_invalid_json', 'it is nested too deeply') };
  }

  /** Whether middleware or a hook has read a body from which arguments could come, and has left none. */
  #isLost(): boolean {
    const { endpoint, exchange } = this;
    if (endpoint.unreadBody === 'ignore' || exchange.subRequest?.isEntered === false) return false;
    return isLost(exchange);
  }

  #readQuery(): Parameters {
    const { exchange } = this;
    const contents = this.#queryContents;
    if ((contents & CONTAINS.others) === 0) {
      const read = exchange.textsNow?.(pairsIn(contents));
      if (read !== undefined) return read;
    }
    const parsed = exchange.queryText === '' ? NO_QUERY : this.#parseQuery(exchange.queryText);
    return this.#queryError === undefined ? exchange.queryNow(parsed) : NO_QUERY;
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

/** The headers of responses that have the values of the application and of the route. */
const JOINED: ReadonlySet<string> = new Set(['link', 'set-cookie', 'vary']);

/** A header of `@Header` that the application has replaced or removed, as behind a plain handler, stays as it is then. */
function withoutReplaced(
  defaults: ResponseDefaults,
  { exchange, stated }: Pick<RequestContext, 'exchange' | 'stated'>,
): ResponseDefaults {
  const entries = Object.entries(defaults.headers);
  if (entries.length === 0) return defaults;
  // As they leave: on Fastify, the header of a reply hides that of Node's response.
  const applied = exchange.appliedHeaders();
  const kept = entries.filter(
    ([name, value]) =>
      JOINED.has(name) ||
      stated?.headers[name] !== undefined ||
      [applied[name]].flat().join(', ') === [value].flat().join(', '),
  );
  return kept.length === entries.length
    ? defaults
    : { ...defaults, headers: Object.fromEntries(kept) };
}
