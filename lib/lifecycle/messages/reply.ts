import { StreamableFile } from '@nestjs/common';
import { NO_DEFAULTS, type ResponseDefaults } from '../../routes/route.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange } from './exchange.js';
import { bodyFormat } from './body.js';
import { dataOfText, jsonTextOf, type JsonText } from '../../shared/json-text.js';
import { mergeObjects } from '../../shared/records.js';
import { isBelowRoot } from './link.js';
import { withLinks } from './linked-data.js';
import {
  settledData,
  type PageMark,
  type ResponseHeaders,
  type RestResponse,
} from './rest-response.js';

/** The response of a route, over HTTP and inside of the process. */
export interface Reply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: ReplyBody;
  /** Absent if the body has none. */
  readonly links?: ReplyLinks | undefined;
  /** Set on a page, until its links are added. */
  readonly page?: PageMark | undefined;
  /** Its `Location`, if it is relative to the API, until the root is added. */
  readonly location?: string | undefined;
}

/** The links in a body. */
interface ReplyLinks {
  /**
   * Whether they still lack the root of the API and their hints. A cache entry must have neither the origin of the
   * request that made it, which a client may choose, nor the permissions of its caller.
   */
  readonly areRelative: boolean;
  /** Whether the method has set the entity tag itself; such a tag stays. */
  readonly hasOwnTag: boolean;
  /** The same object for all replies of one cache entry; absent if the reply has no entry. */
  readonly stored?: object;
}

/** Text or bytes that are sent unchanged, or a stream. */
export type Content = string | Uint8Array | StreamableFile | undefined;

/**
 * The body of a reply: data, which the adapter writes as JSON when it sends them, or content of another media type,
 * which is sent unchanged.
 */
export class ReplyBody {
  static readonly NONE = new ReplyBody(undefined, undefined, undefined, false);

  private constructor(
    private value: unknown,
    private kept: JsonText | undefined,
    /** A text, bytes or a stream, which is sent unchanged. */
    readonly content: Content,
    /** Whether the body is data. */
    readonly isJson: boolean,
    /** The stream, if the body is one. */
    readonly stream?: StreamableFile,
  ) {}

  static of(data: unknown): ReplyBody {
    return data instanceof StreamableFile
      ? ReplyBody.ofContent(data)
      : new ReplyBody(data, undefined, undefined, true);
  }

  static ofContent(content: Content): ReplyBody {
    const stream = content instanceof StreamableFile ? content : undefined;
    return new ReplyBody(undefined, undefined, content, false, stream);
  }

  static ofJson(text: JsonText): ReplyBody {
    return new ReplyBody(undefined, text, undefined, true);
  }

  /** The data as the method returned them; `undefined` once their text was kept, and for content. */
  get unkept(): unknown {
    return this.value;
  }

  /**
   * Keeps the data as they are now, for a reader that comes later: the application may change the object that its
   * method has returned, and what sends data may change them too.
   *
   * @returns The text of the data; `undefined` if there are none, or if the body is content.
   */
  keep(): JsonText | undefined {
    if (!this.isJson || this.kept !== undefined) return this.kept;
    this.kept = jsonTextOf(this.value);
    if (this.kept === undefined && this.value !== undefined) throw withoutText(this.value);
    this.value = undefined;
    return this.kept;
  }

  /** The data as the method returned them, or new ones from the text that was kept; content unchanged. */
  data(): unknown {
    if (!this.isJson) return this.content;
    return this.kept === undefined ? this.value : dataOfText(this.kept);
  }
}

/**
 * The JSON text of data.
 *
 * @throws TypeError on data without one, such as a function or an object whose `toJSON` has no result: a mistake in a
 * method, for which an adapter would send an empty response.
 */
export function textOfData(data: unknown): string {
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw withoutText(data);
  return text;
}

function withoutText(value: unknown): TypeError {
  return new TypeError(`The data of a response is a ${typeof value} without a JSON text.`);
}

/**
 * Makes the response of an error, in the format that the application has chosen.
 *
 * @param exchange The request of the client, in whose language the texts may be.
 * @param origin The error itself, if it is another one.
 */
export type MakeError = (error: RestException, exchange: Exchange, origin?: unknown) => Reply;

/** The media type of data. */
export const JSON_TYPE = 'application/json; charset=utf-8';
export const OK = 200;
const NO_CONTENT = 204;

/** @see RFC 9110, 15.3.5, 15.3.6 and 15.4.5 */
export const WITHOUT_CONTENT: ReadonlySet<number> = new Set([NO_CONTENT, 205, 304]);

/** The result of a method and its interceptors. */
export interface MethodResult {
  readonly result: unknown;
  /** The result, if it is a `RestResponse`. */
  readonly stated: RestResponse | undefined;
}

/** The adapter's response, of which interceptors and the method may have changed the status. */
interface AppliedResponse {
  readonly appliedStatus: number | undefined;
  readonly exchange: Pick<Exchange, 'appliedHeader'>;
}

