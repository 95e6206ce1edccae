/**
 * The route table finds the route of a method and a path. Its cost depends on the path, not on the number
 * of routes. It is built once, in three layers:
 *
 * 1. **Groups** (`path-group.ts`). Endpoints with one path pattern form a group, in the order of their
 *    declaration, as in WordPress: `GET /items/{id}` and `DELETE /items/{id}` are one group.
 *
 * 2. **Path keys** (`path-tree.ts`). The path key of a pattern is its literals and the positions of its placeholders:
 *    `/items/{id}` and `/items/{slug}` both have the path key `/items/{}`. The tree is a radix tree of literals,
 *    `/acme/v1/items`, with the tree of the texts that may follow one placeholder. A lookup descends the tree by
 *    comparing texts, literals first.
 *
 * 3. **Candidates**. A leaf of the tree has the list of groups that may match a path of its key, the most specific
 *    first: `{id}` as an integer before `{slug}` as any text. The list includes groups of other keys, such as
 *    `/{type}/{id}`, for paths that the first ones reject.
 *
 * Paths with a placeholder that spans slashes have no path key. They are the least specific, so they have a table of
 * their own (`spanning-table.ts`) for requests without a match in the tree.
 *
 * A lookup reads the path once, finds the candidates of its path key, and returns the first one that has the method and
 * whose placeholders accept the segments.
 */

import {
  entryOf,
  groupByPattern,
  type PathGroup,
  type PathMatch,
  type TableEntry,
} from './path-group.js';
import {
  PathTree,
  type SegmentBounds,
  captureAligned,
  captureWhole,
  placeholdersIn,
  SPELLING,
  spellingOf,
  withoutSlash,
} from './path-tree.js';
import { HTTP_METHODS } from '../routes/declaration/route-declaration.js';
import { SpanningTable } from './spanning-table.js';
import type { SegmentPattern } from '../routes/paths/segment-pattern.js';
import { type Some, groupBy } from '../shared/records.js';

/** No route has the path and the method. */
export const NO_MATCH: unique symbol = Symbol('no match');
/** A route has the path, and none has the method; only in a table that distinguishes this from `NO_MATCH`. */
export const NO_METHOD: unique symbol = Symbol('no method');
/** The path cannot be read. */
export const MALFORMED_PATH: unique symbol = Symbol('malformed path');

/** A frozen table of routes. */
export interface RouteTable<Entry extends TableEntry> {
  /** In the order in which WordPress would list them. */
  readonly groups: readonly PathGroup<Entry>[];
  /**
   * Matches the first group that accepts a path and has the method, the most specific first. A group without the
   * method is skipped. One trailing slash and the case of ASCII letters in literals are ignored. Literals are
   * compared as sent, without decoding, because Express compares the paths of middleware so: an escaped literal would
   * bypass it. The values of placeholders are decoded.
   *
   * @param method `OPTIONS` matches every group, those without a named entry last, and `HEAD` is `GET`.
   * @returns `MALFORMED_PATH` for malformed percent-encoding and characters that no URL may contain.
   */
  match(method: string, path: string): RouteMatch<Entry>;
  /** The groups that serve a path, each with its methods, as far as clients may learn of them. */
  namedAt(path: string): readonly NamedMatch<Entry>[];
}

/** A group that matches a path, and the methods that it serves there. */
export interface NamedMatch<Entry extends TableEntry> extends PathMatch<Entry> {
  readonly methods: ReadonlySet<string>;
}

/** The distinctions of a table. */
interface TableOptions<Entry extends TableEntry> {
  /** Whether a path without the method is `NO_METHOD`. */
  readonly distinguishesMethods?: boolean;
  /** Whether clients may learn of an entry; if not, only requests with its methods match it. */
  readonly isNamed?: (entry: Entry) => boolean;
}

/** The result of matching a path. */
export type RouteMatch<Entry extends TableEntry> =
  PathMatch<Entry> | typeof NO_MATCH | typeof NO_METHOD | typeof MALFORMED_PATH;

