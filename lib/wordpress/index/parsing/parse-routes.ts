import { NullRecord } from '../../../shared/null-record.js';
import type { ArgumentSchema } from '../../../schema/vocabulary.js';
import type { IndexedEndpoint, IndexedRoute } from '../api-index.js';
import {
  entriesOf,
  isJsonObject,
  itemsOf,
  leaveOut,
  noIndex,
  type DocumentReading,
  type JsonObject,
  type Place,
} from './document-reading.js';
import { parseRoutePattern } from './parse-route-pattern.js';
import { parseSchema } from './parse-schema.js';
import { readLinks } from './read-links.js';

const METHOD = /^[A-Z]{1,20}$/;

/** Reads the routes of an index. */
export function parseRoutes(
  routes: unknown,
  namespaces: readonly string[],
  reading: DocumentReading,
): readonly IndexedRoute[] {
  const entries = entriesOf(routes);
  if (entries === undefined) throw noIndex(reading, { key: 'routes' }, 'an object', routes);
  const byLength = namespaces.toSorted((a, b) => b.length - a.length);
  return entries.map(([pattern, route]) => parseRoute(pattern, route, byLength, reading));
}

function parseRoute(
  pattern: string,
  route: unknown,
  namespaces: readonly string[],
  reading: DocumentReading,
): IndexedRoute {
  const place: Place = { within: { key: 'routes' }, key: pattern };
  const parts = pattern.startsWith('/') ? parseRoutePattern(pattern) : undefined;
  if (parts === undefined) throw noIndex(reading, place, 'a pattern that begins with "/"', pattern);
  if (!isJsonObject(route)) throw noIndex(reading, place, 'an object', route);
  const endpoints = itemsOf(route['endpoints']);
  const within = { within: place, key: 'endpoints' };
  if (endpoints === undefined) throw noIndex(reading, within, 'a list', route['endpoints']);
  return {
    pattern,
    parts,
    namespace: namespaceOf(pattern, route, namespaces),
    endpoints: endpoints.map((one, at) => parseEndpoint(one, { within, key: at }, reading)),
    links: readLinks(route['_links']),
  };
}

/** As the route states it, else the longest namespace that its pattern begins with. */
function namespaceOf(
  pattern: string,
  { namespace }: JsonObject,
  namespaces: readonly string[],
): string {
  if (typeof namespace === 'string') return namespace;
  return namespaces.find((one) => `${pattern}/`.startsWith(`/${one}/`)) ?? '';
}

function parseEndpoint(endpoint: unknown, place: Place, reading: DocumentReading): IndexedEndpoint {
  if (!isJsonObject(endpoint)) throw noIndex(reading, place, 'an object', endpoint);
  return {
    methods: parseMethods(endpoint['methods'], { within: place, key: 'methods' }, reading),
    args: parseArguments(endpoint['args'] ?? [], { within: place, key: 'args' }, reading),
    allowsBatch: allowsBatch(endpoint['allow_batch']),
  };
}

function parseMethods(methods: unknown, place: Place, reading: DocumentReading): readonly string[] {
  const names = itemsOf(methods)?.filter((one): one is string => typeof one === 'string') ?? [];
  const capitals = names.map((name) => name.toUpperCase());
  if (capitals.length > 0 && capitals.every((name) => METHOD.test(name)))
    return [...new Set(capitals)];
  throw noIndex(reading, place, 'a list of HTTP methods', methods);
}

function parseArguments(
  args: unknown,
  place: Place,
  reading: DocumentReading,
): Readonly<Record<string, ArgumentSchema>> {
  const entries = entriesOf(args);
  if (entries === undefined) throw noIndex(reading, place, 'an object', args);
  const schemas = new NullRecord<ArgumentSchema>();
  for (const [name, value] of entries) {
    const within = { within: place, key: name };
    const schema = parseSchema(value, within, reading);
    if (schema === undefined) leaveOut(reading, within, value);
    else schemas[name] = { ...schema, required: schema.required ?? false };
  }
  return schemas;
}

/** `{ "v1": true }`. */
function allowsBatch(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).includes(true);
}
