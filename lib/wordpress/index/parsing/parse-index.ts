import type { ApiIndex, IndexedRoute } from '../api-index.js';
import { checkDepth } from './check-depth.js';
import {
  isJsonObject,
  itemsOf,
  noIndex,
  type DocumentReading,
  type JsonObject,
} from './document-reading.js';
import { parseRoutes } from './parse-routes.js';

/**
 * Checks that a document is an index, and reads it: that of a whole site, that of one namespace, or
 * only `routes`.
 *
 * @param source The document as messages name it.
 * @param url Where it was read; `undefined` for a file.
 * @throws InvalidArgumentException that names the place where the document is no index.
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
    notes: reading.notes,
  };
}

function namespacesIn(document: JsonObject, reading: DocumentReading): readonly string[] {
  const { namespaces, namespace } = document;
  if (namespaces === undefined) return typeof namespace === 'string' ? [namespace] : [];
  const names = itemsOf(namespaces);
  const isList = names?.every((name): name is string => typeof name === 'string');
  if (names !== undefined && isList === true) return names as readonly string[];
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