export function buildTable<Entry extends TableEntry>(
  entries: readonly Entry[],
  { distinguishesMethods = false, isNamed = () => true }: TableOptions<Entry> = {},
): RouteTable<Entry> {
  const all = buildMatcher(entries);
  const namedEntries = entries.filter(isNamed);
  const named = namedEntries.length === entries.length ? all : buildMatcher(namedEntries);
  const matchNamedFirst: Matcher<Entry>['match'] = (method, path) => {
    const found = method === 'OPTIONS' ? named.match(method, path) : NO_MATCH;
    return typeof found === 'object' ? found : all.match(method, path);
  };
  const matchAny = named === all ? all.match : matchNamedFirst;
  const match = (method: string, path: string): RouteMatch<Entry> => {
    const found = matchAny(method, path);
    if (found !== NO_MATCH) return found;
    // Every group has OPTIONS.
    return typeof named.match('OPTIONS', path) === 'object' ? NO_METHOD : found;
  };
  return Object.freeze({
    groups: all.groups,
    match: distinguishesMethods ? match : matchAny,
    namedAt: (path: string) => namedMatches(path, named),
  });
}

function namedMatches<Entry extends TableEntry>(
  path: string,
  { match }: Matcher<Entry>,
): readonly NamedMatch<Entry>[] {
  const found = HTTP_METHODS.flatMap((method) => {
    const matched = match(method, path);
    return typeof matched === 'object' ? [{ method, matched }] : [];
  });
  return Array.from(groupBy(found, ({ matched }) => matched.group).values(), (members) => ({
    ...members[0].matched,
    methods: new Set<string>(members.map(({ method }) => method)),
  }));
}

/** Groups, and how they are matched. */
interface Matcher<Entry extends TableEntry> extends Pick<RouteTable<Entry>, 'groups'> {
  readonly match: (
    method: string,
    path: string,
  ) => PathMatch<Entry> | typeof NO_MATCH | typeof MALFORMED_PATH;
}

function buildMatcher<Entry extends TableEntry>(entries: readonly Entry[]): Matcher<Entry> {
  const groups = groupByPattern(entries);
  const spanning = groups.filter((group) => isSpanning(group));
  const others = groups.filter((group) => !isSpanning(group));
  const tree = buildTree(others);
  const maximumSegments = Math.max(1, ...others.map(({ pattern }) => pattern.segments.length));
  const rest = spanning.length === 0 ? undefined : new SpanningTable(spanning);
  const match: Matcher<Entry>['match'] = (method, path) => {
    const spelling = spellingOf(path, maximumSegments);
    if (spelling === SPELLING.invalid) return MALFORMED_PATH;
    if (spelling === SPELLING.unknown) return NO_MATCH;
    const raw = withoutSlash(path);
    const folded = (spelling & SPELLING.capitals) === 0 ? raw : raw.toLowerCase();
    const hasEscapes = (spelling & SPELLING.escapes) !== 0;
    const found =
      (spelling & SPELLING.long) === 0 ? matchIn(tree, method, raw, folded, hasEscapes) : NO_MATCH;
    if (found !== NO_MATCH || rest === undefined || !raw.startsWith('/')) return found;
    return rest.match(method, raw, folded, hasEscapes) ?? NO_MATCH;
  };
  return { groups, match };
}

function isSpanning({ pattern: { segments } }: PathGroup<TableEntry>): boolean {
  return segments.some(({ spansSlashes }) => spansSlashes);
}

/** The candidates of each path key, the most specific first. */
type Tree<Entry extends TableEntry> = PathTree<readonly Candidate<Entry>[]>;

function buildTree<Entry extends TableEntry>(groups: readonly PathGroup<Entry>[]): Tree<Entry> {
  const tree: Tree<Entry> = new PathTree();
  const candidates = candidatesOf(groups);
  for (const members of groupByPathKey(groups)) {
    const literals = members[0].pattern.segments.map(({ literal }) => literal);
    tree.add(literals, candidates(members));
  }
  return tree;
}

/**
 * Matches the first candidate that has the method and whose placeholders accept the path.
 *
 * @param raw The path, of ASCII characters and without a slash at its end.
 * @param folded The same in lower case.
 */
