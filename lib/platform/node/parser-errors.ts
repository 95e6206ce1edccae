import { httpError, tooLarge } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { readByAnother } from '../../lifecycle/messages/payload.js';

/** The properties that body parsers set on their errors and that are used here. */
type ParserError = Error & {
  readonly [
    Key in 'type' | 'code' | 'limit' | 'status' | 'statusCode' | 'encoding' | 'charset'
  ]?: unknown;
};

/** @param bodyLimit That of the request, in bytes: an error of Fastify does not state it. */
type Translate = (error: ParserError, bodyLimit: unknown) => RestException;

const invalidJson: Translate = ({ message }) => httpError('rest_invalid_json', message);

const invalidBody: Translate = ({ message }) => httpError('rest_invalid_body', message);

const unsupportedType: Translate = ({ message }) =>
  httpError('rest_unsupported_media_type', message);

const contentTooLarge: Translate = ({ limit: stated }, bodyLimit) => {
  const limit = stated ?? bodyLimit;
  return typeof limit === 'number'
    ? tooLarge(limit)
    : httpError('rest_content_too_large', 'it has more bytes than its parser reads');
};

/** The errors of parsers: those of Express by their `type`, those of Fastify and of Node by their `code`. */
const ERRORS: ReadonlyMap<unknown, Translate> = new Map([
  ['entity.parse.failed', invalidJson],
  ['FST_ERR_CTP_INVALID_JSON_BODY', invalidJson],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', () => httpError('rest_invalid_json', 'it is empty')],
  ['entity.too.large', contentTooLarge],
  ['FST_ERR_CTP_BODY_TOO_LARGE', contentTooLarge],
  ['ERR_BUFFER_TOO_LARGE', contentTooLarge],
  ['encoding.unsupported', ({ encoding }) => unsupportedEncoding(String(encoding))],
  [
    'charset.unsupported',
    ({ charset }) => httpError('rest_unsupported_media_type', `charset "${String(charset)}"`),
  ],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', unsupportedType],
  ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', unsupportedType],
  ['stream.not.readable', readByAnother],
  ['parameters.too.many', invalidBody],
  ['querystring.parse.rangeError', invalidBody],
  ['request.aborted', invalidBody],
  ['request.size.invalid', invalidBody],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', invalidBody],
  // Of @fastify/compress, whose errors have no class of their own.
  ['FST_CP_ERR_INVALID_CONTENT', invalidBody],
]);

/**
 * The library's error for a body that a parser of Express or of Fastify could not read; `undefined` for an error of the
 * application, such as that of its own signature check.
 *
 * @param bodyLimit The limit of the request, in bytes, if it is known.
 */
export function parserErrorOf(error: unknown, bodyLimit?: unknown): RestException | undefined {
  if (!(error instanceof Error)) return undefined;
  const parserError: ParserError = error;
  const { type, code, status, statusCode } = parserError;
  // Of older versions of Fastify.
  const isSyntax = error instanceof SyntaxError && (status ?? statusCode) === 400;
  const translate = isSyntax ? invalidJson : ERRORS.get(type ?? code);
  if (translate !== undefined) return translate(parserError, bodyLimit);
  return isOfZlib(code) ? invalidBody(parserError, bodyLimit) : undefined;
}

export function unsupportedEncoding(encoding: string): RestException {
  return httpError('rest_unsupported_media_type', `content encoding "${encoding}"`);
}

/** Whether a parser of Express rejected only the names of a form: too many of them, or too many levels. */
export function isOfNames(error: unknown): boolean {
  const type: unknown = error instanceof Error && 'type' in error ? error.type : undefined;
  return type === 'parameters.too.many' || type === 'querystring.parse.rangeError';
}

/** For example `Z_DATA_ERROR`, or `ERR__ERROR_FORMAT_PADDING_1` of Brotli. */
function isOfZlib(code: unknown): boolean {
  return typeof code === 'string' && /^(?:Z_|ERR__)/.test(code);
}
