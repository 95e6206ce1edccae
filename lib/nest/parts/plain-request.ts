import type { IncomingHttpHeaders } from 'node:http';
import type { CallerReads, NotedCaller } from '../../lifecycle/caching/observed-reads.js';
import { NO_BODY } from '../../lifecycle/arguments/body.js';
import type { VerdictHolder } from '../../lifecycle/permissions/permission-checks.js';
import { RestRequest, type RequestParts, type Parameters } from '../../routes/rest-request.js';
import { NullRecord } from '../../shared/records.js';

/** What a request of Express and a request of Fastify have in common, and where they tell their route. */
interface RawRequest {
  readonly method: string;
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Express's. */
  readonly route?: { readonly path?: unknown };
  /** Fastify's. */
  readonly routeOptions?: { readonly url?: unknown };
}

type PlainBody = RequestParts['body'];

const NO_ARGUMENTS: Readonly<Record<string, unknown>> = Object.freeze(new NullRecord<unknown>());

/**
 * A request to a handler of a plain Nest controller, as the options `user` and `can`, callbacks and the
 * cache see it. Path, query and body are those that the adapter has parsed: a permission decides by the
 * values that the handler will see.
 */
export class PlainRequest implements RequestParts, NotedCaller, VerdictHolder {
  /** The caller, once identified. */
  user: unknown;
  callerReads: CallerReads | undefined;
  /** The verdicts of the permissions that were checked. */
  readonly verdicts: VerdictHolder['verdicts'] = new Map();
  /** What parameters of the handler have after its pipes, by index, as far as callbacks asked for them. */
  readonly taken = new Map<number, Promise<unknown>>();
  /** The typed arguments of a callback, once they are bound. */
  arguments: Readonly<Record<string, unknown>> = NO_ARGUMENTS;
  readonly #raw: RawRequest;
  #request: RestRequest | undefined;
  #params: Readonly<Record<string, string>> | undefined;
  #query: Parameters | undefined;
  #body: PlainBody | undefined;

  /**
   * @param raw The adapter's own request.
   * @param isCached Whether other caches may keep the response.
   */
  constructor(
    readonly raw: unknown,
    readonly isCached = false,
  ) {
    this.#raw = raw as RawRequest;
  }

  /** The request as user code sees it; made on first use. */
  get request(): RestRequest {
    return (this.#request ??= new RestRequest(this));
  }

  get method(): string {
    return this.#raw.method;
  }

  /** The whole path, as it came. */
  get path(): string {
    const { originalUrl: url } = this.#raw;
    const end = url.indexOf('?');
    return end === -1 ? url : url.slice(0, end);
  }

  /** The query as it came, without the question mark. */
  get queryText(): string {
    const { originalUrl: url } = this.#raw;
    const start = url.indexOf('?');
    return start === -1 ? '' : url.slice(start + 1);
  }

  /** The pattern of the handler, with placeholders as routes of the library have them: `/cats/{id}`. */
  get route(): string {
    const { route, routeOptions } = this.#raw;
    const pattern = route?.path ?? routeOptions?.url;
    return typeof pattern === 'string' ? pattern.replace(/:(\w+)/g, '{$1}') : '';
  }

  get headers(): IncomingHttpHeaders {
    return this.#raw.headers;
  }

  get params(): Readonly<Record<string, string>> {
    return (this.#params ??= textsOf(this.#raw.params));
  }

  get query(): Parameters {
    return (this.#query ??= ownProperties(this.#raw.query));
  }

  /** Of any method: a handler for GET that takes the body gets what the adapter has parsed too. */
  get body(): PlainBody {
    return (this.#body ??= bodyOf(this.#raw.body));
  }
}

function bodyOf(whole: unknown): PlainBody {
  if (whole === undefined) return NO_BODY;
  return { value: Array.isArray(whole) ? NO_BODY.value : ownProperties(whole), whole };
}

/** The segments of a wildcard are a list in Express. */
function textsOf(params: unknown): Readonly<Record<string, string>> {
  const texts = new NullRecord<string>();
  for (const [name, value] of Object.entries(ownProperties(params))) {
    if (typeof value === 'string') texts[name] = value;
    else if (Array.isArray(value)) texts[name] = value.join('/');
  }
  return texts;
}

/** A copy without a prototype: names come from outside. */
function ownProperties(source: unknown): Parameters {
  return typeof source === 'object' && source !== null
    ? Object.assign(new NullRecord<unknown>(), source)
    : NO_BODY.value;
}
