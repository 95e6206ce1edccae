import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import type { ExceptionFactory } from '../../diagnostics/violations-of.js';
import type { ApiDescription } from '../../routes/api-description.js';
import type { RestRequest } from '../../routes/rest-request.js';
import type { Exchange } from './exchange.js';
import { replyOfError, type MakeError, type Reply } from './reply.js';

/**
 * A format of errors, which a feature adds.
 *
 * @example
 * const problem: ErrorFormat = {
 *   name: 'problem',
 *   reply: (error) => dataReply(problemOf(error), error.getStatus(), { 'content-type': PROBLEM_TYPE }),
 * };
 */
export interface ErrorFormat {
  /** The word of `forRoot({ errors })`. */
  readonly name: ApiDescription['errors'];
  /**
   * Makes the response of an error. The error has the texts of the application already, unless the format has `convert`.
   *
   * @param origin The error itself, if it is another one.
   * @param texts For a format with `convert`: it words errors itself.
   */
  readonly reply: (error: RestException, origin?: unknown, texts?: Texts) => Reply;
  /**
   * Makes Nest's exception of an error of the library. All exception filters of the application get it, as they get those
   * of plain controllers. Without it, they get the errors of the library.
   */
  readonly convert?: (error: RestException, parts: ExceptionParts) => unknown;
}

/** The parts of an exception of Nest, besides the error. */
export interface ExceptionParts {
  /** The request of the client. */
  readonly target: { readonly method: string; readonly url: string };
  /** That of the application's ValidationPipe. */
  readonly exceptionFactory: ExceptionFactory | undefined;
  readonly texts: Texts | undefined;
}

/** The format of WordPress: `{ code, message, data: { status } }`. */
export const WORDPRESS_ERRORS: ErrorFormat = { name: 'wordpress', reply: replyOfError };

/** Words the errors of the library as the application does. At most one feature does. */
export interface Words {
  /** An error with its texts for a request, once. */
  readonly word: (error: RestException, exchange: Exchange) => RestException;
  /** The texts for one request. */
  readonly to: (exchange: Exchange) => Texts;
}

/** The texts that the application has for one request. */
export interface Texts {
  readonly find: FindText;
  /** An error with its texts; the same error if there is none. */
  readonly word: (error: RestException) => RestException;
}

/** `forRoot({ messages })`. */
export type Messages = (
  code: string,
  data: MessageData,
  request: RestRequest,
) => string | undefined;

/**
 * The content of a text of an error: the `data` of the error with its status, or for the text of an argument what
 * `data.details` has, with the `name` of its place.
 */
export type MessageData = Readonly<Record<string, unknown>>;

/** Finds the text for a code and what it says; `undefined` keeps the text of the library. */
export type FindText = (code: string, data: MessageData) => string | undefined;

/** Makes an error of the library what exception filters of the application get. */
export type ConvertError = (error: RestException, exchange: Exchange) => unknown;

/** The functions that make responses and exceptions of the errors of an application. */
export interface ErrorHandling {
  readonly makeError: MakeError;
  /**
   * Makes the function that converts the errors of a route, whose ValidationPipe may have a factory; `undefined` if they
   * stay as they are.
   */
  readonly converterOf: ((exceptionFactory?: ExceptionFactory) => ConvertError) | undefined;
  /** Whether errors of the library are exceptions of Nest, which all filters get. */
  readonly isNest: boolean;
}

/** @param words `undefined` if the errors of the library keep their texts. */
export function handleErrors(
  { reply, convert }: ErrorFormat,
  words: Words | undefined,
): ErrorHandling {
  if (convert !== undefined) {
    return {
      makeError: (error, exchange, origin) => reply(error, origin, words?.to(exchange)),
      converterOf: (exceptionFactory) => (error, exchange) =>
        convert(error, { target: exchange.original, exceptionFactory, texts: words?.to(exchange) }),
      isNest: true,
    };
  }
  if (words === undefined) {
    return { makeError: (error) => reply(error), converterOf: undefined, isNest: false };
  }
  const { word } = words;
  return {
    makeError: (error, exchange) => reply(word(error, exchange)),
    converterOf: () => word,
    isNest: false,
  };
}

/** An error as the application gets it; an error that is not a `RestException` is the same object. */
export function converted(
  error: unknown,
  convertError: ConvertError | undefined,
  exchange: Exchange,
): unknown {
  return convertError === undefined || !isRestException(error)
    ? error
    : convertError(error, exchange);
}
