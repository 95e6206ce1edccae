import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { isRestException, RestException, type ErrorData } from './rest.exception.js';
import type { FoundViolation } from './diagnostic.js';
import {
  clientText,
  namesOf,
  totalIn,
  violationsOf,
  type ExceptionFactory,
  type ListedErrors,
} from './violations-of.js';
import { NullRecord } from '../shared/records.js';
import { HTTP_ERRORS } from './http-error-catalogue.js';
import { isFastifyError } from './internals.js';

const CODE = 'rest_invalid_param';

/**
 * The `RestException` for an error of other code: a Nest guard, a pipe, a throttler, a body parser.
 * `undefined` if the error was not made for the client. An `HttpException` of another copy of
 * @nestjs/common does not count, as in Nest.
 *
 * @example
 * translateError(new ConflictException('Taken.'))?.toBody();
 * // { code: 'rest_conflict', message: 'Taken.', data: { status: 409 } }
 */
export function translateError(error: unknown): RestException | undefined {
  if (isRestException(error)) return error;
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
  // An Error as the response may contain internals: Nest does not send its message either.
  if (response instanceof Error) {
    return new RestException(codeOfStatus(status), STATUS_CODES[status] ?? 'Error', status);
  }
  const details = detailsOf(response);
  const found = violationsIn(exception);
  const data = dataOf(details, exception, found);
  const invalid = found === undefined ? undefined : validationError(found, status, data);
  if (invalid !== undefined) return invalid;
  const message = messageOf(data['messages'] ?? details['message'], exception);
  return new RestException(codeOfStatus(status), message, status, data);
}

/** The violations of a validation pipe's exception: in its response, or in `errors`, where nestjs-i18n has them. */
function violationsIn(exception: HttpException): ListedErrors<FoundViolation> | undefined {
  const { message = Reflect.get(exception, 'errors') as unknown } = detailsOf(
    exception.getResponse(),
  );
  const found = violationsOf(message);
  return found && { ...found, listed: found.listed.map(withClientText) };
}

function withClientText(found: FoundViolation): FoundViolation {
  return { ...found, message: clientText(found.message) };
}

/**
 * A violation with the text that the `exceptionFactory` of the application's ValidationPipe gives it. The factory gets
 * one violation, so that its text is that of one place; without a text for it, that of class-validator remains.
 */
export async function worded(
  violation: FoundViolation,
  factory: ExceptionFactory | undefined,
): Promise<FoundViolation> {
  const { name = '', rule, message } = violation;
  const property = name.split('.').at(-1) ?? name;
  const error = { property, constraints: { [rule ?? CODE]: message }, children: [] };
  const text = rule === undefined ? undefined : textOf(await factory?.([error]));
  return { ...violation, message: text ?? clientText(message) };
}

/** The only text of an exception, but for the reason phrase, which every exception has. */
function textOf(exception: unknown): string | undefined {
  if (!(exception instanceof HttpException)) return undefined;
  const found = violationsIn(exception);
  if (found !== undefined) return found.total === 1 ? found.listed[0]?.message : undefined;
  const response: unknown = exception.getResponse();
  const text = typeof response === 'string' ? response : detailsOf(response)['message'];
  const isText = typeof text === 'string' && text !== STATUS_CODES[exception.getStatus()];
  return isText ? clientText(text) : undefined;
}

/** An exception with a list has it in `message`, unless it is an `HttpException` itself. */
function detailsOf(response: unknown): Record<string, unknown> {
  if (Array.isArray(response)) return { message: response };
  const isRecord = typeof response === 'object' && response !== null;
  return isRecord ? (response as Record<string, unknown>) : {};
}

/** A validation pipe lists its messages in `message`. Other values are for programs, and only in `data`. */
function messageOf(message: unknown, exception: HttpException): string {
  if (message === undefined || message === null) return exception.message;
  const texts: readonly unknown[] = Array.isArray(message) ? message : [message];
  const isText = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isText ? texts.join('; ') : (STATUS_CODES[exception.getStatus()] ?? 'Error');
}

/**
 * The properties of an exception's response that have no other place in the error. Nest itself makes responses of
 * `message`, `error` (the description, by default the reason phrase), `statusCode` and `errorCode`, which is not in a
 * response that is a text. `data.status` is the number, so a `status` of another value, as in the result of a health
 * check, has a name of its own.
 */
