import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { ReadOptions, SentHeader } from './read-options.js';
import { isHeaderName } from '../shared/header-names.js';

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/**
 * The URL of an index, with its user and password moved to a header, so that messages do not contain them;
 * `undefined` for the path of a file.
 *
 * @throws InvalidArgumentException for a URL that is invalid, or neither http nor https.
 */
export function locationOf(
  source: string,
): { readonly url: URL; readonly credentials: readonly SentHeader[] } | undefined {
  if (!SCHEME.test(source)) return undefined;
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
  return { url, credentials };
}

function credentialsOf({ username, password }: URL): readonly SentHeader[] {
  if (username === '' && password === '') return [];
  const text = `${decode(username)}:${decode(password)}`;
  return [['Authorization', `Basic ${Buffer.from(text, 'utf8').toString('base64')}`]];
}

/** A `%` that does not begin an escape stays unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A query may contain a credential. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

export function withCredentials(source: string, options: ReadOptions): ReadOptions {
  const own = locationOf(source)?.credentials ?? [];
  return { ...options, headers: [...own, ...(options.headers ?? [])] };
}

/** Visible characters of Latin-1, spaces and tabs (RFC 9110, 5.5). */
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/**
 * @throws InvalidArgumentException that names the position of a line, and never shows the line: a line without a name
 * may be a credential.
 */
export function parseHeaders(lines: readonly string[]): readonly SentHeader[] {
  return lines.map((line, at) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    const value = line.slice(colon + 1).trim();
    if (isHeaderName(name) && VALUE.test(value)) return [name, value];
    throw new InvalidArgumentException(
      `--header number ${at + 1} is not of the form 'Name: value', such as 'Authorization: Basic …'. Its text is not shown, because it may be a credential.`,
    );
  });
}
