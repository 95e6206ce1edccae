import { isJsonObject, NullRecord, type JsonObject } from '../shared/records.js';
import type { ArgumentSchema } from '../schema/vocabulary.js';
import type { IndexedEndpoint, IndexedRoute, RoutePart } from './api-index.js';
import {
  entriesOf,
  itemsOf,
  leaveOut,
  noIndex,
  type DocumentReading,
  type DocumentPlace,
} from './document-reading.js';
import { parseSchema } from './parse-schema.js';

/** The most paths that the optional groups of one pattern make. */
const MOST_PATHS = 8;

/** The forms of a named group in PHP, after its `(`. */
const NAME = /^\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/;

const QUANTIFIER = /^(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})[?+]?/;

const SYNTAX = '|*+?^$';

const METHOD = /^[A-Z]{1,20}$/;

export function parseRoutes(
  routes: unknown,
  namespaces: readonly string[],
  reading: DocumentReading,
): readonly IndexedRoute[] {
  const entries = entriesOf(routes);
  if (entries === undefined) throw noIndex(reading, { key: 'routes' }, 'an object', routes);
  const byLength = namespaces.toSorted((a, b) => b.length - a.length);
  return entries.flatMap(([pattern, route]) =>
    parseRoute(pattern, route, byLength, { ...reading, notes: [] }),
  );
}

function parseRoute(
  pattern: string,
  route: unknown,
  namespaces: readonly string[],
  reading: DocumentReading,
): readonly IndexedRoute[] {
  const place: DocumentPlace = { within: { key: 'routes' }, key: pattern };
  const parts = pattern.startsWith('/')
    ? parseRoutePattern(pattern.replace(/^\/{2,}/, '/'))
    : undefined;
  if (parts === undefined) throw noIndex(reading, place, 'a pattern that begins with "/"', pattern);
  if (!isJsonObject(route)) throw noIndex(reading, place, 'an object', route);
  const endpoints = itemsOf(route['endpoints']);
  const within = { within: place, key: 'endpoints' };
  if (endpoints === undefined) throw noIndex(reading, within, 'a list', route['endpoints']);
  const own = {
    namespace: namespaceOf(pattern, route, namespaces),
    endpoints: endpoints.map((one, at) => parseEndpoint(one, { within, key: at }, reading)),
    links: readLinks(route['_links']),
  };
  const paths = pathsOf(parts);
  if (paths.length === 1) return [{ ...own, pattern, parts, notes: reading.notes }];
  return paths.map((path, at) => ({
    ...own,
    pattern: path.map(textOf).join(''),
    parts: path,
    notes: at === 0 ? reading.notes : [],
  }));
}

/** A plugin may have registered `/shop/v1`, or `shop/v1/`. */
export function trimmedNamespace(name: string): string {
  return name
    .split('/')
    .filter((part) => part !== '')
    .join('/');
}

/** The one that the route states, or else the longest one with which its pattern begins. */
function namespaceOf(
  pattern: string,
  { namespace }: JsonObject,
  namespaces: readonly string[],
): string {
  if (typeof namespace === 'string') return trimmedNamespace(namespace);
  return namespaces.find((one) => `${pattern}/`.startsWith(`/${one}/`)) ?? '';
}

function parseEndpoint(
  endpoint: unknown,
  place: DocumentPlace,
  reading: DocumentReading,
): IndexedEndpoint {
  if (!isJsonObject(endpoint)) throw noIndex(reading, place, 'an object', endpoint);
  return {
    methods: parseMethods(endpoint['methods'], { within: place, key: 'methods' }, reading),
    args: parseArguments(endpoint['args'] ?? [], { within: place, key: 'args' }, reading),
    allowsBatch: allowsBatch(endpoint['allow_batch']),
  };
}

