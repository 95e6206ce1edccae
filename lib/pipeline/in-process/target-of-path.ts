import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** The parts of a path as the caller of an in-process request writes it. */
export interface PathTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly queryText: string;
}

/** What no URL contains as it is. A path may be percent-encoded already. */
const UNSAFE = /[^\w\-.~!$&'()*+,;=:@/?%[\]]+/g;

/**
 * Splits a path with an optional query, and escapes what no URL contains.
 *
 * @throws InvalidArgumentException on a path that does not begin with a slash, or with half a character.
 */
export function targetOfPath(text: string): PathTarget {
  if (typeof text !== 'string' || !text.startsWith('/')) {
    throw new InvalidArgumentException(
      `RestDispatcher: the path begins with a slash, below the prefix of the API, as in "/acme/v1/items". Received: ${JSON.stringify(text)}.`,
    );
  }
  const escaped = text.replace(UNSAFE, escape);
  const query = escaped.indexOf('?');
  return query === -1
    ? { path: escaped, queryText: '' }
    : { path: escaped.slice(0, query), queryText: escaped.slice(query + 1) };
}

/** Whether a text can be part of a URL: half of a surrogate pair cannot. */
export function isUrlText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function escape(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new InvalidArgumentException('RestDispatcher: the path has half of a surrogate pair.');
  }
}
