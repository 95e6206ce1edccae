import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { bodyFormat, readForm, type Body } from '../../lifecycle/messages/body.js';
import type { RouteMatch } from '../../routing/route-table.js';
import { parserErrorOf, unsupportedEncoding } from './parser-errors.js';

/**
 * Whether the library reads a body that the parsers of the application leave unread as a form: by its media type, or
 * without one as the route reads such bodies. As in WordPress, one without a type is not a form on POST.
 *
 * @param method The method that the request means.
 * @param find Finds its route.
 */
export function isUnreadForm(
  type: string | undefined,
  method: string,
  find: () => RouteMatch<RouteEntry>,
): boolean {
  if (type !== undefined && type !== '') return bodyFormat(type) === 'form';
  const found = UNTYPED.has(method) ? find() : undefined;
  return typeof found === 'object' && found.entry.endpoint().readsUntyped === true;
}

/** The methods with which WordPress reads a body without a media type as a form. */
const UNTYPED: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

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
  const encoding = headers['content-encoding'] ?? 'identity';
  if (payload === message && encoding.trim().toLowerCase() !== 'identity') {
    return done(rejected(unsupportedEncoding(encoding)));
  }
  readBytes(message, payload, limit, (error, bytes) => {
    if (bytes !== undefined) return done(formOf(message, bytes));
    done(rejected(parserErrorOf(error) ?? invalidBody(error)));
  });
}

/**
 * Reads a body up to a limit.
 *
 * @param payload The bytes: the message, or the stream that a hook has made of it.
 */
export function readBytes(
  message: IncomingMessage,
  payload: Readable,
  limit: number,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const isAsSent = payload === message;
  const length = isAsSent ? (message.headers['content-length'] ?? null) : null;
  const stream = isAsSent ? payload : bytesOf(payload);
  getRawBody(stream, { limit, length }, (error, bytes) => {
    // The rest is read and dropped, so that the connection can be used again.
    if (bytes === undefined) stream.resume();
    done(error, bytes);
  });
}

/** The bytes of a stream that a hook has made of a body: it may emit texts, and be destroyed without an end. */
function bytesOf(payload: Readable): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform: (chunk: string | Uint8Array, _encoding, done) => done(null, Buffer.from(chunk)),
  });
  return pipeline(payload, bytes, () => undefined);
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
