import { STATUS_CODES } from 'node:http';
import {
  BadGatewayException,
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  MethodNotAllowedException,
  NotFoundException,
  PayloadTooLargeException,
  PreconditionFailedException,
  ServiceUnavailableException,
  UnauthorizedException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { HTTP_ERRORS } from '../../diagnostics/http-error-catalogue.js';
import { isFastifyError } from '../../diagnostics/internals.js';
import { isRestException, RestException } from '../../diagnostics/rest.exception.js';
import {
  LISTED_ERRORS,
  moreThanListed,
  type PropertyError,
} from '../../diagnostics/violations-of.js';
import type { ExceptionParts, Texts } from '../../lifecycle/messages/error-format.js';
import { isObject } from '../../shared/records.js';

const CLASSES: Readonly<Record<number, new (message: string) => HttpException>> = {
  400: BadRequestException,
  404: NotFoundException,
  405: MethodNotAllowedException,
  412: PreconditionFailedException,
  413: PayloadTooLargeException,
  415: UnsupportedMediaTypeException,
  500: InternalServerErrorException,
  502: BadGatewayException,
  503: ServiceUnavailableException,
};

const INTERNAL = 'Internal server error';

/** Whether an error is one of the library, by its code: an application may have codes of its own. */
function isOwnError({ code }: RestException): boolean {
  return Object.hasOwn(HTTP_ERRORS, code) || code === 'rest_forbidden';
}

/**
 * An error of the library as Nest's exception, and one of the application with Nest's body.
 *
 * @param parts As for `nestExceptionOf`.
 */
export function asNestException(error: RestException, parts: ExceptionParts): unknown {
  if (isOwnError(error)) return nestExceptionOf(error, parts);
  // A filter that extends Nest's own sends this. A subclass may have a function of its own.
  if (error.getResponse === HttpException.prototype.getResponse) {
    const getResponse = (): unknown => bodyOfRest(error);
    Reflect.defineProperty(error, 'getResponse', { value: getResponse, configurable: true });
  }
  return error;
}

/**
 * The exception that Nest would throw in place of an error of the library.
 *
 * @example
 * nestExceptionOf(httpError('rest_no_route'), { target: { method: 'GET', url: '/nowhere' } });
 * // NotFoundException: { message: 'Cannot GET /nowhere', error: 'Not Found', statusCode: 404 }
 */
function nestExceptionOf(error: RestException, parts: Partial<ExceptionParts>): unknown {
  const { target, exceptionFactory, texts } = parts;
  const status = error.getStatus();
  const errors = propertyErrorsOf(error, texts);
  if (errors.length > 0) {
    return exceptionFactory?.(errors) ?? new BadRequestException(textsOf(errors, ''));
  }
  const worded = texts?.word(error) ?? error;
  const text = worded === error ? undefined : worded.message;
  if (status === 401) return new UnauthorizedException(text);
  if (error.code === 'rest_forbidden') return new ForbiddenException(text ?? 'Forbidden resource');
  const isUnknown = error.code === 'rest_no_route' && target !== undefined;
  const message = isUnknown ? `Cannot ${target.method} ${target.url}` : error.message;
  const Exception = CLASSES[status];
  return Exception === undefined
    ? new HttpException(
        HttpException.createBody(text ?? message, STATUS_CODES[status] ?? '', status),
        status,
      )
    : new Exception(text ?? message);
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
  texts?: Texts,
): { readonly status: number; readonly body: unknown } {
  const status = known.getStatus();
  if (known.code === 'framework_internal_error') {
    const stated = statedBody(origin);
    if (stated !== undefined) return { status: stated.statusCode, body: stated };
    const message = texts?.find(known.code, { status }) ?? INTERNAL;
    return { status, body: { statusCode: status, message, ...known.data } };
  }
  if (!isRestException(origin)) {
    return origin instanceof HttpException
      ? { status: origin.getStatus(), body: bodyOfException(origin) }
      : { status, body: { statusCode: status, message: known.message } };
  }
  const made = isOwnError(origin) ? nestExceptionOf(origin, { texts }) : undefined;
  if (made instanceof HttpException) return { status, body: made.getResponse() };
  return { status, body: bodyOfRest(known) };
}

/** The body of a `RestException` of the application. */
function bodyOfRest(exception: RestException): object {
  const { code, data, message } = exception;
  const status = exception.getStatus();
  const hasData = Object.keys(data).length > 0;
  const error = STATUS_CODES[status] ?? 'Error';
  return { message, error, statusCode: status, code, ...(hasData && { data }) };
}

/** The properties of an error by which Nest decides. */
type StatedError = Readonly<
  Partial<Record<'code' | 'expose' | 'message' | 'status' | 'statusCode', unknown>>
>;

/**
 * The body that Nest's filter makes of an error with a status: of Fastify's errors, of those of http-errors, and of
 * objects that are not errors. The library itself does not trust some of them; with Nest's bodies, clients get what a
 * plain controller sends.
 *
 * @see `isHttpError` of `BaseExceptionFilter`
 */
function statedBody(error: unknown): { statusCode: number; message: string } | undefined {
  if (!isObject(error)) return undefined;
  const { code, expose, message, status, statusCode } = error as StatedError;
  if (typeof statusCode !== 'number' || statusCode < 400) return undefined;
  const phrase = STATUS_CODES[statusCode];
  if (phrase === undefined || typeof message !== 'string') return undefined;
  // Of http-errors.
  const isOfHttp = typeof expose === 'boolean' && status === statusCode;
  const isKnown = error instanceof Error ? isOfHttp || isOfFastify(error, code) : message !== '';
  return isKnown ? { statusCode, message: expose === false ? phrase : message } : undefined;
}

function isOfFastify(error: Error, code: unknown): boolean {
  if (code === 'FST_ERR_VALIDATION') return true;
  return typeof code === 'string' && isFastifyError(error);
}

/** As Nest's filter makes it. An Error is not sent, since it may contain internals. */
function bodyOfException(exception: HttpException): unknown {
  const statusCode = exception.getStatus();
  const response: unknown = exception.getResponse();
  if (response instanceof Error) {
    return { statusCode, message: STATUS_CODES[statusCode] ?? 'Error' };
  }
  if (isObject(response)) return response;
  const { errorCode } = exception;
  return { statusCode, message: response, ...(errorCode !== undefined && { errorCode }) };
}

/** The rejected arguments, in the format of class-validator; none for another error. */
function propertyErrorsOf(error: RestException, texts: Texts | undefined): PropertyError[] {
  const root: PropertyError = { property: '', children: [] };
  const { code, data } = error;
  if (code === 'rest_missing_callback_param') {
    const names = Array.isArray(data['params']) ? data['params'].map(String) : [];
    for (const name of names) add(root, name, MISSING_RULE, textOfMissing(name, error, texts));
  }
  if (code === 'rest_invalid_param') {
    const worded = texts?.word(error) ?? error;
    const { details: stated = {} } = data as { readonly details?: object };
    const originals = new Map(Object.entries(stated));
    const places = RestException.contentOf(error)?.places;
    for (const [name, details] of Object.entries(worded.data['details'] ?? {})) {
      const before = violationsIn(originals.get(name));
      for (const [at, { rule, code: own, message }] of violationsIn(details).entries()) {
        const isWorded = message !== before[at]?.message;
        const place = placeOf({ name, rule, code: own, places });
        if (own === REQUIRED && places?.get(name) === name) {
          add(root, name, MISSING_RULE, isWorded ? message : textOfMissing(name, error, texts));
          continue;
        }
        add(root, place, rule ?? own ?? code, isWorded ? message : nestText(place, own, message));
      }
    }
  }
  const rest = moreThanListed(data['total']);
  if (rest !== undefined) root.children.push(omitted(rest, Number(data['total']), texts));
  return root.children;
}

/**
 * The property to which a text is added, before which Nest writes the path to it. A text of class-validator begins with
 * its property, one of the library with the whole place: it is added to the argument.
 */
function placeOf(violation: {
  readonly name: string;
  readonly rule: string | undefined;
  readonly code: string | undefined;
  readonly places: ReadonlyMap<string, string> | undefined;
}): string {
  const { name, rule, code, places } = violation;
  // Nest names the property that is not known, also one of a nested object.
  if (code === FORBIDDEN) return places?.get(name) ?? name;
  return rule === undefined ? (segmentsOf(name)[0] ?? name) : name;
}

/** The text for a missing argument, whether others are missing or invalid. */
function textOfMissing(name: string, error: RestException, texts: Texts | undefined): string {
  const code = 'rest_missing_callback_param';
  const hint = RestException.contentOf(error)?.hints?.get(name);
  return (
    texts?.find(code, { status: HTTP_ERRORS[code].status, params: [name] }) ??
    `${name} should not be null or undefined${hint === undefined ? '' : `: ${hint}`}`
  );
}

/** The name that class-validator gives the rule. */
const MISSING_RULE = 'isDefined';

const REQUIRED = 'rest_property_required';

/** The error that counts those that are not listed. Nest's pipe gives it this name if it omits errors itself. */
function omitted(rest: string, total: number, texts: Texts | undefined): PropertyError {
  const text = texts?.find(OMITTED, { total, listed: LISTED_ERRORS }) ?? `and ${rest} more errors.`;
  return { property: '...', constraints: { omitted: text }, children: [] };
}

/** The code of its text, for `messages`. */
const OMITTED = 'rest_more_errors';

const FORBIDDEN = 'rest_additional_properties_forbidden';

/** A text of the library as Nest words it. */
function nestText(name: string, code: string | undefined, message: string): string {
  if (code !== FORBIDDEN) return message;
  return `property ${segmentsOf(name).at(-1) ?? name} should not exist`;
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
  const segments = segmentsOf(name);
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
  const text = message.startsWith(name) ? `${last}${message.slice(name.length)}` : message;
  at.constraints =
    rule === FORBIDDEN
      ? { whitelistValidation: text }
      : { ...at.constraints, [freeKey(rule, at.constraints)]: text };
}

/** An argument may have several texts of one code, about several places within it. */
function freeKey(rule: string, taken: object = {}): string {
  let key = rule;
  for (let count = 2; Object.hasOwn(taken, key); count += 1) key = `${rule}${count}`;
  return key;
}

function segmentsOf(name: string): readonly string[] {
  return name.split(/[.[\]]+/).filter((segment) => segment !== '');
}

/** The texts as Nest's ValidationPipe lists them: those of nested values begin with the path to their object. */
function textsOf(errors: readonly PropertyError[], path: string): string[] {
  return errors.flatMap(({ property, constraints = {}, children }) => [
    ...Object.values(constraints).map((text) => `${path}${text}`),
    ...textsOf(children, `${path}${property}.`),
  ]);
}
