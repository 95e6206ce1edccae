import { StreamableFile } from '@nestjs/common';
import { NO_DEFAULTS, type ResponseDefaults } from '../../routes/route.js';
import { nestBodyOf } from '../../diagnostics/nest-exception.js';
import { PROBLEM_TYPE, problemOf } from '../../diagnostics/problem.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange } from './exchange.js';
import { bodyFormat } from './body.js';
import { mergeObjects } from '../../shared/records.js';
import { areLinked, withLinks } from './linked-data.js';
import {
  isRestResponse,
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

/** The body that HTTP sends. */
export type Content = string | Uint8Array | StreamableFile | undefined;

/** The body of a reply, as the data of a method or as the content that HTTP sends; each is made on demand. */
export class ReplyBody {
  static readonly NONE = new ReplyBody(undefined, undefined, false, false);

  private constructor(
    private value: unknown,
    private content: Content,
    private holdsData: boolean,
    readonly isJson: boolean,
    /** The stream, if the body is one. */
    readonly stream?: StreamableFile,
  ) {}

  static of(data: unknown): ReplyBody {
    return data instanceof StreamableFile
      ? new ReplyBody(undefined, data, false, false, data)
      : new ReplyBody(data, undefined, true, true);
  }

  static ofContent(content: Content, isJson: boolean): ReplyBody {
    return new ReplyBody(undefined, content, false, isJson);
  }

  get hasLinks(): boolean {
    return this.holdsData && areLinked(this.value);
  }

  /**
   * The JSON text, else the bytes or the stream. After it is made, the data are read from the text: the application may
   * change the object that its method has returned.
   */
  text(): Content {
    if (!this.holdsData) return this.content;
    const { value } = this;
    const text = JSON.stringify(value) as string | undefined;
    // A function, a symbol or a `toJSON` without a result: a mistake in a method, not an empty response.
    if (text === undefined && value !== undefined) {
      throw new TypeError(`The data of a response is a ${typeof value} without a JSON text.`);
    }
    this.content = text;
    this.holdsData = false;
    this.value = undefined;
    return text;
  }

  /** The data as the method returned them, or else the data in the text; a stream, or bytes, unchanged. */
  data(): unknown {
    const { content } = this;
    if (this.holdsData) return this.value;
    if (!this.isJson || content === undefined || content instanceof StreamableFile) return content;
    return JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString());
  }
}

/**
 * Makes the response of an error, in the shape that the application has chosen.
 *
 * @param origin The error itself, if it is another one.
 */
export type MakeError = (error: RestException, origin?: unknown) => Reply;

/** With the charset, which Fastify would add. */
const PROBLEM_CONTENT_TYPE = `${PROBLEM_TYPE}; charset=utf-8`;
const JSON_TYPE = 'application/json; charset=utf-8';
const OK = 200;
const NO_CONTENT = 204;

/** @see RFC 9110, 15.3.5, 15.3.6 and 15.4.5 */
export const WITHOUT_CONTENT: ReadonlySet<number> = new Set([NO_CONTENT, 205, 304]);

/** The members of the adapter's response that interceptors and the method may have changed. */
type Told = Pick<Exchange, 'node' | 'presetHeader'>;

/** The status that they have set; `undefined` if it is still the one that was set before. */
export function toldStatus(
  { node }: Pick<Told, 'node'>,
  defaults: ResponseDefaults,
): number | undefined {
  return node.statusCode === (defaults.status ?? OK) ? undefined : node.statusCode;
}

/** As in Nest, a status that middleware and guards have set does not count. */
export function presetStatus({ node }: Pick<Exchange, 'node'>, defaults: ResponseDefaults): void {
  node.statusCode = defaults.status ?? OK;
}

/**
 * The reply for the value that a method returned. The status is that of the `RestResponse`, else the one that
 * interceptors and the method have set on the adapter's response, else the default.
 *
 * @param told Absent once a response was sent.
 * @throws TypeError on data that are neither a text nor bytes, under a media type that is not JSON.
 */
export function replyOf(value: unknown, defaults: ResponseDefaults, told?: Told): Reply {
  const status = (told && toldStatus(told, defaults)) ?? defaults.status;
  if (isRestResponse(value)) {
    const headers = mergeObjects(defaults.headers, value.headers);
    const own = value.hasStatus ? value.status : (status ?? value.status);
    return { ...typedReply(dataOf(value), own, headers, told), page: value.page };
  }
  const headers = defaults === NO_DEFAULTS ? {} : mergeObjects(defaults.headers);
  return typedReply(value, status ?? (value === undefined ? NO_CONTENT : OK), headers, told);
}

/** A text or bytes under a media type that is not JSON are sent unchanged. */
function typedReply(
  value: unknown,
  status: number,
  headers: ResponseHeaders,
  told: Told | undefined,
): Reply {
  const bytes = bytesOf(value);
  const content = typeof value === 'string' ? value : bytes;
  const isContent = content !== undefined;
  const stated =
    headers['content-type'] ?? (isContent ? told?.presetHeader('content-type') : undefined);
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
  return { status, headers, body: ReplyBody.ofContent(content, false) };
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
  return type !== undefined && bodyFormat(String(type), 'GET') === 'json';
}

function dataOf(response: RestResponse): unknown {
  const data = settledData(response);
  const { links } = response;
  return links === undefined ? data : withLinks(data as object, links);
}

/** The reply of an error in the shape of WordPress: `{ code, message, data: { status } }`. */
export function replyOfError(error: RestException): Reply {
  return dataReply(error.toBody(), error.getStatus(), {});
}

/** The reply of an error in the shape of RFC 9457. */
export function replyOfProblem(error: RestException): Reply {
  return dataReply(problemOf(error), error.getStatus(), { 'content-type': PROBLEM_CONTENT_TYPE });
}

/** The reply of an error in the shape of Nest: `{ message, error, statusCode }`. */
export function replyOfNest(error: RestException, origin: unknown = error): Reply {
  const { status, body } = nestBodyOf(error, origin);
  return dataReply(body, status, {});
}

export function dataReply(value: unknown, status: number, headers: ResponseHeaders): Reply {
  const body =
    WITHOUT_CONTENT.has(status) && !(value instanceof StreamableFile)
      ? ReplyBody.NONE
      : ReplyBody.of(value);
  return { status, headers, body };
}

/** The content that HTTP sends for a reply. JSON states its media type. */
export function contentOf({ headers, body }: Reply): Content {
  const content = body.text();
  if (typeof content === 'string') headers['content-type'] ??= JSON_TYPE;
  return content;
}
