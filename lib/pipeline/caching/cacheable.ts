import { StreamableFile } from '@nestjs/common';
import type { CachedResponse } from '../../caching/cached-response.js';
import type { HeaderLine } from '../../caching/entries/entry.js';
import type { CacheableResponse } from '../../caching/entries/storable.js';
import { cacheHeaders } from '../../caching/headers/cache-headers.js';
import { headersOf, linesOf } from '../responses/header-lines.js';
import { contentOf, ReplyBody, type Reply, type ReplyLinks } from '../responses/reply.js';

/** A reply of the method, as the cache sees it. */
export interface Cacheable extends CacheableResponse {
  readonly reply: Reply;
}

/** What an entry notes of a reply beside its headers. No header can have such a name. */
const LINKS = ':links';
const PAGE = ':page';

/** @param isComplete Whether the reply has all headers that the client gets. */
export function cacheableOf(reply: Reply, isComplete: boolean): Cacheable {
  const content = contentOf(reply);
  const { status, headers, links, page } = reply;
  const lines = [...linesOf(headers)];
  if (links !== undefined) lines.push([LINKS, links.place]);
  if (page !== undefined) lines.push([PAGE, `${page.page} ${page.argument}`]);
  const isStream = content instanceof StreamableFile;
  const body = isStream ? undefined : content;
  return { status, headers: lines, body, storable: isComplete && !isStream, reply };
}

/** The reply that the client gets, with the headers of the cache. */
export function replyOfCached(cached: CachedResponse<Cacheable>): Reply {
  const { status, headers: stored, produced } = cached;
  const own = stored.filter(([name]) => name !== LINKS && name !== PAGE);
  const headers = headersOf([...own, ...cacheHeaders(cached)]);
  // A stream is never stored: it is found only in the reply that the method made for this request.
  const stream = produced?.reply.body.stream;
  const body = stream === undefined ? ReplyBody.ofContent(cached.body, true) : ReplyBody.of(stream);
  if (own.length === stored.length) return { status, headers, body };
  const [page, argument = ''] = noteOf(stored, PAGE)?.split(' ') ?? [];
  return {
    status,
    headers,
    body,
    links: linksOf(stored),
    page: page === undefined ? undefined : { page: Number(page), argument },
  };
}

function linksOf(stored: readonly HeaderLine[]): ReplyLinks | undefined {
  const place = noteOf(stored, LINKS);
  if (place === undefined) return undefined;
  const hasOwnTag = noteOf(stored, 'etag') !== undefined;
  return { place: place === 'object' ? place : 'list', areRelative: true, hasOwnTag, stored };
}

function noteOf(lines: readonly HeaderLine[], note: string): string | undefined {
  return lines.find(([name]) => name === note)?.[1];
}
