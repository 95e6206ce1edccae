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
import { ShapeTree } from './shape-tree.js';

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
    match: (method: string, path: string) =>
      isPlain(path) ? matchPlain(tree, method, path) : matchAny(tree, method, path),
  });
}

type Match<Entry extends TableEntry> = PathMatch<Entry> | typeof NO_MATCH | typeof MALFORMED_PATH;

/** Whether a path can be looked up as it stands: no escape, capital, fragment or slash at the end. */
function isPlain(path: string): boolean {
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (code === 37 /* % */ || code === 35 /* # */ || (code >= 65 && code <= 90)) return false;
  }
  return path.length === 1 || !path.endsWith('/');
}

function matchPlain<Entry extends TableEntry>(
  tree: ShapeTree<Candidates<Entry>>,
  method: string,
  path: string,
): Match<Entry> {
  const places: number[] = [];
  const candidates = tree.find(path, places);
  if (candidates === undefined) return NO_MATCH;
  const texts: string[] = [];
  for (let at = 0; at < places.length; at += 2) texts.push(path.slice(places[at], places[at + 1]));
  return firstOf(candidates, method, texts, path);
}

function matchAny<Entry extends TableEntry>(
  tree: ShapeTree<Candidates<Entry>>,
  method: string,
  path: string,
): Match<Entry> {
  const segments = decodeSegments(path);
  if (segments === undefined) return MALFORMED_PATH;
  const places: number[] = [];
  // A slash within a segment ends none, so that it must not look like one.
  const text = segments.map((segment) => `/${segment.replaceAll('/', '%')}`).join('');
  const lower = text.toLowerCase();
  const candidates = tree.find(lower, places);
  if (candidates === undefined) return NO_MATCH;
  const texts: string[] = [];
  for (let at = 0; at < places.length; at += 2) {
    // Letters may change their number in lower case; slashes do not.
    const index = lower.slice(0, places[at]).split('/').length - 2;
    texts.push(segments[index] ?? '');
  }
  return firstOf(candidates, method, texts, path);
}

/** The first candidate that has the method and takes the texts of the placeholders. */
function firstOf<Entry extends TableEntry>(
  candidates: Candidates<Entry>,
  method: string,
  texts: readonly string[],
  path: string,
): Match<Entry> {
  for (const { group, placeholders } of candidates) {
    const entry = entryOf(group, method);
    if (entry === undefined) continue;
    const params =
      placeholders === undefined
        ? captureWhole(group.pattern, decodeSegments(path) ?? [])
        : captureAligned(placeholders, texts);
    if (params !== undefined) return { group, entry, params };
  }
  return NO_MATCH;
}
