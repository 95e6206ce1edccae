import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Awaitable } from '../../shared/when-ready.js';
import type { Exchange } from '../exchange.js';
import type { RouteResponse } from '../responses/route-response.js';

/** A request that a batch or `_embed` makes through the adapter, as its client would. */
export interface SubRequest {
  readonly method: string;
  /** Below the prefix, not decoded, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  /** A text of JSON. */
  readonly body: string | undefined;
}

/** What surrounds a sub-request. */
export interface SubRequestPlace {
  /** The request that makes it. */
  readonly outer: Exchange;
  /** What its response may still have, and how long it may wait. */
  readonly budget: ResponseBudget;
  /** What the pipeline does for it in particular. */
  readonly mark: SubRequestMark;
  /** Ends it once its response has no reader; `undefined` for a batch, which continues without its client. */
  readonly signal: AbortSignal | undefined;
}

/** How the pipeline knows a sub-request. */
export class SubRequestMark {
  /** Set by what waits for the request to reach its execution. */
  onArrival: (() => void) | undefined;
  #isGivenUp = false;

  /**
   * @param isBatched Whether it is a request of a batch, not of `_embed`.
   * @param gate Waits between the checks and the execution, where all requests of a batch are checked first.
   */
  constructor(
    readonly isBatched: boolean,
    private readonly gate: (() => Promise<RestException | undefined>) | undefined,
  ) {}

  /** The request has passed its checks; what it is rejected with, where it is not to be executed. */
  arrive(): Awaitable<RestException | undefined> {
    if (this.#isGivenUp) return httpError('rest_request_blocked');
    this.onArrival?.();
    return this.gate?.();
  }

  /** Its response has no reader any more: it is never executed. */
  giveUp(): void {
    this.#isGivenUp = true;
  }
}

/** Why a sub-request has no response. */
export type NoResponse = 'aborted' | 'blocked' | 'too large';

/** The time until a sub-request must have reached its execution, in milliseconds. */
export const DEFAULT_MAX_WAIT = 10_000;

/** That of Node's timers. */
export const LONGEST_WAIT = 2_147_483_647;

/** Makes a sub-request: it passes whatever the adapter has bound to its path. Never rejects. */
export type Enter = (
  request: SubRequest,
  place: SubRequestPlace,
) => Promise<RouteResponse | NoResponse>;

/**
 * The sub-requests of an application. They are known by the request of Node, not by a header, which a client
 * could state.
 */
export class SubRequests {
  readonly #marks = new WeakMap<IncomingMessage, SubRequestMark>();
  /** Before the first, no request is looked up. */
  #isUsed = false;

  /** `undefined` for the request of a client. */
  markOf(exchange: Pick<Exchange, 'message'>): SubRequestMark | undefined {
    return this.#isUsed ? this.#marks.get(exchange.message) : undefined;
  }

  /** The mark stays after the response has ended: middleware may pass the request on later. */
  add(message: IncomingMessage, mark: SubRequestMark): void {
    this.#marks.set(message, mark);
    this.#isUsed = true;
  }
}

/** The bytes that the responses within one response may have together, and the time that each request may wait. */
export class ResponseBudget {
  /** Whether one has waited for too long: the next would wait for the same. */
  isBlocked = false;
  #left: number;

  constructor(
    readonly limit: number,
    /** In milliseconds, until a request has a response or reaches its execution. */
    readonly maxWait: number,
  ) {
    this.#left = limit;
  }

  /** @returns Whether the bytes fit; if they do not, none of them is counted. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

/** The error in place of a response that is absent. */
export function noResponseError(reason: NoResponse, { limit }: ResponseBudget): RestException {
  if (reason === 'blocked') return httpError('rest_request_blocked');
  if (reason === 'aborted') return httpError('rest_response_aborted');
  return httpError('rest_response_too_large', `${limit} bytes`, { limit });
}
