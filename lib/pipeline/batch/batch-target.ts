/** The target of a request in a batch. */
export interface BatchTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly queryText: string;
}

/** Scheme, authority, path and query of any text. @see RFC 3986, appendix B */
const PARTS = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/;
const AUTHORITY = /^(?:[^@]*@)?[^@:]+(?::\d{0,5})?$/;
/** What a URL cannot contain unescaped. */
const UNSAFE = /[^!-~]|[\\#]/gu;

/**
 * The path and the query of a request. As in WordPress, they may be those of a URL, whose scheme and
 * authority have no effect. What a client would escape in a URL is escaped.
 *
 * @returns `undefined` for a text that is no URL.
 */
export function readTarget(text: string): BatchTarget | undefined {
  const [, authority, path = '', query = ''] = PARTS.exec(text) ?? [];
  if (authority !== undefined && !AUTHORITY.test(authority)) return undefined;
  try {
    return { path: escaped(path), queryText: escaped(query) };
  } catch {
    return undefined; // half of a surrogate pair: the text is no Unicode
  }
}

function escaped(text: string): string {
  return text.replace(UNSAFE, encodeURIComponent);
}
