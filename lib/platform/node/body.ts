import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { readForm, type Body } from '../../lifecycle/messages/body.js';
import { parserErrorOf, unsupportedEncoding } from './parser-errors.js';

/**
 * Reads a form that no parser of the application reads: one without a media type. Never fails: an invalid body becomes
 * an error of the request after the guards.
 *
 * @param payload The bytes: the message, or the stream that a hook has made of it.
 */
export function readUnreadForm(
  message: IncomingMessage,
  payload: Readable,
  limit: number,
  done: (body: Body) => void,
): void {
  const { headers } = message;
  const isAsSent = payload === message;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (isAsSent && encoding.trim().toLowerCase() !== 'identity') {
    return done(rejected(unsupportedEncoding(encoding)));
  }
  const length = isAsSent ? (headers['content-length'] ?? null) : null;
  getRawBody(payload, { limit, length }, (error: unknown, bytes) => {
    if (error === null || error === undefined) return done(formOf(message, bytes));
    // The rest is read and dropped, so that the connection can be used again.
    payload.resume();
    done(rejected(parserErrorOf(error) ?? invalidBody(error)));
  });
}

/** The parameters in the bytes of a form. Never throws: a text may be longer than V8 allows. */
export function formOf({ headers }: IncomingMessage, bytes: Buffer): Body {
  try {
    return readForm(bytes, headers['content-type']);
  } catch (error) {
    return rejected(invalidBody(error));
  }
}

function rejected(error: RestException): Body {
  return { kind: 'rejected', error };
}

function invalidBody(error: unknown): RestException {
  return httpError('rest_invalid_body', error instanceof Error ? error.message : String(error));
}

/**
 * Keeps the bytes of a form while a parser of the application reads it: the parsers of the adapters do not read the
 * names of PHP. Nothing is read that the parser does not read.
 *
 * @returns The bytes; `undefined` if nothing has read them to their end, or they are compressed.
 */
export function keepForm(message: IncomingMessage): () => Buffer | undefined {
  if (message.headers['content-encoding'] !== undefined) return () => undefined;
  const chunks: Buffer[] = [];
  let state: 'reading' | 'stopped' | 'whole' = 'reading';
  const keep = (chunk: unknown): void => {
    // A parser that stops at its limit lets the rest of the body pass.
    if (message.listenerCount('data') > 1 && Buffer.isBuffer(chunk)) return void chunks.push(chunk);
    state = 'stopped';
    chunks.length = 0;
    message.off('data', keep);
  };
  onceRead(message, () => {
    message.on('data', keep);
    message.once('end', () => {
      if (state === 'reading') state = 'whole';
    });
  });
  return () => (state === 'whole' ? Buffer.concat(chunks) : undefined);
}

/** Any reader of a stream listens to one of two events. */
export function onceRead(message: IncomingMessage, listener: () => void): void {
  const notice = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    message.off('newListener', notice);
    listener();
  };
  message.on('newListener', notice);
}
