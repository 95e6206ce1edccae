import { createHash } from 'node:crypto';

/**
 * A weak entity tag: equal for equal data. It does not identify bytes, because the application may change how data are
 * written, and may compress them.
 *
 * @example
 * etagOf('{"id":7}'); // W/"dGhp…", quotation marks included
 *
 * @see RFC 9110 §8.8.3
 */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url')}"`;
}

const LIST_ITEM = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether the client already has this response, so that 304 is enough. Tags are compared weakly, because
 * a proxy that compressed the response has made its tag weak.
 *
 * @param ifNoneMatch The request's header; several lines are separated by commas.
 * @param etag The tag of a response with a status of 200 to 299; `undefined` never matches.
 * @see RFC 9110 §13.1.2
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = opaqueOf(etag);
  return tagsIn(ifNoneMatch).some((tag) => opaqueOf(tag) === opaque);
}

/** Whether a list names at least one entity tag. */
export function hasTag(list: string): boolean {
  return tagsIn(list).length > 0;
}

/** The part that weak and strong tags have in common: the text in quotation marks. */
function opaqueOf(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** The tags of a list, up to the first malformed item. */
function tagsIn(list: string): readonly string[] {
  const tags: string[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < list.length) {
    const item = LIST_ITEM.exec(list);
    if (item === null) break;
    const [, tag] = item;
    if (tag !== undefined) tags.push(tag);
  }
  return tags;
}

/**
 * Whether `If-Match` names the tag of a response. Tags are compared strongly: a weak tag does not identify the bytes. A
 * response without a tag matches only `*`.
 *
 * @param ifMatch The request's header; several lines are separated by commas. `undefined` matches.
 * @see RFC 9110 §13.1.1
 */
export function isMatch(ifMatch: string | undefined, etag: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return etag !== undefined && !etag.startsWith('W/') && tagsIn(ifMatch).includes(etag);
}

/**
 * The headers of a 304, with names in lower case: those of the full response, without the ones that describe its
 * content, which is not sent.
 *
 * @see RFC 9110 §15.4.5
 */
export function notModifiedHeaders<Value>(
  headers: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const kept: Record<string, Value> = {};
  for (const name in headers) {
    const value = headers[name];
    const isKept = !name.startsWith('content-') || name === 'content-location';
    if (isKept && value !== undefined) kept[name] = value;
  }
  return kept;
}
