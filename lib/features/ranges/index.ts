import type { StreamableFile } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { MakeError, Reply } from '../../lifecycle/messages/reply.js';
import { OK, ReplyBody } from '../../lifecycle/messages/reply.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { destroyStream } from '../../lifecycle/responses/streams.js';
import type { Feature } from '../../nest/composition/feature.js';
import type { Awaitable } from '../../shared/promises.js';
import { divisible, openFile, PartOfFile, type DivisibleFile } from './part-of-file.js';
import {
  isSameWhole,
  partOf,
  requestedRange,
  type ByteRange,
  type RequestedRange,
} from './requested-range.js';

/** Parts of a `StreamableFile`: `Range`, 206 and 416. @see RFC 9110, 14 */
export const ranges: Feature = {
  name: 'ranges',
  extension: ({ makeError }) => ({
    onStream: (stream, reply, context) => respondWithPart(stream, reply, context, makeError),
  }),
};

/** A method that responds with another status, or with `Accept-Ranges`, decides itself. */
function respondWithPart(
  stream: StreamableFile,
  reply: Reply,
  context: RequestContext,
  makeError: MakeError,
): Awaitable<Reply | void> {
  const { method, exchange } = context;
  if (reply.status !== OK || (method !== 'GET' && method !== 'HEAD')) return;
  if (exchange.subRequest?.takesData === false) return;
  if (headerOf('accept-ranges', reply, context) !== undefined) return;
  const file = divisible(stream);
  if (file === undefined) return;
  reply.headers['accept-ranges'] = 'bytes';
  if (method === 'HEAD') return file.length === undefined ? withLength(reply, file) : undefined;
  const range = requestedRange(exchange.headers.range);
  if (range === undefined || !isOfWhole(reply, context)) return;
  return partReply({ stream, file, range }, reply, context, makeError);
}

function isOfWhole(reply: Reply, context: RequestContext): boolean {
  const etag = headerOf('etag', reply, context);
  const lastModified = headerOf('last-modified', reply, context);
  return isSameWhole(context.exchange.headers, { etag, lastModified });
}

function headerOf(name: string, { headers }: Reply, { exchange }: RequestContext) {
  const own = headers[name];
  return own === undefined ? exchange.appliedHeader(name) : String(own);
}

/** A HEAD shows the length, by which a client divides the file. */
async function withLength(reply: Reply, file: DivisibleFile): Promise<void> {
  const opened = await openFile(file);
  if (opened === undefined) return;
  await opened.handle.close();
  reply.headers['content-length'] = String(opened.length);
}

interface RequestedPart {
  readonly stream: StreamableFile;
  readonly file: DivisibleFile;
  readonly range: RequestedRange;
}

async function partReply(
  { stream, file, range }: RequestedPart,
  reply: Reply,
  context: RequestContext,
  makeError: MakeError,
): Promise<Reply | void> {
  const opened = await openFile(file);
  const length = opened?.length ?? file.length;
  // A file that cannot be read fails as without a range.
  if (length === undefined) return;
  const found = partOf(range, length);
  if (found === undefined) {
    await opened?.handle.close();
    destroyStream(stream);
    return notSatisfiable(length, reply, context, makeError);
  }
  const part = new PartOfFile(stream, found, opened);
  context.exchange.whenClosed(() => destroyStream(part));
  const headers = { ...reply.headers, 'content-range': contentRange(found, length) };
  return { ...reply, status: 206, headers, body: ReplyBody.ofContent(part) };
}

function contentRange({ first, last }: ByteRange, length: number): string {
  return `bytes ${first}-${last}/${length}`;
}

/** @see RFC 9110, 15.5.17 */
function notSatisfiable(
  length: number,
  { headers }: Reply,
  context: RequestContext,
  makeError: MakeError,
): Reply {
  context.failure = httpError('rest_range_not_satisfiable', String(length));
  const response = makeError(context.failure, context.exchange);
  response.headers['content-range'] = `bytes */${length}`;
  for (const name of ['accept-ranges', 'allow', 'etag', 'vary']) {
    const value = headers[name];
    if (value !== undefined) response.headers[name] = value;
  }
  return response;
}
