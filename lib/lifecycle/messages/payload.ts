import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Readable } from 'node:stream';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange } from './exchange.js';

/** Whether a request has a body with bytes, as far as its head says: one of unknown length may be empty. */
export function hasContent(exchange: Pick<Exchange, 'headers' | 'message'>): boolean {
  return Number(exchange.headers['content-length'] ?? 0) > 0 || isOfUnknownLength(exchange.message);
}

/**
 * Whether a request has a body whose length it does not state: HTTP/1.1 sends it in chunks and states that in a header,
 * HTTP/2 has no header for that.
 *
 * @see RFC 9112, 6.3; RFC 9113, 8.1.1 and 8.2.2
 */
export function isOfUnknownLength(message: IncomingMessage): boolean {
  const { headers } = message;
  if (headers['transfer-encoding'] !== undefined) return true;
  if (message.httpVersionMajor !== 2 || headers['content-length'] !== undefined) return false;
  const { stream } = message as unknown as Http2ServerRequest;
  return !stream.endAfterHeaders;
}

/** Whether the application has read a body, so that nothing else gets its bytes. */
export function isLost(exchange: Pick<Exchange, 'headers' | 'message' | 'payload'>): boolean {
  if (!hasContent(exchange)) return false;
  const { message, payload } = exchange;
  return isOfUnknownLength(message) ? payload.readableDidRead : isTaken(payload);
}

/**
 * Whether something reads the bytes of a body, or has read them. Middleware may begin to read without waiting for the
 * first of them.
 */
export function isTaken(payload: Readable): boolean {
  return payload.readableDidRead || READING.some((event) => payload.listenerCount(event) > 0);
}

/** Any reader of a stream listens to one of two events. */
const READING = ['data', 'readable'] as const;

/** Whether a body has any bytes; of a body of unknown length, only the first chunk shows that. */
export async function hasBytes(payload: Readable): Promise<boolean> {
  const isFilled = (): boolean => payload.readableDidRead || payload.readableLength > 0;
  if (!isFilled() && !payload.readableEnded && !payload.destroyed) {
    await new Promise<void>((resolve) => {
      for (const event of ['readable', 'end', 'close']) payload.once(event, resolve);
    });
  }
  return isFilled();
}

/** The error of a body that the application has read and left nowhere: the library cannot know what was in it. */
export function readByAnother(): RestException {
  return httpError('rest_invalid_body', 'another body parser of the application has read it');
}
