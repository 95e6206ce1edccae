import { StreamableFile } from '@nestjs/common';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { rootOf } from '../links/resolve-links.js';
import type { LinkSettings } from '../links/link-settings.js';
import { callerHeaders } from '../in-process/inherited-headers.js';
import { inProcessResult } from '../in-process/in-process-result.js';
import type { InProcessCaller, InProcessRequest } from '../in-process/in-process-request.js';
import type { PreparedRequest } from '../in-process/prepared-request.js';
import { isUrlText, targetOfPath } from '../in-process/target-of-path.js';
import { NO_BODY } from '../body/body-format.js';
import type { RequestContext } from '../request-context.js';
import type { MakeError } from '../responses/route-response.js';
import type { ResponseHeaders } from '../responses/response-headers.js';
import { destroyStream } from '../streams/release-stream.js';

/** What a link leads to. */
interface Fetched {
  readonly data: unknown;
}

/** What embedding depends on. */
export interface EmbeddingParts {
  readonly prepare: (request: InProcessRequest, caller: InProcessCaller) => PreparedRequest;
  readonly links: LinkSettings;
  /** Makes the response of an error of embedding itself. */
  readonly makeError: MakeError;
  /** The number of requests for one response; further links stay links. */
  readonly maxRequests: number;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext) => RestException;
}

/**
 * Fetches what the links of one response lead to: in process, as the same caller, each URL once, one after
 * the other. A link to elsewhere leads to nothing here, as does any link once the client is gone.
 */
export class Embedding {
  /** The headers of the responses that were fetched. */
  readonly headers: Readonly<ResponseHeaders>[] = [];
  readonly #found = new Map<string, Fetched | undefined>();
  readonly #root: string;
  readonly #caller: InProcessCaller;
  #requests = 0;

  constructor(
    private readonly context: RequestContext,
    private readonly parts: EmbeddingParts,
  ) {
    const { exchange, user } = context;
    const { origin, prefix } = exchange;
    this.#root = rootOf(exchange, parts.links);
    this.#caller = { user, prefix, origin, outer: exchange };
  }

  async fetch(href: string): Promise<Fetched | undefined> {
    if (this.#found.has(href)) return this.#found.get(href);
    const path = this.#pathOf(href);
    if (path === undefined || this.context.exchange.isClosed) return undefined;
    if (this.#requests >= this.parts.maxRequests) return undefined;
    this.#requests++;
    const found = await this.#request(path);
    this.#found.set(href, found);
    return found;
  }

  /** Below the API, with the query; `undefined` for a URL of elsewhere. */
  #pathOf(href: string): string | undefined {
    if (!href.startsWith(`${this.#root}/`)) return undefined;
    const [path = ''] = href.slice(this.#root.length).split('#');
    return isUrlText(path) ? path : undefined;
  }

  async #request(path: string): Promise<Fetched | undefined> {
    const headers = callerHeaders(this.context.exchange.headers);
    const request = { method: 'GET', ...targetOfPath(path), headers, body: NO_BODY };
    const response = await this.parts.prepare(request, this.#caller).respond();
    const { data, headers: received } = inProcessResult(response);
    this.headers.push(received);
    if (data instanceof StreamableFile) destroyStream(data);
    return data instanceof StreamableFile || data instanceof Uint8Array ? undefined : { data };
  }
}