function matchIn<Entry extends TableEntry>(
  tree: Tree<Entry>,
  method: string,
  raw: string,
  folded: string,
  hasEscapes: boolean,
): PathMatch<Entry> | typeof NO_MATCH {
  const bounds: SegmentBounds = [0, 0, 0, 0];
  const candidates = tree.find(folded, bounds);
  if (candidates === undefined) return NO_MATCH;
  for (const { group, placeholders } of candidates) {
    const entry = entryOf(group, method);
    if (entry === undefined) continue;
    const params =
      placeholders === undefined
        ? captureWhole(group.pattern, raw.slice(1).split('/'), hasEscapes)
        : captureAligned(placeholders, raw, bounds, hasEscapes);
    if (params !== undefined) return { group, entry, params };
  }
  return NO_MATCH;
}

interface Candidate<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  /** Present if the path key is that of the group: the tree has compared the literals, so only these remain. */
  readonly placeholders: readonly SegmentPattern[] | undefined;
}

/** `members` are the groups that have the path key. */
function candidatesOf<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): (members: Some<PathGroup<Entry>>) => readonly Candidate<Entry>[] {
  const neighbours = neighbourhood(groups);
  return (members) => {
    const [first] = members;
    return neighbours(first)
      .filter((group) => mayMatchTogether(group, first) && !isFoundBefore(group, first))
      .sort(bySpecificity)
      .map((group) => ({
        group,
        placeholders: members.includes(group) ? placeholdersIn(group) : undefined,
      }));
  };
}

function groupByPathKey<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): Iterable<Some<PathGroup<Entry>>> {
  return groupBy(groups, pathKeyOf).values();
}

function pathKeyOf({ pattern: { segments } }: PathGroup<TableEntry>): string {
  let key = '';
  for (const { literal } of segments) key += `/${literal ?? '{}'}`;
  return key;
}

/**
 * A superset: comparing every pair of groups would be quadratic, so only groups with the same beginning, or with a
 * placeholder in it, are returned.
 */
function neighbourhood<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): (group: PathGroup<Entry>) => readonly PathGroup<Entry>[] {
  const byBeginning = groupBy(groups, beginningOf);
  return (group) => {
    const key = beginningOf(group);
    if (key === undefined) return groups;
    return [...(byBeginning.get(key) ?? []), ...(byBeginning.get(undefined) ?? [])];
  };
}

/** Namespace, version and base, if a path begins with three literals. */
function beginningOf({ pattern: { segments } }: PathGroup<TableEntry>): string | undefined {
  const literals = segments.slice(0, 3).map(({ literal }) => literal);
  return literals.length < 3 || literals.includes(undefined) ? undefined : literals.join('/');
}

/**
 * Whether some path matches both groups. The tree finds one path key, the most literal one. A group of another key is
 * tried if that one lacks the method or rejects a value.
 */
function mayMatchTogether(
  { pattern: a }: PathGroup<TableEntry>,
  { pattern: b }: PathGroup<TableEntry>,
): boolean {
  if (a.segments.length !== b.segments.length) return false;
  return a.segments.every(({ literal }, index) => {
    const other = b.segments[index]?.literal;
    return literal === undefined || other === undefined || literal === other;
  });
}

/**
 * Whether the tree finds `a` before `b` for every path that both match, because it prefers literals. Then `a` is not
 * a candidate at the path key of `b`: the tree has already failed to match it.
 */
function isFoundBefore(
  { pattern: a }: PathGroup<TableEntry>,
  { pattern: b }: PathGroup<TableEntry>,
): boolean {
  const at = a.segments.findIndex(({ literal }, index) => literal !== b.segments[index]?.literal);
  return at !== -1 && b.segments[at]?.literal === undefined;
}

/** Orders groups by the rank of their segments: a segment that accepts less comes first. */
function bySpecificity(a: PathGroup<TableEntry>, b: PathGroup<TableEntry>): number {
  const ranks = a.pattern.segments.map(
    ({ rank }, at) => rank - (b.pattern.segments[at]?.rank ?? 0),
  );
  return ranks.find((difference) => difference !== 0) ?? 0;
}
