import { type RequestContext, BODY_METHODS } from '../request-context.js';
import type { Endpoint, Step } from '../endpoint.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { bodyFormat, FORM_DATA, isNameless, mediaTypeOf, NO_BODY } from '../messages/body.js';
import { whenReady } from '../../shared/promises.js';
import {
  hasBytes,
  hasContent,
  isOfUnknownLength,
  isTaken,
  readByAnother,
} from '../messages/payload.js';

/**
 * Rejects a body that was not read, on a route whose arguments could have come from it. It runs after the arguments are
 * bound, because WordPress reports missing arguments before the media type.
 */
export function mediaTypeStep({ unreadBody, methods }: Endpoint): Step | undefined {
  if (unreadBody !== 'reject' || !methods.some((one) => BODY_METHODS.has(one))) return undefined;
  return (context) =>
    isUnusable(context)
      ? unsupported(context.exchange.headers['content-type'])
      : errorOfUnread(context);
}

/**
 * The same, before the arguments are bound: all of them would be missing. A body that may be a file has another error,
 * which says what it lacks.
 */
export function mediaTypeFirstStep(endpoint: Endpoint): Step | undefined {
  const mayBeFile = endpoint.definition.arguments.some(
    ({ file }) => file?.mediaTypes !== undefined,
  );
  const step = mayBeFile ? undefined : mediaTypeStep(endpoint);
  return (
    step &&
    ((context) =>
      whenReady(step(context), (rejection) =>
        // The error of a parser says more.
        rejection === undefined ? undefined : (context.readSources().error ?? rejection),
      ))
  );
}

/** The same, after Nest has filled its parameters, because one of them may have read the body. */
export async function rejectUnreadBody(context: RequestContext): Promise<void> {
  const rejection = await errorOfUnread(context);
  if (rejection !== undefined) throw rejection;
}

/**
 * The error of a body that was left unread; `undefined` if there is none, or if it was read. A client must not believe
 * that an unread body was accepted.
 *
 * @see RFC 9110 15.5.16
 */
function errorOfUnread(
  context: RequestContext,
): RestException | undefined | Promise<RestException | undefined> {
  const { exchange, method } = context;
  if (!BODY_METHODS.has(method)) return undefined;
  if (exchange.body !== NO_BODY || !hasContent(exchange)) return undefined;
  const { headers, message, payload } = exchange;
  const type = headers['content-type'];
  if (payload.readableDidRead) return undefined;
  if (!isOfUnknownLength(message)) return unsupported(type);
  const isBeingRead = isTaken(payload);
  return hasBytes(payload).then((isFilled) => {
    if (!isFilled) return undefined;
    return isBeingRead ? readByAnother() : unsupported(type);
  });
}

/**
 * Whether a parser of the application has read a text or bytes, in which no argument can be. A text may be the value of
 * a body of JSON, which has no names either.
 */
function isUnusable({ exchange, method }: RequestContext): boolean {
  const { body, headers } = exchange;
  if (!BODY_METHODS.has(method) || body.kind === 'rejected' || !isNameless(body)) return false;
  // The application has made a body for a request that has none.
  if (headers['content-type'] === undefined && !hasContent(exchange)) return false;
  if (ArrayBuffer.isView(body.whole)) return true;
  const format = bodyFormat(headers['content-type']);
  return format === 'other' || (format === 'form' && typeof body.whole === 'string');
}

function unsupported(type = ''): RestException {
  const mediaType = mediaTypeOf(type);
  if (bodyFormat(type) !== 'other') {
    return httpError(
      'rest_unsupported_media_type',
      `no body parser of the application reads "${mediaType}"`,
    );
  }
  const stated = type === '' ? 'it has no media type' : `its media type is "${mediaType}"`;
  // The route reads forms, but not with this method of its path.
  const reason = mediaType === FORM_DATA ? `${stated}, which is read with POST` : stated;
  return httpError('rest_unsupported_media_type', reason);
}