/**
 * The status of the response for a result: that of the `RestResponse`, else the one that interceptors and the method
 * have set on the adapter's response, else the default.
 */
export function statusOf(
  { result, stated }: MethodResult,
  defaults: ResponseDefaults,
  applied: number | undefined,
): number {
  if (stated !== undefined) {
    return stated.hasStatus ? stated.status : (applied ?? defaults.status ?? stated.status);
  }
  return applied ?? defaults.status ?? (result === undefined ? NO_CONTENT : OK);
}

/** Everything of a reply but its body, as a result states it. */
export interface ReplyHead extends Pick<Reply, 'headers' | 'page' | 'location'> {}

/** The head that a result and the decorators of its method state; `undefined` for none. */
export function headOfResult(
  { stated }: MethodResult,
  defaults: ResponseDefaults,
): ReplyHead | undefined {
  if (stated !== undefined) return headOf(stated, defaults);
  const { headers } = defaults;
  return headers === NO_DEFAULTS.headers ? undefined : { headers: mergeObjects(headers) };
}

function headOf(stated: RestResponse, defaults: ResponseDefaults): ReplyHead {
  const headers: ResponseHeaders = mergeObjects<object, ResponseHeaders>(
    defaults.headers,
    stated.headers,
  );
  const cookies = defaults.headers['set-cookie'];
  // Both may set cookies, and each is a header of its own.
  if (cookies !== undefined && headers['set-cookie'] !== cookies) {
    headers['set-cookie'] = [cookies, headers['set-cookie'] ?? []].flat();
  }
  // That of `@Header` is as in Nest.
  const { location } = stated.headers;
  const isRelative = typeof location === 'string' && isBelowRoot(location);
  return { headers, page: stated.page, location: isRelative ? location : undefined };
}

/**
 * The reply for the value that a method returned.
 *
 * @param applied Absent once a response was sent.
 * @throws TypeError on data that are neither a text nor bytes, under a media type that is not JSON.
 */
export function replyOf(
  made: MethodResult,
  defaults: ResponseDefaults,
  applied?: AppliedResponse,
): Reply {
  const { result, stated } = made;
  const status = statusOf(made, defaults, applied?.appliedStatus);
  if (stated === undefined) {
    return typedReply(result, status, headOfResult(made, defaults)?.headers ?? {}, applied);
  }
  const { headers, page, location } = headOf(stated, defaults);
  return { ...typedReply(dataOf(stated), status, headers, applied), page, location };
}

/** A text or bytes under a media type that is not JSON are sent unchanged. */
function typedReply(
  value: unknown,
  status: number,
  headers: ResponseHeaders,
  applied: AppliedResponse | undefined,
): Reply {
  const bytes = bytesOf(value);
  const content = typeof value === 'string' ? value : bytes;
  const isContent = content !== undefined;
  const stated =
    headers['content-type'] ??
    (isContent ? applied?.exchange.appliedHeader('content-type') : undefined);
  const isSent =
    value !== undefined && !(value instanceof StreamableFile) && !WITHOUT_CONTENT.has(status);
  if (stated === undefined || !isSent || hasJson({ 'content-type': stated })) {
    return dataReply(value, status, headers);
  }
  const type = String(stated);
  if (content === undefined) throw new TypeError(notTyped(value, type));
  // As in the adapters.
  const isBare = bytes === undefined && /^text\//i.test(type) && !/;\s*charset=/i.test(type);
  headers['content-type'] = isBare ? `${type}; charset=utf-8` : type;
  return { status, headers, body: ReplyBody.ofContent(content) };
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function notTyped(value: unknown, type: string): string {
  const kind =
    value === null ? 'null' : Array.isArray(value) ? 'a list' : `of the type ${typeof value}`;
  return `The data of a response are ${kind}, and its media type is ${type}. Return a text, bytes or a StreamableFile, or remove the Content-Type: data are sent as JSON.`;
}

export function hasJson({ 'content-type': type }: ResponseHeaders): boolean {
  return type !== undefined && bodyFormat(String(type)) === 'json';
}

function dataOf(response: RestResponse): unknown {
  const data = settledData(response);
  const { links } = response;
  return links === undefined ? data : withLinks(data as object, links);
}

/** The reply of an error in the format of WordPress: `{ code, message, data: { status } }`. */
export function replyOfError(error: RestException): Reply {
  return dataReply(error.toBody(), error.getStatus(), {});
}

export function dataReply(value: unknown, status: number, headers: ResponseHeaders): Reply {
  const body =
    WITHOUT_CONTENT.has(status) && !(value instanceof StreamableFile)
      ? ReplyBody.NONE
      : ReplyBody.of(value);
  return { status, headers, body };
}

/**
 * The text, bytes or stream of a reply, for a response that the adapter cannot send because its head was sent already.
 *
 * @throws TypeError on data that JSON cannot represent.
 */
export function contentOf({ body }: Reply): Content {
  if (!body.isJson) return body.content;
  const data = body.data();
  return data === undefined ? undefined : textOfData(data);
}
