import { StreamableFile } from '@nestjs/common';
import { hasJson, ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import { linesOf, type ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import type { CacheableResponse, CachedResponse } from './engine/entry.js';

/**
 * The names of the headers that a method or an interceptor has set on the platform's own response. They reach one
 * client only: a response from the cache would not have them.
 */
export function changedHeaderNames(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => String(before[name]) !== String(after[name]));
}

/** @param isComplete Whether the reply has all headers that the client gets. */
export function cacheableOf(reply: Reply, isComplete: boolean): CacheableResponse {
  const { status, links, page, location, body } = reply;
  const stored = {
    status,
    headers: [...linesOf(reply.headers)],
    hasRelativeLinks: links === undefined ? undefined : true,
    page,
    location,
  };
  const { content } = body;
  if (content instanceof StreamableFile) {
    return { ...stored, body: undefined, storable: false, stream: content };
  }
  const kept = body.keep();
  const hasBigInts = kept?.hasBigInts === true ? true : undefined;
  return { ...stored, body: kept?.text ?? content, hasBigInts, storable: isComplete };
}

/** Content has a media type of its own; data have none, or one of JSON. */
export function storedBody(
  headers: ResponseHeaders,
  body: CachedResponse['body'],
  hasBigInts: boolean,
): ReplyBody {
  if (body === undefined) return ReplyBody.NONE;
  const isJson = headers['content-type'] === undefined || hasJson(headers);
  return isJson && typeof body === 'string'
    ? ReplyBody.ofJson({ text: body, hasBigInts })
    : ReplyBody.ofContent(body);
}
