import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import type { RouteDefinition } from '../../routes/route.js';
import type { Awaitable } from '../../shared/promises.js';
import type { Exchange, RejectRoute, SubRequest } from '../messages/exchange.js';
import type { Hold } from '../steps/hold.step.js';
import type { InProcessRequest } from './in-process-exchange.js';
import { hasJson, type Reply, ReplyBody, type MakeError } from '../messages/reply.js';
import { Logger } from '@nestjs/common';
import { codeOfStatus } from '../../diagnostics/translate-error.js';
import { logText } from '../../shared/log-text.js';
import type { ResponseHeaders } from '../messages/rest-response.js';

/** A response that is not yet complete. */
export interface OpenResponse {
  /** Aborts it before its end, as a lost connection does. */
  abort(): void;
  /** Stops waiting for it, while it goes on. */
  giveUp(): void;
}

/** The mark by which the pipeline recognizes a sub-request. */
export class SubRequestMark implements SubRequest {
  readonly takesData = false;
  readonly isEntered = true;
  readonly depth = 0;
  readonly isBatched: boolean;
  readonly isPart: boolean;
  readonly route: RouteDefinition | undefined;
  readonly rejectRoute: RejectRoute | undefined;
  #response: OpenResponse | undefined;
  #isGivenUp = false;

  /**
   * @param purpose A request of a batch, a link of `_embed`, or a call of one route, whose response is read as a whole.
   * @param budget The remaining bytes for the response, and the maximum wait of the request.
   * @param gate Waits between the checks and the execution, if all requests of a batch are checked first.
   */
  constructor(
    purpose: 'embed' | { readonly batch: RejectRoute } | { readonly route: RouteDefinition },
    readonly budget: ResponseBudget,
    private readonly gate?: (() => Promise<RestException | undefined>) | undefined,
  ) {
    this.rejectRoute =
      typeof purpose === 'object' && 'batch' in purpose ? purpose.batch : undefined;
    this.route = typeof purpose === 'object' && 'route' in purpose ? purpose.route : undefined;
    this.isBatched = this.rejectRoute !== undefined;
    this.isPart = this.route === undefined;
  }

  /** The request enters: it must pass its checks or have a response within `maxWait`. */
  enter(response: OpenResponse): void {
    this.#response = response;
    this.budget.wait(this);
  }

