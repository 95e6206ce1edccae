import { NO_BODY } from '../../pipeline/body/body-format.js';
import { whenReady } from '../../shared/when-ready.js';
import { decodeBody, readingError } from '../body/decode-body.js';
import { readRequestBody } from '../body/read-request-body.js';
import type { RequestBody } from '../body/request-body.js';
import type { FastifyInstance, FastifyRequest, ParserDone } from './fastify-instance.js';

const READ_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  /^application\/[\w!#$&^.+-]+\+json/i,
];

/** The errors for a body that is too large, or of another length than its header states. */
const BODY_ERROR = 'FST_ERR_CTP_';
/** A body with a missing or malformed media type stays unread, like any type without a parser. */
const MEDIA_TYPE_ERRORS: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/** Reads the library's formats with Fastify's own reader, the fastest one; other bodies stay unread. */
export function readBodies(scope: FastifyInstance, limit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    READ_TYPES,
    { parseAs: 'buffer', bodyLimit: limit },
    (request, bytes, done) => {
      void whenReady(decodeBody(request.raw, bytes, limit), (body) => keep(request, body, done));
    },
  );
  scope.addContentTypeParser('*', (request, payload, done) => {
    readRequestBody(request.raw, payload, limit, (body) => keep(request, body, done));
  });
}

/**
 * Keeps an error of Fastify's about a body as the body of the request: an unknown route and a guard come
 * before an unreadable body.
 *
 * @returns Whether the error is one.
 */
export function keepBodyError(error: unknown, request: FastifyRequest, limit: number): boolean {
  const code = codeOf(error);
  const isMediaType = MEDIA_TYPE_ERRORS.has(code);
  if (!isMediaType && !code.startsWith(BODY_ERROR)) return false;
  request.restBody = isMediaType
    ? NO_BODY
    : { kind: 'rejected', error: readingError(error, limit) };
  return true;
}

function keep(request: FastifyRequest, { body, bytes }: RequestBody, done: ParserDone): void {
  request.restBody = body;
  if (bytes !== undefined) request.rawBody = bytes;
  done(null, body.kind === 'parameters' ? body.whole : undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
