import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { ApiIndex, IndexedRoute } from './api-index.js';
import { fetchLimited, type ReceivedResponse } from './fetch-limited.js';
import { locationOf, shownUrl, withCredentials } from './index-location.js';
import { type ReadOptions, LARGEST_DOCUMENT } from './read-options.js';
import { open } from 'node:fs/promises';
import { itemsOf, noIndex, type DocumentReading, tooLarge } from './document-reading.js';
import { isJsonObject, type JsonObject } from '../shared/records.js';
import { parseRoutes, trimmedNamespace } from './parse-routes.js';

const DEPTH = 100;

const CHUNK = 1024 * 1024;

/**
 * @param source The path of a file, or a URL: `https://example.com/wp-json/`, or `https://example.com/wp-json/shop/v1`
 *   for one namespace.
 * @throws InvalidArgumentException if it cannot be read, or is not an index. No message contains a header, a password
 *   or a query.
 */
export async function readIndex(source: string, options: ReadOptions = {}): Promise<ApiIndex> {
  const location = locationOf(source);
  if (location === undefined)
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

/** Hides the message of the parser, which quotes the document: that may repeat a credential. */
function parseJson(bytes: Uint8Array, source: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new InvalidArgumentException(
      `${source} is not an index of a REST API: it is not JSON. The index of a WordPress site is at /wp-json/.`,
    );
  }
}

/**
 * The size that the file system states is not used: a pipe has none, and a device is endless.
 *
 * @throws InvalidArgumentException if the file cannot be read, or is larger than the limit.
 */
async function readDocumentFile(path: string): Promise<Uint8Array> {
  try {
    return await readChunks(path);
  } catch (error) {
    if (error instanceof InvalidArgumentException) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    const reason = code === 'ENOENT' ? 'there is no such file' : `reading failed with ${code}`;
    throw new InvalidArgumentException(`${path} cannot be read: ${reason}.`);
  }
}

async function readChunks(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, null);
      if (bytesRead === 0) return Buffer.concat(chunks);
      size += bytesRead;
      if (size > LARGEST_DOCUMENT) throw tooLarge(path);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * The index of a whole site, that of one namespace, or only `routes`. `url` is `undefined` for a file.
 *
 * @throws InvalidArgumentException that names the place where the document is not an index.
 */
export function parseIndex(document: unknown, source: string, url?: string): ApiIndex {
  const reading: DocumentReading = { source, notes: [] };
  checkDepth(document, source);
  if (!isJsonObject(document)) throw noIndex(reading, undefined, 'an object', document);
  if (document['routes'] === undefined) throw noIndex(reading, undefined, '`routes`', document);
  const listed = namespacesIn(document, reading);
  const routes = parseRoutes(document['routes'], listed, reading);
  return {
    source,
    root: url === undefined ? undefined : rootOf(url, document),
    name: typeof document['name'] === 'string' ? document['name'] : undefined,
    namespaces: listed.length > 0 ? listed : namespacesOf(routes),
    routes,
    notes: routes.flatMap((route) => route.notes),
  };
}

function namespacesIn(document: JsonObject, reading: DocumentReading): readonly string[] {
  const { namespaces, namespace } = document;
  if (namespaces === undefined)
    return typeof namespace === 'string' ? [trimmedNamespace(namespace)] : [];
  const names = itemsOf(namespaces);
  const isList = names?.every((name): name is string => typeof name === 'string');
  if (names !== undefined && isList === true)
    return [...new Set((names as readonly string[]).map(trimmedNamespace))];
  throw noIndex(reading, { key: 'namespaces' }, 'a list of texts', namespaces);
}

function namespacesOf(routes: readonly IndexedRoute[]): readonly string[] {
  return [...new Set(routes.map(({ namespace }) => namespace))].filter((name) => name !== '');
}

/**
 * The index of a namespace is at the namespace, below the root. A site without permalinks names the route in
 * `?rest_route=/`; no other query belongs to the root.
 */
function rootOf(url: string, { namespace }: JsonObject): string {
  const end = /[?&]rest_route=/.test(url) ? url.length : url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end)).replace(/\/$/, '');
  const below = typeof namespace === 'string' ? `/${namespace}` : '';
  return below !== '' && path.endsWith(below) ? path.slice(0, -below.length) : path;
}

/**
 * The functions that read the document are recursive.
 *
 * @throws InvalidArgumentException
 */
function checkDepth(document: unknown, source: string): void {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH) {
      throw new InvalidArgumentException(
        `${source} is not an index of a REST API: it has more than ${DEPTH} levels of nested values.`,
      );
    }
    level = level.flatMap(nestedValues);
  }
}

function nestedValues(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