function parseMethods(
  methods: unknown,
  place: DocumentPlace,
  reading: DocumentReading,
): readonly string[] {
  const names = itemsOf(methods)?.filter((one): one is string => typeof one === 'string') ?? [];
  if (names.length === 0) throw noIndex(reading, place, 'a list of HTTP methods', methods);
  const capitals = [...new Set(names.map((name) => name.toUpperCase()))];
  return capitals.filter((name) => {
    if (!METHOD.test(name)) leaveOut(reading, place, name);
    return METHOD.test(name);
  });
}

function parseArguments(
  args: unknown,
  place: DocumentPlace,
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

/**
 * `{ "self": [{ "href": "…" }] }`, or `{ "self": "…" }` as WordPress wrote it before 5.6. A value of another form is
 * ignored. `undefined` if there are no `_links`.
 */
function readLinks(value: unknown): ReadonlyMap<string, readonly string[]> | undefined {
  if (value === undefined) return undefined;
  const entries = entriesOf(value) ?? [];
  return new Map(entries.map(([relation, targets]) => [relation, hrefsOf(targets)]));
}

function hrefsOf(targets: unknown): readonly string[] {
  if (typeof targets === 'string') return [targets];
  return (itemsOf(targets) ?? []).flatMap((target) => {
    const href = isJsonObject(target) ? target['href'] : undefined;
    return typeof href === 'string' ? [href] : [];
  });
}

/**
 * A dot outside a group is text, because authors of routes mean it so. `undefined` if a group or a class has no end.
 */
function parseRoutePattern(pattern: string): readonly RoutePart[] | undefined {
  const parts: RoutePart[] = [];
  for (let at = 0; at < pattern.length;) {
    const end = endOfAtom(pattern, at);
    if (end === undefined) return undefined;
    const length = QUANTIFIER.exec(pattern.slice(end, end + 16))?.[0].length ?? 0;
    addPart(parts, partOf(pattern.slice(at, end), pattern.slice(end, end + length)));
    at = end + length;
  }
  dropVainEnd(parts);
  return parts;
}

/** Drops the parts at the end that add no path. */
function dropVainEnd(parts: RoutePart[]): void {
  while (matchesNothing(parts.at(-1))) parts.pop();
}

function addPart(parts: RoutePart[], part: RoutePart): void {
  const last = parts.at(-1);
  if (part.kind === 'literal' && last?.kind === 'literal') {
    parts[parts.length - 1] = { kind: 'literal', text: last.text + part.text };
  } else {
    parts.push(part);
  }
}

/**
 * The paths that a pattern matches with and without its optional groups, the shorter one first: `/posts{/id}?` is
 * `/posts` and `/posts/{id}`. The pattern alone if a group is more than text and placeholders.
 */
function pathsOf(parts: readonly RoutePart[]): readonly (readonly RoutePart[])[] {
  let paths: readonly (readonly RoutePart[])[] = [[]];
  for (const part of parts) {
    const optional = part.kind === 'expression' ? optionalPaths(part.expression) : undefined;
    paths =
      optional === undefined
        ? paths.map((path) => joined(path, [part]))
        : paths.flatMap((path) => [path, ...optional.map((group) => joined(path, group))]);
    if (paths.length > MOST_PATHS) return [parts];
  }
  const trimmed = paths.map(withoutEnd);
  const isPath = (path: readonly RoutePart[]) => !path.map(textOf).join('').includes('//');
  return trimmed.every(isPath) ? trimmed : [parts];
}

/** The paths of an optional group with placeholders; `undefined` for any other expression. */
function optionalPaths(expression: string): readonly (readonly RoutePart[])[] | undefined {
  const [, group] = /^(\(.*\))\?$/s.exec(expression) ?? [];
  if (group === undefined || OPTIONAL_SLASH.test(expression) || OPTIONAL_QUERY.test(expression)) {
    return undefined;
  }
  const named = groupOf(group);
  if (named.kind === 'placeholder') return [[named]];
  const parts = parseRoutePattern(group.slice(1, -1).replace(/^\?:/, ''));
  const paths = parts === undefined ? [] : pathsOf(parts);
  const isKnown = paths.every((path) => path.every(({ kind }) => kind !== 'expression'));
  // A group without one, such as `(?:\.json)?`, gives the resource another ending, and not another path.
  const isNamed = paths.flat().some(({ kind }) => kind === 'placeholder');
  return isKnown && isNamed ? paths : undefined;
}

/** With a slash before a group that begins without one, if the slash may be missing. */
function joined(path: readonly RoutePart[], group: readonly RoutePart[]): readonly RoutePart[] {
  const last = path.at(-1);
  const isSlash = last?.kind === 'expression' && OPTIONAL_SLASH.test(last.expression);
  const parts: RoutePart[] = [];
  const [first] = group;
  const isSeparated = isSlash && first?.kind === 'placeholder';
  for (const part of isSeparated ? path.slice(0, -1) : path) addPart(parts, part);
  if (isSeparated) addPart(parts, { kind: 'literal', text: '/' });
  for (const part of group) addPart(parts, part);
  return parts;
}

function withoutEnd(path: readonly RoutePart[]): readonly RoutePart[] {
  const parts = [...path];
  dropVainEnd(parts);
  const last = parts.at(-1);
  if (last?.kind === 'literal' && last.text.length > 1 && last.text.endsWith('/')) {
    parts[parts.length - 1] = { kind: 'literal', text: last.text.slice(0, -1) };
  }
  return parts;
}

function textOf(part: RoutePart): string {
  if (part.kind === 'literal') return part.text;
  return part.kind === 'expression' ? part.expression : `(?P<${part.name}>${part.expression})`;
}

/** A slash that may be missing at the end of a path: every path of this library may have one. */
const OPTIONAL_SLASH = /^(?:\\?\/|\((?:\?:)?\\?\/\)|\[\\?\/\])\?$/;

/** `(\?.*)?`: a query that may be missing. A path has no query. */
const OPTIONAL_QUERY = /^(?:\\\?|\((?:\?:)?(?:\\\?|\[\\?\?\])[^|]*\))[?*]$/;

/** Whether the end of a pattern adds no path to those that are matched without it. */
function matchesNothing(part: RoutePart | undefined): boolean {
  if (part?.kind !== 'expression') return false;
  const { expression } = part;
  return expression === '$' || OPTIONAL_SLASH.test(expression) || OPTIONAL_QUERY.test(expression);
}

function partOf(atom: string, quantifier: string): RoutePart {
  if (quantifier !== '') return { kind: 'expression', expression: atom + quantifier };
  if (atom.startsWith('(')) return groupOf(atom);
  if (atom.startsWith('\\') && !/^\\\w/.test(atom)) return { kind: 'literal', text: atom.slice(1) };
  const isText = !atom.startsWith('[') && !atom.startsWith('\\') && !SYNTAX.includes(atom);
  return isText ? { kind: 'literal', text: atom } : { kind: 'expression', expression: atom };
}

function groupOf(group: string): RoutePart {
  const content = group.slice(1, -1);
  const [head = '', first, second] = NAME.exec(content) ?? [];
  const name = first ?? second;
  if (name === undefined) return { kind: 'expression', expression: group };
  return { kind: 'placeholder', name, expression: content.slice(head.length) };
}

/** The end of the character, escape, class or group that begins at `start`. */
function endOfAtom(text: string, start: number): number | undefined {
  switch (text.charAt(start)) {
    case '(':
      return endOfGroup(text, start);
    case '[':
      return endOfClass(text, start);
    case '\\':
      return Math.min(start + 2, text.length);
    default:
      return start + 1;
  }
}

function endOfGroup(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at: number | undefined = start; at !== undefined && at < text.length;) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return at + 1;
    at = '()'.includes(character) ? at + 1 : endOfAtom(text, at);
  }
  return undefined;
}

/** A `]` that follows the `[` is a member of the class. */
function endOfClass(text: string, start: number): number | undefined {
  let at = start + (text.charAt(start + 1) === '^' ? 2 : 1);
  if (text.charAt(at) === ']') at++;
  for (; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === ']') return at + 1;
  }
  return undefined;
}
