import { StreamableFile } from '@nestjs/common';
import { NO_DEFAULTS, type ResponseDefaults } from '../../routes/route.js';
import { PROBLEM_TYPE, problemOf } from '../../diagnostics/problem.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { mergeObjects } from '../../shared/records.js';
import { areLinked, withLinks } from '../links/linked-data.js';
import { RestResponse, settledData, type ResponseHeaders } from './rest-response.js';
import type { PageMark } from './response-policy.js';

/** The response of a route, over HTTP and inside of the process. */
export interface Reply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: ReplyBody;
  /** Absent where the body has none. */
  readonly links?: ReplyLinks | undefined;
  /** Of a page, until its links are added. */
  readonly page?: PageMark | undefined;
}

/** The links in a body. */
export interface ReplyLinks {
  /**
   * Whether they still lack the root of the API and their hints: a cache entry must not have the origin of the
   * request that made it, which a client may choose, nor the permissions of its caller.
   */
  readonly areRelative: boolean;
  /** Whether the method has set the entity tag itself, which then stays. */
  readonly hasOwnTag: boolean;
  /** The same object for all replies of one cache entry; absent where the reply is of none. */
  readonly stored?: object;
}

/** What HTTP sends as a body. */
export type Content = string | Uint8Array | StreamableFile | undefined;

/** The body of a reply, as the data of a method or as what HTTP sends: each is made of the other when it is asked for. */
export class ReplyBody {
  static readonly NONE = new ReplyBody(undefined, undefined, false, false);

  private constructor(
    private value: unknown,
    private content: Content,
    private holdsData: boolean,
    private readonly isJson: boolean,
    /** The stream, where the body is one. */
    readonly stream?: StreamableFile,
  ) {}

  /** What a method returned, or a body that was made of it; a stream is sent unchanged. */
  static of(data: unknown): ReplyBody {
    if (data instanceof ReplyBody) return data;
    return data instanceof StreamableFile
      ? new ReplyBody(undefined, data, false, false, data)
      : new ReplyBody(data, undefined, true, true);
  }

  /** What was sent before, or is sent as it is. */
  static ofContent(content: Content, isJson: boolean): ReplyBody {
    return new ReplyBody(undefined, content, false, isJson);
  }

  /** Whether the data of a method have links; a text has none any more. */
  get hasLinks(): boolean {
    return this.holdsData && areLinked(this.value);
  }

  /**
   * The JSON text, else the bytes or the stream. Once it is made, the data are those of the text: the application may
   * change the object that its method has returned.
   */
  text(): Content {
    if (!this.holdsData) return this.content;
    const { value } = this;
    const text = JSON.stringify(value) as string | undefined;
    // A function, a symbol or a `toJSON` without a result: a mistake in a method, and no empty response.
    if (text === undefined && value !== undefined) {
      throw new TypeError(`The data of a response is a ${typeof value} without a JSON text.`);
    }
    this.content = text;
    this.holdsData = false;
    this.value = undefined;
    return text;
  }

  /** The data as the method returned them, else what the text contains; a stream, or bytes, as they are. */
  data(): unknown {
    const { content } = this;
    if (this.holdsData) return this.value;
    if (!this.isJson || content === undefined || content instanceof StreamableFile) return content;
    return JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString());
  }
}

/** Makes the response of an error, in the shape that the application has chosen. */
export type MakeError = (error: RestException) => Reply;

/** With the charset, which Fastify would add. */
const PROBLEM_CONTENT_TYPE = `${PROBLEM_TYPE}; charset=utf-8`;
const JSON_TYPE = 'application/json; charset=utf-8';
const OK = 200;
const NO_CONTENT = 204;

/** @see RFC 9110, 15.3.5, 15.3.6 and 15.4.5 */
export const WITHOUT_CONTENT: ReadonlySet<number> = new Set([NO_CONTENT, 205, 304]);

/** The reply of what a method returned. */
export function replyOf(value: unknown, defaults: ResponseDefaults): Reply {
  if (value instanceof RestResponse) {
    const { status, page } = value;
    const headers = mergeObjects(defaults.headers, value.headers);
    return { ...dataReply(dataOf(value), status, headers), page };
  }
  const status = defaults.status ?? (value === undefined ? NO_CONTENT : OK);
  return dataReply(value, status, defaults === NO_DEFAULTS ? {} : mergeObjects(defaults.headers));
}

/** The data with the links that `link` has added. */
function dataOf(response: RestResponse): unknown {
  const data = settledData(response);
  const { links } = response;
  return links === undefined ? data : withLinks(data as object, links);
}

/** The reply of an error as WordPress has it: `{ code, message, data: { status } }`. */
export function replyOfError(error: RestException): Reply {
  return dataReply(error.toBody(), error.getStatus(), {});
}

/** The reply of an error as RFC 9457 has it. */
export function replyOfProblem(error: RestException): Reply {
  return dataReply(problemOf(error), error.getStatus(), { 'content-type': PROBLEM_CONTENT_TYPE });
}

/** A reply of data; a stream is sent unchanged. */
export function dataReply(value: unknown, status: number, headers: ResponseHeaders): Reply {
  const body =
    WITHOUT_CONTENT.has(status) && !(value instanceof StreamableFile)
      ? ReplyBody.NONE
      : ReplyBody.of(value);
  return { status, headers, body };
}

/** What HTTP sends of a reply. JSON states its media type. */
export function contentOf({ headers, body }: Reply): Content {
  const content = body.text();
  if (typeof content === 'string') headers['content-type'] ??= JSON_TYPE;
  return content;
}