function dataOf(
  details: Record<string, unknown>,
  exception: HttpException,
  found: ListedErrors<FoundViolation> | undefined,
): ErrorData {
  const { message, error, statusCode, status, ...others } = details;
  const number = exception.getStatus();
  const { errorCode } = exception;
  const rest = {
    ...(errorCode === undefined ? {} : { errorCode }),
    ...others,
    ...descriptionOf(error, statusCode === number, number),
    ...(statusCode === undefined || statusCode === number ? {} : { statusCode }),
    ...(status === undefined || status === number ? {} : { ownStatus: status }),
  };
  if (found !== undefined) {
    const messages = found.listed.map(({ message: text }) => text);
    return { ...rest, messages, ...totalIn(found.total) };
  }
  if (message === undefined || message === null || typeof message === 'string') return rest;
  return { ...rest, messages: Array.isArray(message) ? (message as unknown[]) : [message] };
}

/** @param isOfNest Whether Nest has made the response, in which `error` is the description of the exception. */
function descriptionOf(error: unknown, isOfNest: boolean, status: number): object {
  if (error === undefined) return {};
  if (typeof error !== 'string' || !isOfNest) return { error };
  const phrases = [STATUS_CODES[status], PHRASES[status]];
  return phrases.some((phrase) => phrase?.toLowerCase() === error.toLowerCase())
    ? {}
    : { description: error };
}

/** Where Nest has other words than Node. */
const PHRASES: Readonly<Record<number, string>> = { 421: 'Misdirected' };

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

/**
 * Whether an error that is not an `HttpException` was made for the client. Its class decides, not its
 * `statusCode`: AWS SDK, got, undici and others put the status of another server's response there, and
 * their messages name hosts and keys. Only two classes count, both with 400 to 499:
 * - errors of http-errors with `expose: true`, which body parsers and Express middleware throw;
 * - errors of Fastify and its plugins, whose codes begin with `FST_`.
 */
function isClientError(error: unknown): error is Error & { readonly statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || !isClientStatus(statusCode)) return false;
  return isExposed(error, statusCode) || isOfFastify(error);
}

/** The properties by which `isHttpError` of http-errors recognizes errors of other copies. */
function isExposed(error: Error, statusCode: number): boolean {
  if (!('expose' in error) || !('status' in error)) return false;
  return error.expose === true && error.status === statusCode;
}

function isOfFastify(error: Error): boolean {
  if (!('code' in error) || typeof error.code !== 'string') return false;
  return error.code.startsWith('FST_') && isFastifyError(error);
}

function isClientStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 499;
}

/**
 * The error of a validation pipe in the form of the errors of this library: by property, the texts in `data.params`,
 * and code and texts in `data.details`. `data.messages` lists all texts, also those without a property. `undefined`
 * if no text has a property.
 */
function validationError(
  { listed, total }: ListedErrors<FoundViolation>,
  status: number,
  data: ErrorData,
): RestException | undefined {
  const described = describeViolations(listed);
  const names = Object.keys(described.params);
  if (names.length === 0) return undefined;
  const { messages, ...others } = data;
  const reason = namesOf(names, total);
  const text = HTTP_ERRORS[CODE].message.replace('%s', () => reason);
  const error = new RestException(CODE, text, status, { ...others, ...described, messages });
  return RestException.withContent(error, { reason });
}

interface DescribedViolation {
  readonly message: string;
  /** Of class-validator: `isEmail`. */
  readonly rule?: string;
}

/**
 * The texts of violations by property, and their entries in `data.details`. Clients choose some of the names, so the
 * records have no prototype.
 */
export function describeViolations(found: readonly FoundViolation[]) {
  const byName = new Map<string, Map<string, DescribedViolation>>();
  for (const { name, ...violation } of found) {
    if (name === undefined) continue;
    const known = byName.get(name) ?? new Map<string, DescribedViolation>();
    byName.set(name, known.set(violation.message, violation));
  }
  const params = new NullRecord<string>();
  const details = new NullRecord<object>();
  for (const [name, all] of byName) {
    const violations = [...all.values()];
    const message = [...all.keys()].join('; ');
    const [{ rule } = {}] = violations;
    params[name] = message;
    details[name] = {
      code: CODE,
      message,
      data: null,
      ...(rule === undefined ? {} : { rule }),
      ...(violations.length > 1 && rule !== undefined ? { violations } : {}),
    };
  }
  return { params, details };
}
