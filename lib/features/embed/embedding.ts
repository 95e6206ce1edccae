import type { IncomingHttpHeaders } from 'node:http';
import { rootOf } from '../../lifecycle/messages/root.js';
import type { Exchange, RequestTarget } from '../../lifecycle/messages/exchange.js';
import {
  callerHeaders,
  copyOf,
  subRequestHeaders,
} from '../../lifecycle/sub-requests/body-of-data.js';
import {
  type InProcessCaller,
  callerWithin,
  isUrlText,
  targetOfPath,
} from '../../lifecycle/sub-requests/in-process-exchange.js';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import type { ReplyFunctions } from '../../lifecycle/pipeline.js';
import type { Reply } from '../../lifecycle/messages/reply.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import {
  responseOf,
  ResponseBudget,
  SubRequestMark,
  type Enter,
} from '../../lifecycle/sub-requests/marks.js';

/** The dependencies of embedding. */
export interface EmbeddingFunctions extends Pick<ReplyFunctions, 'makeError' | 'internalError'> {
  /** The origin of the API; by default that of each request. */
  readonly origin: string | undefined;
  readonly requester: Pick<SubRequester, 'prepare' | 'findEntrance'>;
  /** The maximum length in bytes of all embedded data, if they are a text. */
  readonly maxBytes: number;
  /** The milliseconds that a request may wait before its execution. */
  readonly maxWait: number;
  /** The number of requests for one response; further links stay links. */
  readonly maxRequests: number;
}

/**
 * Fetches the targets of the links of one response: in process, as the same caller, each URL once, one after the other.
 * A link to another site is not fetched, and after the client is gone, no link is.
 */
export class Embedding {
  /** The headers of the responses that were fetched. */
  readonly headers: Readonly<ResponseHeaders>[] = [];
  readonly #found = new Map<string, unknown>();
  readonly #root: string;
  readonly #caller: InProcessCaller;
  readonly #budget: ResponseBudget;
  /** The headers of each request that enters through the adapter. */
  #inherited: IncomingHttpHeaders | undefined;
  #entered: SubRequestMark | undefined;
  #requests = 0;

  constructor(
    private readonly context: RequestContext,
    private readonly functions: EmbeddingFunctions,
  ) {
    this.#root = rootOf(context.exchange, functions.origin);
    this.#budget = new ResponseBudget(functions.maxBytes, functions.maxWait);
    this.#caller = callerWithin(context);
  }

  async fetch(href: string): Promise<unknown> {
    if (this.#found.has(href)) return this.#found.get(href);
    const path = this.#pathOf(href);
    if (path === undefined || this.context.exchange.isClosed) return undefined;
    if (this.#requests >= this.functions.maxRequests) return undefined;
    this.#requests++;
    const found = await this.#request(path);
    this.#found.set(href, found);
    return found;
  }

  #pathOf(href: string): string | undefined {
    if (!href.startsWith(`${this.#root}/`)) return undefined;
    const [path = ''] = href.slice(this.#root.length).split('#');
    return isUrlText(path) ? path : undefined;
  }

  async #request(path: string): Promise<unknown> {
    const { exchange } = this.context;
    const target = targetOfPath(path);
    const enter = this.functions.requester.findEntrance(exchange, target.path);
    const { headers, body } =
      enter === undefined ? await this.#prepare(target) : await this.#enter(target, enter);
    const data = body.data();
    const { 'set-cookie': cookies, ...received } = headers;
    // A cookie is for one caller.
    if (cookies !== undefined) {
      exchange.addCookies([cookies].flat());
      received['cache-control'] ??= 'private, no-cache';
    }
    this.headers.push(received);
    return data instanceof Uint8Array ? undefined : (data ?? null);
  }

  async #prepare(target: RequestTarget): Promise<Reply> {
    const headers = callerHeaders(this.context.exchange.headers);
    const request = { method: 'GET', ...target, headers, body: NO_BODY };
    return this.functions.requester.prepare(request, this.#caller).respond();
  }

  #enter(target: RequestTarget, enter: Enter): Promise<Reply> {
    const { exchange: outer } = this.context;
    this.#inherited ??= this.#inherit(outer);
    const headers = copyOf(this.#inherited);
    const mark = new SubRequestMark('embed', this.#budget);
    this.#entered = mark;
    const request = { method: 'GET', ...target, headers, body: NO_BODY };
    return responseOf(request, enter, outer, mark, this.functions.makeError);
  }

  /** Called before the first request; once the client is gone, it aborts the current request. */
  #inherit(outer: Exchange): IncomingHttpHeaders {
    outer.whenClosed(() => this.#entered?.abort());
    return subRequestHeaders(outer.headers);
  }

  end(): void {
    this.#budget.end();
  }
}
