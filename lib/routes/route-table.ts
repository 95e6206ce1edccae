import { captureAligned, captureWhole, decodeSegments, placeholdersIn } from './path-capture.js';
import { entryOf, groupByPattern, type PathGroup, type TableEntry } from './path-group.js';
import {
  bySpecificity,
  groupByShape,
  isFoundBefore,
  mayMatchTogether,
  neighbourhood,
} from './path-shape.js';
import type { SegmentPattern } from './path-pattern.js';
import { ShapeTree, type Places } from './shape-tree.js';

const SLASH = 47;

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
  /** In the order in which the host would list them. */
  readonly groups: readonly PathGroup<Entry>[];
  /**
   * The first group that answers a path and has the method, the most specific first; a group without
   * the method lets the next one try. A trailing slash and the case of literals do not matter.
   *
   * @param method `OPTIONS` is every group's, and `HEAD` is `GET`.
   * @returns `MALFORMED_PATH` for a path with malformed percent-encoding.
   */
  match(method: string, path: string): PathMatch<Entry> | typeof NO_MATCH | typeof MALFORMED_PATH;
}

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
  return Object.freeze({
    groups,
    match: (method: string, path: string) => {
      if (isPlain(path)) return matchIn(tree, method, path, undefined);
      const segments = decodeSegments(path);
      return segments === undefined ? MALFORMED_PATH : matchIn(tree, method, path, segments);
    },
  });
}

/** Whether a path can be looked up as it stands: no escape, capital, fragment or slash at the end. */
function isPlain(path: string): boolean {
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (code === 37 /* % */ || code === 35 /* # */ || (code >= 65 && code <= 90)) return false;
  }
  return path.length === 1 || path.charCodeAt(path.length - 1) !== SLASH;
}

/**
 * The first candidate that has the method and takes what stands where its placeholders are.
 *
 * @param segments Of the path, decoded; `undefined` where it can be looked up as it stands.
 */
function matchIn<Entry extends TableEntry>(
  tree: ShapeTree<Candidates<Entry>>,
  method: string,
  path: string,
  segments: readonly string[] | undefined,
): PathMatch<Entry> | typeof NO_MATCH {
  const places: Places = [0, 0, 0, 0];
  const candidates = tree.find(segments === undefined ? path : comparable(segments), places);
  if (candidates === undefined) return NO_MATCH;
  for (const { group, placeholders } of candidates) {
    const entry = entryOf(group, method);
    if (entry === undefined) continue;
    const params =
      placeholders === undefined || segments !== undefined
        ? captureWhole(group.pattern, segments ?? path.slice(1).split('/'))
        : captureAligned(placeholders, path, places);
    if (params !== undefined) return { group, entry, params };
  }
  return NO_MATCH;
}

/** A slash within a segment ends none, so that it must not look like one. */
function comparable(segments: readonly string[]): string {
  return segments
    .map((segment) => `/${segment.replaceAll('/', '%')}`)
    .join('')
    .toLowerCase();
}
