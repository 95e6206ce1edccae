import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { isClientError } from './client-error.js';
import { RestException, type ErrorData } from './rest.exception.js';
import type { FoundViolation } from './validation/found-violation.js';
import { validationError } from './validation/validation-error.js';
import { violationsOf } from './validation/violations-of.js';

/**
 * The `RestException` for an error of other code: a Nest guard, a pipe, a throttler, a body parser.
 * `undefined` where the error was not made for the client. An `HttpException` of another copy of
 * @nestjs/common does not count, as in Nest.
 *
 * @example
 * translateError(new ConflictException('Taken.'))?.toBody();
 * // { code: 'rest_conflict', message: 'Taken.', data: { status: 409 } }
 */
export function translateError(error: unknown): RestException | undefined {
  if (error instanceof RestException) return error;
  if (error instanceof HttpException) return fromHttpException(error);
  if (!isClientError(error)) return undefined;
  return new RestException(codeOfStatus(error.statusCode), error.message, error.statusCode);
}

/** The code of a status that has no code of its own: `rest_` and its reason phrase. */
export function codeOfStatus(status: number): string {
  const phrase = STATUS_CODES[status] ?? 'error';
  return `rest_${phrase
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')}`;
}

function fromHttpException(exception: HttpException): RestException | undefined {
  const status = exception.getStatus();
  if (!isErrorStatus(status)) return undefined;
  const response: unknown = exception.getResponse();
  // An Error as the response may contain internals: Nest keeps its message from clients too.
  if (response instanceof Error) {
    return new RestException(codeOfStatus(status), STATUS_CODES[status] ?? 'Error', status);
  }
  const details = detailsOf(response);
  const found = violationsOf(details['message']);
  const data = dataOf(details, found);
  const invalid = found === undefined ? undefined : validationError(found, status, data);
  if (invalid !== undefined) return invalid;
  const message = messageOf(data['messages'] ?? details['message'], exception.message);
  return new RestException(codeOfStatus(status), message, status, data);
}

/** An exception with a list keeps it in `message`, unless it is a plain `HttpException`. */
function detailsOf(response: unknown): Record<string, unknown> {
  if (Array.isArray(response)) return { message: response };
  const isRecord = typeof response === 'object' && response !== null;
  return isRecord ? (response as Record<string, unknown>) : {};
}

/** A validation pipe lists its messages in `message`. */
function messageOf(message: unknown, fallback: string): string {
  if (Array.isArray(message)) return message.map(String).join('; ');
  return typeof message === 'string' ? message : fallback;
}

function dataOf(
  details: Record<string, unknown>,
  found: readonly FoundViolation[] | undefined,
): ErrorData {
  const { message, error: _error, statusCode: _statusCode, status: _status, ...rest } = details;
  if (found !== undefined) return { ...rest, messages: found.map(({ message: text }) => text) };
  return Array.isArray(message) ? { ...rest, messages: message } : rest;
}

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}
