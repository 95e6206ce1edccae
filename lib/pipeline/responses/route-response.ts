import { StreamableFile } from '@nestjs/common';
import { NO_DEFAULTS, type ResponseDefaults } from '../../model/definition/response-defaults.js';
import { PROBLEM_TYPE, problemOf } from '../../diagnostics/problem.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isThenable } from '../../shared/thenable.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { withLinks } from '../links/with-links.js';
import type { ResponseHeaders } from './response-headers.js';
import { RestResponse } from './rest-response.js';

/** A response as the adapter writes it. */
export interface RouteResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string | Uint8Array | StreamableFile | undefined;
  /** The data of an in-process response, which is not serialized; absent where there is a body. */
  readonly kept?: KeptData;
}

/** What a method returned, before it becomes a JSON text. */
export interface KeptData {
  readonly data: unknown;
}

/** Makes a response of data: with a JSON text for HTTP, with the data itself in process. */
export type MakeResponse = (
  value: unknown,
  status: number,
  headers: ResponseHeaders,
) => RouteResponse;

/** Makes the response of an error, in the shape that the application has chosen. */
export type MakeError = (error: RestException, make?: MakeResponse) => RouteResponse;

/** With the charset, which Fastify would add. */
const PROBLEM_CONTENT_TYPE = `${PROBLEM_TYPE}; charset=utf-8`;
const JSON_TYPE = 'application/json; charset=utf-8';
const OK = 200;
const NO_CONTENT = 204;

/** The response of what a method returned. */
export function responseOf(
  value: unknown,
  defaults: ResponseDefaults,
  make: MakeResponse = jsonResponse,
): RouteResponse {
  if (value instanceof RestResponse) {
    // A promise would be sent as `{}`, and a query builder with the connection that it holds.
    if (isThenable(value.data)) throw new TypeError('The data of a RestResponse is a promise.');
    return make(dataOf(value), value.status, mergeObjects(defaults.headers, value.headers));
  }
  const status = defaults.status ?? (value === undefined ? NO_CONTENT : OK);
  return make(value, status, defaults === NO_DEFAULTS ? {} : mergeObjects(defaults.headers));
}

/** The data with the links that `link` has added. */
function dataOf({ data, links }: RestResponse): unknown {
  return links === undefined ? data : withLinks(data as object, links);
}

/** The response of an error as WordPress has it: `{ code, message, data: { status } }`. */
export function responseOfError(
  error: RestException,
  make: MakeResponse = jsonResponse,
): RouteResponse {
  return make(error.toBody(), error.getStatus(), {});
}

/** The response of an error as RFC 9457 has it. */
export function responseOfProblem(
  error: RestException,
  make: MakeResponse = jsonResponse,
): RouteResponse {
  return make(problemOf(error), error.getStatus(), { 'content-type': PROBLEM_CONTENT_TYPE });
}

/** A response with a JSON body; a stream is sent unchanged. @param textOf Makes the text. */
export function jsonResponse(
  value: unknown,
  status: number,
  headers: ResponseHeaders,
  textOf: (value: unknown) => string | undefined = jsonOf,
): RouteResponse {
  if (value instanceof StreamableFile) return { status, headers, body: value };
  const body = status === NO_CONTENT || status === 304 ? undefined : textOf(value);
  if (body !== undefined) headers['content-type'] ??= JSON_TYPE;
  return { status, headers, body };
}

/** A response whose data are not serialized; a stream is a body here too. */
export function keptResponse(
  value: unknown,
  status: number,
  headers: ResponseHeaders,
): RouteResponse {
  if (value instanceof StreamableFile) return { status, headers, body: value };
  const data = status === NO_CONTENT || status === 304 ? undefined : value;
  return { status, headers, body: undefined, kept: { data } };
}

/**
 * `JSON.stringify` returns `undefined` for a function, a symbol or a `toJSON` without a result. That is a
 * mistake in a method, and must not be taken for an empty response.
 */
function jsonOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined && value !== undefined) {
    throw new TypeError(`The data of a response is a ${typeof value} without a JSON text.`);
  }
  return text;
}
