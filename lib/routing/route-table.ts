import { captureAligned, captureWhole, placeholdersIn } from './path-capture.js';
import { entryOf, groupByPattern, type PathGroup, type TableEntry } from './path-group.js';
import {
  bySpecificity,
  groupByShape,
  isFoundBefore,
  mayMatchTogether,
  neighbourhood,
} from './path-shape.js';
import type { SegmentPattern } from '../model/paths/path-pattern.js';
import { SPELLING, spellingOf, withoutSlash } from './path-spelling.js';
import { ShapeTree, type Places } from './shape-tree.js';

/** A path that a group answers, with the values of its placeholders, decoded. */
export interface PathMatch<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  /** Who answers the method; of `OPTIONS`, which all do, the first. */
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/** What a path comes to: nothing answers it, or it cannot be read. */
export const NO_MATCH: unique symbol = Symbol('no match');
export const MALFORMED_PATH: unique symbol = Symbol('malformed path');

/** A frozen table of routes: its cost does not grow with their number. */
export interface RouteTable<Entry extends TableEntry> {
  /** In the order in which WordPress would list them. */
  readonly groups: readonly PathGroup<Entry>[];
  /**
   * The first group that answers a path and has the method, the most specific first; a group without
   * the method lets the next one try. One trailing slash and the case of ASCII letters in literals do
   * not matter. Literals are compared as they came: middleware compares them so on Express, and an
   * escaped literal would pass it by. Values of placeholders are decoded.
   *
   * @param method `OPTIONS` is every group's, and `HEAD` is `GET`.
   * @returns `MALFORMED_PATH` for malformed percent-encoding and characters that no URL may contain.
   */
  match(method: string, path: string): RouteMatch<Entry>;
}

/** What a path comes to. */
export type RouteMatch<Entry extends TableEntry> =
  PathMatch<Entry> | typeof NO_MATCH | typeof MALFORMED_PATH;

/** A group at a shape. Where it is the group's own, the tree has compared the literals already. */
interface Candidate<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  readonly placeholders: readonly SegmentPattern[] | undefined;
}

/** The groups whose paths the tree cannot tell apart, and others that may match there too. */
type Candidates<Entry extends TableEntry> = readonly Candidate<Entry>[];

export function buildTable<Entry extends TableEntry>(entries: readonly Entry[]): RouteTable<Entry> {
  const groups = groupByPattern(entries);
  const tree = new ShapeTree<Candidates<Entry>>();
  const neighbours = neighbourhood(groups);
  for (const members of groupByShape(groups)) {
    const [first] = members;
    const candidates = neighbours(first)
      .filter((group) => mayMatchTogether(group, first) && !isFoundBefore(group, first))
      .sort(bySpecificity)
      .map((group) => ({
        group,
        placeholders: members.includes(group) ? placeholdersIn(group) : undefined,
      }));
    tree.add(
      first.pattern.segments.map(({ literal }) => literal),
      candidates,
    );
  }
  const maximumSegments = Math.max(1, ...groups.map(({ pattern }) => pattern.segments.length));
  return Object.freeze({
    groups,
    match: (method: string, path: string) => {
      const spelling = spellingOf(path, maximumSegments);
      if (spelling === SPELLING.invalid) return MALFORMED_PATH;
      if (spelling === SPELLING.unknown) return NO_MATCH;
      const raw = withoutSlash(path);
      if (spelling === SPELLING.plain) return matchIn(tree, method, raw, raw, false);
      const folded = (spelling & SPELLING.capitals) === 0 ? raw : raw.toLowerCase();
      return matchIn(tree, method, raw, folded, (spelling & SPELLING.escapes) !== 0);
    },
  });
}

/**
 * The first candidate that has the method and takes what stands where its placeholders are.
 *
 * @param raw The path, of ASCII characters and without a slash at its end.
 * @param folded The same in lower case.
 */
function matchIn<Entry extends TableEntry>(
  tree: ShapeTree<Candidates<Entry>>,
  method: string,
  raw: string,
  folded: string,
  hasEscapes: boolean,
): PathMatch<Entry> | typeof NO_MATCH {
  const places: Places = [0, 0, 0, 0];
  const candidates = tree.find(folded, places);
  if (candidates === undefined) return NO_MATCH;
  for (const { group, placeholders } of candidates) {
    const entry = entryOf(group, method);
    if (entry === undefined) continue;
    const params =
      placeholders === undefined
        ? captureWhole(group.pattern, raw.slice(1).split('/'), hasEscapes)
        : captureAligned(placeholders, raw, places, hasEscapes);
    if (params !== undefined) return { group, entry, params };
  }
  return NO_MATCH;
}
