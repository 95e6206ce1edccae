import { StreamableFile } from '@nestjs/common';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isThenable } from '../../shared/thenable.js';
import { joined } from '../../shared/merge-objects.js';
import { RestResponse, type AnswerHeaders } from './rest-response.js';

/** What an adapter writes. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string | Uint8Array | StreamableFile | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const OK = 200;
const NO_CONTENT = 204;

/** What a method's decorators say of its answers: Nest's `@HttpCode` and `@Header`. */
export interface AnswerDefaults {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export const NO_DEFAULTS: AnswerDefaults = { status: undefined, headers: {} };

/** What a method returned, as an answer. */
export function answerOf(value: unknown, defaults: AnswerDefaults): Answer {
  if (value instanceof RestResponse) {
    // It would be sent as `{}`, or with the connection that a query builder holds.
    if (isThenable(value.data)) throw new TypeError('The data of a RestResponse is a promise.');
    return jsonAnswer(value.data, value.status, joined(defaults.headers, value.headers));
  }
  const status = defaults.status ?? (value === undefined ? NO_CONTENT : OK);
  return jsonAnswer(value, status, defaults === NO_DEFAULTS ? {} : joined(defaults.headers));
}

/** An error as an answer. */
export function answerOfError(error: RestException): Answer {
  return jsonAnswer(error.toBody(), error.getStatus(), {});
}

/** A value as the JSON body of an answer; a stream is sent as it is. */
export function jsonAnswer(value: unknown, status: number, headers: AnswerHeaders): Answer {
  if (value instanceof StreamableFile) return { status, headers, body: value };
  const body = status === NO_CONTENT || status === 304 ? undefined : jsonOf(value);
  if (body !== undefined) headers['content-type'] ??= JSON_TYPE;
  return { status, headers, body };
}

/**
 * `JSON.stringify` gives nothing for a function, a symbol or a `toJSON` without a result: a mistake in a
 * method, which must not pass for an empty response.
 */
function jsonOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined && value !== undefined) {
    throw new TypeError(`The data of a response is a ${typeof value} without a JSON text.`);
  }
  return text;
}
