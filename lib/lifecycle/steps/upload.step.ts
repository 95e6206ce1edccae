import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import { whenReady } from '../../shared/promises.js';
import { BODY_METHODS, type RequestContext } from '../request-context.js';
import type { Endpoint, Outcome, Step } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import { authorizeEarlyStep } from './authorize.step.js';
import { mediaTypeOf, NO_BODY, type Body } from '../messages/body.js';
import { effectiveMethod } from '../responses/fields.js';
import { isInMediaRanges, type FileLimits } from '../../types/files.js';
import type { Exchange } from '../messages/exchange.js';

/** The media type of forms with files. */
export const FORM_DATA = 'multipart/form-data';

/** The file arguments of a route, by name. Other files are discarded unread. */
export type ExpectedFiles = ReadonlyMap<string, FileLimits>;

/** Reads forms and files, which the adapter leaves unread until the route is known. */
export interface UploadPort {
  /** Reads a form, or a body that is a file; its files are removed once the response has closed. */
  read(exchange: Exchange, files: ExpectedFiles): Promise<Body>;
  /** Gives a client that is still sending a form the time to read its rejection. */
  reject(exchange: Exchange): void;
}

/**
 * The argument for a body that is a file: the first one that states its media type. A body is a file if it has a
 * `Content-Disposition`.
 *
 * @see WordPress, `WP_REST_Attachments_Controller::upload_from_data`
 */
export function fileOfBody(
  { headers }: Pick<Exchange, 'headers'>,
  files: ExpectedFiles,
): string | undefined {
  if (headers['content-disposition'] === undefined) return undefined;
  const mediaType = mediaTypeOf(headers['content-type'] ?? '');
  if (mediaType === FORM_DATA) return undefined;
  for (const [name, { isList, mediaTypes = [] }] of files) {
    if (!isList && isInMediaRanges(mediaType, mediaTypes)) return name;
  }
  return undefined;
}

/**
 * Reads a form of `multipart/form-data`, or a body that is a file. The part of the permission that depends only on the
 * caller is checked first: a caller without it cannot make the server receive a file.
 */
export function uploadStep(
  endpoint: Endpoint,
  permissions: Permissions,
  uploads: UploadPort | undefined,
): Step | undefined {
  if (uploads === undefined || !endpoint.readsForms) return undefined;
  if (!endpoint.methods.some((method) => BODY_METHODS.has(method))) return undefined;
  const authorize = authorizeEarlyStep(endpoint, permissions);
  const files = expectedFiles(endpoint);
  return (context) => {
    if (!hasUnreadFiles(context, files)) return undefined;
    if (context.exchange.message.readableDidRead) return readByAnother();
    return whenReady(authorize?.(context), (rejection) => {
      if (rejection === undefined) return read(context, files, uploads);
      uploads.reject(context.exchange);
      return rejection;
    });
  };
}

async function read(
  context: RequestContext,
  files: ExpectedFiles,
  uploads: UploadPort,
): Promise<Outcome> {
  try {
    context.receive(await uploads.read(context.exchange, files));
    return undefined;
  } catch (error) {
    if (isRestException(error)) return error;
    throw error;
  }
}

function expectedFiles({ definition }: Endpoint): ExpectedFiles {
  return new Map(
    definition.arguments.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file]])),
  );
}

/** The error of a body that middleware such as `multer().any()` has read: the library cannot know its form. */
export function readByAnother(): RestException {
  return httpError('rest_invalid_body', 'another body parser of the application has read it');
}

/** Whether a request has a form or a file that the library has not read, and that it may send with its method. */
function hasUnreadFiles(context: RequestContext, files: ExpectedFiles): boolean {
  const { exchange } = context;
  // Usually the body was read, or there is none.
  if (exchange.body !== NO_BODY || !BODY_METHODS.has(context.method)) return false;
  // In process, files come with the data of a body.
  if (exchange.inner?.isEntered === false) return false;
  const { headers } = exchange;
  const type = headers['content-type'];
  if (type === undefined) return false;
  const isForm = mediaTypeOf(type) === FORM_DATA;
  if (!isForm && fileOfBody(exchange, files) === undefined) return false;
  const { message } = exchange;
  const isSent = Number(headers['content-length'] ?? 0) > 0 || isOfUnknownLength(message);
  return isSent && (!isForm || readsForms(context));
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

/**
 * As in WordPress, a path with a POST route reads forms with POST only; a POST with an override counts as POST. A path
 * without POST could not receive a file otherwise, so its other methods read forms.
 */
function readsForms({ exchange, method, group }: RequestContext): boolean {
  if (method === 'POST' || !group.entries.some(({ methods }) => methods.includes('POST'))) {
    return true;
  }
  const { headers, queryText } = exchange;
  return effectiveMethod({ method: 'POST', headers, queryText }) === method;
}
