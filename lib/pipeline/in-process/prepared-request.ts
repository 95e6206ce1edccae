import type { Awaitable } from '../../shared/when-ready.js';
import type { Embed } from '../embedding/embed.js';
import type { RequestContext } from '../request-context.js';
import type { PASSED } from '../respond.js';
import type { RouteResponse } from '../responses/route-response.js';
import type { InProcessCaller, InProcessRequest } from './in-process-request.js';

/**
 * Responds to requests that are made inside of the process, through the whole lifecycle. The responses have
 * the headers of their routes, not those that every response over HTTP has.
 */
export interface InProcessDispatcher {
  /** Applies `_embed` to responses over HTTP. */
  readonly embed: Embed;
  /**
   * Matches a request, once: what is checked is what is executed.
   *
   * @throws Error where in-process requests are nested too deeply, as of a route that requests itself.
   */
  prepare(request: InProcessRequest, caller: InProcessCaller): PreparedRequest;
}

/** A matched in-process request. None of its functions rejects. */
export interface PreparedRequest {
  /** `undefined` where no route was found. */
  readonly context: RequestContext | undefined;
  /** Runs the whole lifecycle. */
  respond(): Awaitable<RouteResponse>;
  /** Runs the checks: `PASSED`, or the response where the request ends with them. */
  check(): Awaitable<RouteResponse | typeof PASSED>;
  /** Runs what comes after the checks. */
  execute(): Awaitable<RouteResponse>;
}
