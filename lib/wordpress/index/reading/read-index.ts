import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex } from '../api-index.js';
import { parseIndex } from '../parsing/parse-index.js';
import { fetchLimited, type ReceivedResponse } from './fetch-limited.js';
import { locationOf, shownUrl, withCredentials } from './index-location.js';
import { readDocumentFile } from './read-document-file.js';
import type { ReadOptions } from './read-options.js';

/**
 * Reads the index of an API from a file or a URL.
 *
 * @param source The path of a file, or a URL: `https://example.com/wp-json/`, or
 *   `https://example.com/wp-json/shop/v1` for one namespace.
 * @throws InvalidArgumentException where it cannot be read, or is no index. No message contains a header,
 *   a password or a query.
 */
export async function readIndex(source: string, options: ReadOptions = {}): Promise<ApiIndex> {
  const location = locationOf(source);
  if (location.kind === 'file')
    return parseIndex(parseJson(await readDocumentFile(source), source), source);
  return fetchIndex(location.url, withCredentials(source, options));
}

async function fetchIndex(url: URL, options: ReadOptions): Promise<ApiIndex> {
  const response = await fetchLimited(url, options);
  const source = shownUrl(response.url);
  if (response.status !== 200) {
    throw new InvalidArgumentException(
      `${source} cannot be read: it responds with status ${response.status}.${hintOf(response)}`,
    );
  }
  return parseIndex(parseJson(response.bytes, source), source, response.url.href);
}

function hintOf({ status }: ReceivedResponse): string {
  if (status === 401 || status === 403) {
    return " If it needs credentials, pass them: --header 'Authorization: Basic …'.";
  }
  return status === 404 ? ' The index of a WordPress site is at /wp-json/.' : '';
}

/** The message of the parser would quote the document, which may repeat a credential. */
function parseJson(bytes: Uint8Array, source: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new InvalidArgumentException(
      `${source} is no index of a REST API: it is no JSON. The index of a WordPress site is at /wp-json/.`,
    );
  }
}
