const LIST_ITEM = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether the client has this very answer, so that 304 says enough. Tags are compared weakly: a proxy
 * that compressed the response has made its tag weak.
 *
 * @param ifNoneMatch The request's header; several lines joined with a comma.
 * @param etag The response's tag; a response without one is always sent. Ask for answers of 200 to 299 alone.
 * @see RFC 9110 §13.1.2
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag;
  return tagsIn(ifNoneMatch).some((tag) => tag.opaque === opaque);
}

interface EntityTag {
  /** With its quotation marks. */
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** The tags of a list, up to where it is malformed. */
function tagsIn(list: string): readonly EntityTag[] {
  const tags: EntityTag[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < list.length) {
    const item = LIST_ITEM.exec(list);
    if (item === null) break;
    const [, weak, opaque] = item;
    if (opaque !== undefined) tags.push({ opaque, isWeak: weak !== undefined });
  }
  return tags;
}

/**
 * Whether `If-Match` names the tag of a response. Tags are compared strongly: a weak one says nothing of
 * the bytes.
 *
 * @param ifMatch The request's header; several lines joined with a comma. `undefined` matches.
 * @see RFC 9110 §13.1.1
 */
export function isMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  if (etag.startsWith('W/')) return false;
  return tagsIn(ifMatch).some(({ opaque, isWeak }) => !isWeak && opaque === etag);
}

/**
 * The headers that a 304 takes from the response that it stands for: all but those which describe the
 * content that is not sent.
 *
 * @see RFC 9110 §15.4.5
 */
export function notModifiedHeaders<Header extends readonly [name: string, value: unknown]>(
  headers: readonly Header[],
): readonly Header[] {
  return headers.filter(([name]) => {
    const header = name.toLowerCase();
    return !header.startsWith('content-') || header === 'content-location';
  });
}