  /** The request has passed its checks. If it must not be executed, returns the rejection. */
  admit(): Awaitable<RestException | undefined> {
    if (this.#isGivenUp) return httpError('rest_request_blocked');
    this.budget.waitNoLonger(this);
    return this.gate?.();
  }

  /** It has waited for too long, and nothing waits for its response: it is never executed. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#response?.giveUp();
  }

  abort(): void {
    this.#response?.abort();
  }
}

/** The reason why a sub-request has no response. */
export type NoResponse = 'aborted' | 'blocked' | 'too large';

/** The time until a sub-request must have reached its execution, in milliseconds. */
export const DEFAULT_MAX_WAIT = 10_000;

/** The limit of Node's timers. */
export const LONGEST_WAIT = 2_147_483_647;

/**
 * Makes a request of a batch or of `_embed` through the adapter, as its client would: it passes everything that the
 * adapter has bound to its path. Never rejects.
 *
 * @param outer The request that makes it.
 */
export type Enter = (
  request: InProcessRequest,
  outer: Exchange,
  mark: SubRequestMark,
) => Promise<Reply | NoResponse>;

/**
 * Returns how a sub-request enters the adapter; `undefined` if it does not pass through the adapter: in an application
 * without an adapter, at a path that is not the library's, and for all requests within a request that did not pass
 * through it.
 *
 * @param path Below the prefix.
 */
export type FindEntrance = (outer: Exchange, path: string) => Enter | undefined;

/** Only code of this module can set this property of a Node request: no header of a client reaches it. */
const MARK = Symbol('sub-request');

interface Marked extends IncomingMessage {
  [MARK]?: SubRequestMark;
}

/** The sub-requests of an application. */
export class SubRequests {
  /** Whether there was a sub-request: until then, no request has a mark. */
  isUsed = false;
  readonly #held = new Set<Promise<unknown>>();

  /** `undefined` for the request of a client. */
  markOf(message: IncomingMessage): SubRequestMark | undefined {
    return this.isUsed ? (message as Marked)[MARK] : undefined;
  }

  /** The mark stays after the response has ended: middleware may pass the request on later. */
  add(message: IncomingMessage, mark: SubRequestMark): void {
    (message as Marked)[MARK] = mark;
    this.isUsed = true;
  }

  /** Lets `whenSettled` wait for a request of a client that makes sub-requests, or may make some. */
  readonly hold: Hold = (done) => {
    this.#held.add(done);
    void done.finally(() => this.#held.delete(done));
  };

  /** Resolves once all requests that are held now are done, at the latest after `limit` milliseconds. */
  async whenSettled(limit: number): Promise<void> {
    const done = new AbortController();
    const { signal } = done;
    const expired = delay(limit, undefined, { signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#held), expired]);
    done.abort();
  }
}

/** The bytes that the responses within one response may have together, and the maximum wait of each request. */
export class ResponseBudget {
  /** Whether one request has waited for too long: the following ones do not enter, and get an error. */
  isBlocked = false;
  #left: number;
  #waiting: SubRequestMark | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly limit: number,
    /** In milliseconds, until a request has a response or reaches its execution. */
    private readonly maxWait: number,
  ) {
    this.#left = limit;
  }

  /** @returns Whether the bytes fit; if they do not, they are not counted. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }

  /** One request waits at a time, so one timer is enough for all of them. */
  wait(request: SubRequestMark): void {
    this.#waiting = request;
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#expire(), this.maxWait);
      this.#timer.unref();
    } else {
      this.#timer.refresh();
    }
  }

  waitNoLonger(request: SubRequestMark): void {
    if (this.#waiting === request) this.#waiting = undefined;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #expire(): void {
    if (this.#waiting === undefined) return;
    this.isBlocked = true;
    this.#waiting.giveUp();
  }
}

export async function responseOf(
  request: InProcessRequest,
  enter: Enter,
  outer: Exchange,
  mark: SubRequestMark,
  makeError: MakeError,
): Promise<Reply> {
  const { budget } = mark;
  if (budget.isBlocked) return makeError(noResponseError('blocked', budget), outer);
  const received = await enter(request, outer, mark);
  return typeof received === 'string'
    ? makeError(noResponseError(received, budget), outer)
    : readForeign(received, (error) => makeError(error, outer), request.path);
}

/** The error in place of a response. */
export function noResponseError(reason: NoResponse, { limit }: ResponseBudget): RestException {
  if (reason === 'blocked') return httpError('rest_request_blocked');
  if (reason === 'aborted') return httpError('rest_response_aborted');
  return httpError('rest_response_too_large', `${limit} bytes`, { limit });
}

/**
 * A response as data. The library may not have written it: middleware and hooks respond to sub-requests too. An error
 * without JSON becomes an error of the library with the same status. In other responses, JSON is parsed, a text stays a
 * text, and bytes, which JSON cannot contain, are left out. An encoded body is an error, because sub-requests do not
 * accept an encoding.
 *
 * @param path The path of the sub-request, for the log.
 */
function readForeign(
  reply: Reply,
  makeError: (error: RestException) => Reply,
  path: string,
): Reply {
  const { status, headers } = reply;
  const { content } = reply.body;
  const json = typeof content === 'string' && hasJson(headers) ? parse(content) : undefined;
  if (json !== undefined) return { status, headers, body: json };
  if (status < 400 || status > 599) {
    const encoding = encodingOf(headers);
    if (content !== undefined && encoding !== undefined)
      return makeError(encodedError(encoding, path));
    return typeof content === 'string' ? reply : { status, headers, body: ReplyBody.NONE };
  }
  const message = STATUS_CODES[status] ?? 'Error';
  const error = makeError(new RestException(codeOfStatus(status), `${message}.`, status));
  const { 'content-encoding': _encoding, ...others } = headers;
  return { ...error, headers: { ...others, ...error.headers } };
}

/** `undefined` for a body that is not encoded. */
export function encodingOf(headers: ResponseHeaders): string | undefined {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  return encoding === 'identity' ? undefined : encoding;
}

/** Logs it too: it is a mistake of the application. */
export function encodedError(encoding: string, path: string): RestException {
  const error = httpError('rest_response_encoded', JSON.stringify(encoding));
  new Logger('RestModule').warn(logText(`The sub-request to ${path}: ${error.message}`));
  return error;
}

function parse(text: string): ReplyBody | undefined {
  try {
    return ReplyBody.of(JSON.parse(text));
  } catch {
    return undefined; // a text that only claims to be JSON
  }
}
