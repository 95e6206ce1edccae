import { STATUS_CODES } from 'node:http';
import {
  BadGatewayException,
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  PayloadTooLargeException,
  PreconditionFailedException,
  ServiceUnavailableException,
  UnauthorizedException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { isObject } from '../shared/records.js';
import { HTTP_ERRORS } from './http-error-catalogue.js';
import { isRestException, type RestException } from './rest.exception.js';

/** An error of class-validator for `exceptionFactory` of a ValidationPipe, as far as the library knows it. */
interface PropertyError {
  readonly property: string;
  readonly constraints?: Record<string, string>;
  readonly children: PropertyError[];
}

export type ExceptionFactory = (errors: PropertyError[]) => unknown;

/** Makes Nest's exception of an error of the library, for filters and clients of Nest. */
export type PresentError<Context> = (error: RestException, context: Context) => unknown;

const CLASSES: Readonly<Record<number, new (message: string) => HttpException>> = {
  400: BadRequestException,
  404: NotFoundException,
  412: PreconditionFailedException,
  413: PayloadTooLargeException,
  415: UnsupportedMediaTypeException,
  500: InternalServerErrorException,
  502: BadGatewayException,
  503: ServiceUnavailableException,
};

const INTERNAL = 'Internal server error';

/** Whether an error is one of the library, by its code: an application may have codes of its own. */
function isOwnError(error: unknown): error is RestException {
  return (
    isRestException(error) &&
    (Object.hasOwn(HTTP_ERRORS, error.code) || error.code === 'rest_forbidden')
  );
}

/** An error of the library as the application gets it; any other error unchanged. */
export function presented<Context>(
  error: unknown,
  present: PresentError<Context> | undefined,
  context: Context,
): unknown {
  return present !== undefined && isOwnError(error) ? present(error, context) : error;
}

/**
 * The exception that Nest would throw in place of an error of the library.
 *
 * @example
 * nestExceptionOf(httpError('rest_no_route'), { method: 'GET', url: '/nowhere' });
 * // NotFoundException: { message: 'Cannot GET /nowhere', error: 'Not Found', statusCode: 404 }
 *
 * @param target The request of the client; absent if the error is part of another response.
 * @param exceptionFactory That of the application's ValidationPipe.
 */
export function nestExceptionOf(
  error: RestException,
  target?: { readonly method: string; readonly url: string },
  exceptionFactory?: ExceptionFactory,
): unknown {
  const status = error.getStatus();
  if (status === 401) return new UnauthorizedException();
  if (error.code === 'rest_forbidden') return new ForbiddenException('Forbidden resource');
  const errors = propertyErrorsOf(error);
  if (errors.length > 0) {
    return exceptionFactory?.(errors) ?? new BadRequestException(textsOf(errors, ''));
  }
  const isUnknown = error.code === 'rest_no_route' && target !== undefined;
  const message = isUnknown ? `Cannot ${target.method} ${target.url}` : error.message;
  const Exception = CLASSES[status];
  return Exception === undefined
    ? new HttpException(
        HttpException.createBody(message, STATUS_CODES[status] ?? '', status),
        status,
      )
    : new Exception(message);
}

/**
 * The body that Nest sends for an error.
 *
 * @param known The error as the library translates it.
 * @param origin The error itself.
 */
export function nestBodyOf(
  known: RestException,
  origin: unknown,
): { readonly status: number; readonly body: unknown } {
  const status = known.getStatus();
  if (known.code === 'framework_internal_error') {
    return { status, body: { statusCode: status, message: INTERNAL, ...known.data } };
  }
  if (!isRestException(origin)) {
    return origin instanceof HttpException
      ? { status: origin.getStatus(), body: bodyOfException(origin) }
      : { status, body: { statusCode: status, message: known.message } };
  }
  const made = isOwnError(origin) ? nestExceptionOf(origin) : undefined;
  if (made instanceof HttpException) return { status, body: made.getResponse() };
  const { code, data, message } = known;
  const hasData = Object.keys(data).length > 0;
  const error = STATUS_CODES[status] ?? 'Error';
  return { status, body: { message, error, statusCode: status, code, ...(hasData && { data }) } };
}

/** As in Nest's filter, a text becomes a body. An Error is not sent, since it may contain internals. */
function bodyOfException(exception: HttpException): unknown {
  const response: unknown = exception.getResponse();
  if (isObject(response) && !(response instanceof Error)) return response;
  const message = typeof response === 'string' ? response : exception.message;
  return { statusCode: exception.getStatus(), message };
}

/** The rejected arguments, in the shape of class-validator; none for another error. */
function propertyErrorsOf({ code, data }: RestException): PropertyError[] {
  const root: PropertyError = { property: '', children: [] };
  if (code === 'rest_missing_callback_param') {
    const names = Array.isArray(data['params']) ? data['params'].map(String) : [];
    for (const name of names) {
      add(root, name, 'isDefined', `${name} should not be null or undefined`);
    }
  }
  if (code === 'rest_invalid_param') {
    for (const [name, details] of Object.entries(data['details'] ?? {})) {
      for (const { rule, code: own, message } of violationsIn(details)) {
        add(root, name, rule ?? own ?? code, message);
      }
    }
  }
  return root.children;
}

interface DetailedViolation {
  readonly rule?: string;
  readonly code?: string;
  readonly message: string;
}

function violationsIn(details: unknown): readonly DetailedViolation[] {
  // As the library has described them.
  const stated = details as DetailedViolation & { readonly violations?: DetailedViolation[] };
  return stated.violations ?? [stated];
}

/** @param name The place: `lines[1].sku`. */
function add(root: PropertyError, name: string, rule: string, message: string): void {
  const segments = name.split(/[.[\]]+/).filter((segment) => segment !== '');
  let at: PropertyError & { constraints?: Record<string, string> } = root;
  for (const property of segments) {
    let next = at.children.find((child) => child.property === property);
    if (next === undefined) {
      next = { property, children: [] };
      at.children.push(next);
    }
    at = next;
  }
  const last = segments.at(-1) ?? name;
  if (rule === 'rest_additional_properties_forbidden') {
    at.constraints = { whitelistValidation: `property ${last} should not exist` };
    return;
  }
  // A text of class-validator begins with the property, one of the library with the whole place.
  const text = message.startsWith(name) ? `${last}${message.slice(name.length)}` : message;
  at.constraints = { ...at.constraints, [rule]: text };
}

/** The texts as Nest's ValidationPipe lists them: those of nested values begin with the path to their object. */
function textsOf(errors: readonly PropertyError[], path: string): string[] {
  return errors.flatMap(({ property, constraints = {}, children }) => [
    ...Object.values(constraints).map((text) => `${path}${text}`),
    ...textsOf(children, `${path}${property}.`),
  ]);
}
