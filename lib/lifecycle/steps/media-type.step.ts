import { type RequestContext, BODY_METHODS } from '../request-context.js';
import type { Endpoint, Step } from '../endpoint.js';
import type { IncomingMessage } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { bodyFormat, mediaTypeOf, NO_BODY } from '../messages/body.js';
import { FORM_DATA, isOfUnknownLength } from './upload.step.js';

/**
 * Rejects a body that was not read, on a route whose arguments could have come from it. It runs after the arguments are
 * bound, because WordPress reports missing arguments before the media type.
 */
export function mediaTypeStep({ unreadBody: treatment }: Endpoint): Step | undefined {
  return treatment === 'reject' ? unreadBody : undefined;
}

/** The same, after Nest has filled its parameters, because one of them may have read the body. */
export async function rejectUnreadBody(context: RequestContext): Promise<void> {
  const rejection = await unreadBody(context);
  if (rejection !== undefined) throw rejection;
}

/**
 * The error of a body that was left unread; `undefined` if there is none, or if it was read. A client must not believe
 * that an unread body was accepted.
 *
 * @see RFC 9110 15.5.16
 */
function unreadBody(
  context: RequestContext,
): RestException | undefined | Promise<RestException | undefined> {
  const { exchange, method } = context;
  // Usually the body was read, or there is none.
  if (exchange.body !== NO_BODY || !BODY_METHODS.has(method)) return undefined;
  const { headers, message } = exchange;
  const length = headers['content-length'];
  const isChunked = isOfUnknownLength(message);
  if (!isChunked && (length === undefined || Number(length) === 0)) return undefined;
  const type = headers['content-type'];
  if (bodyFormat(type, exchange.method) !== 'other' || message.readableDidRead) return undefined;
  if (!isChunked) return unsupported(type);
  return hasBytes(message).then((isFilled) => (isFilled ? unsupported(type) : undefined));
}

function unsupported(type = ''): RestException {
  const mediaType = mediaTypeOf(type);
  const stated = type === '' ? 'it has no media type' : `its media type is "${mediaType}"`;
  // The route reads forms, but not with this method of its path.
  const reason = mediaType === FORM_DATA ? `${stated}, which is read with POST` : stated;
  return httpError('rest_unsupported_media_type', reason);
}

/** Whether a chunked body has any bytes; only its first chunk shows that. */
async function hasBytes(message: IncomingMessage): Promise<boolean> {
  if (message.readableLength === 0 && !message.complete) {
    await new Promise<void>((resolve) => {
      for (const event of ['readable', 'end', 'close']) message.once(event, resolve);
    });
  }
  return message.readableLength > 0;
}
