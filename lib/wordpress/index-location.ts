import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { ReadOptions, SentHeader } from './read-options.js';

/** Where an index is. */
export type IndexLocation =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: URL; readonly credentials: readonly SentHeader[] };

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/**
 * Tells a URL from the path of a file. The user and the password of a URL become a header, so that no
 * message can contain them.
 *
 * @throws InvalidArgumentException for a URL that is invalid, or neither http nor https.
 */
export function locationOf(source: string): IndexLocation {
  if (!SCHEME.test(source)) return { kind: 'file', path: source };
  const url = URL.canParse(source) ? new URL(source) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentException(
      'The URL of an index begins with http:// or https://, such as https://example.com/wp-json/.',
    );
  }
  const credentials = credentialsOf(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  return { kind: 'url', url, credentials };
}

function credentialsOf({ username, password }: URL): readonly SentHeader[] {
  if (username === '' && password === '') return [];
  const text = `${decode(username)}:${decode(password)}`;
  return [['Authorization', `Basic ${Buffer.from(text, 'utf8').toString('base64')}`]];
}

/** A `%` that begins no escape stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A URL as messages name it. A query may contain a credential. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** Options with the user and the password of a URL among the headers. */
export function withCredentials(source: string, options: ReadOptions): ReadOptions {
  const location = locationOf(source);
  const own = location.kind === 'url' ? location.credentials : [];
  return { ...options, headers: [...own, ...(options.headers ?? [])] };
}
