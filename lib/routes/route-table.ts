import FindMyWay, { type Instance } from 'find-my-way';
import { BareRecord } from './bare-record.js';
import type { HttpMethod } from '../signature/http-method.js';
import type { PathPattern, SegmentPattern } from './path-pattern.js';

/** What the table needs to know of what it holds. */
export interface TableEntry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** All that answers one path: the host's route, with its endpoints in order. */
export interface PathGroup<Entry extends TableEntry> {
  readonly pattern: PathPattern;
  readonly entries: readonly Entry[];
  readonly byMethod: ReadonlyMap<string, Entry>;
}

/** A path that a group answers, with the values of its placeholders, decoded. */
export interface PathMatch<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
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

/** A segment with placeholders, and the name under which the tree hands its text over. */
interface Capture {
  readonly pattern: SegmentPattern;
  readonly key: string;
}

/** A group at a shape. Where it is the group's own, the tree has compared the literals already. */
interface Candidate<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  readonly captures: readonly Capture[] | undefined;
}

/** The groups whose paths the tree cannot tell apart, and others that may match there too. */
interface Shape<Entry extends TableEntry> {
  readonly candidates: readonly Candidate<Entry>[];
}

/** Longer than any path that Node's parser lets through. */
const NO_LIMIT = 1_000_000;

type Router = Instance<FindMyWay.HTTPVersion.V1>;

export function buildTable<Entry extends TableEntry>(entries: readonly Entry[]): RouteTable<Entry> {
  const groups = groupByPattern(entries);
  const router: Router = FindMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: NO_LIMIT,
    onBadUrl: () => undefined,
  });
  const neighbours = neighbourhood(groups);
  for (const [url, members] of groupByShape(groups)) {
    const candidates = neighbours(members[0])
      .filter((group) => mayMatchTogether(group, members[0]))
      .sort(bySpecificity)
      .map((group) => ({
        group,
        captures: members.includes(group) ? capturesOf(group) : undefined,
      }));
    router.on('GET', url, () => undefined, { candidates } satisfies Shape<Entry>);
  }
  return Object.freeze({
    groups,
    match: (method: string, path: string) => match<Entry>(router, method, path),
  });
}

function match<Entry extends TableEntry>(
  router: Router,
  method: string,
  path: string,
): PathMatch<Entry> | typeof NO_MATCH | typeof MALFORMED_PATH {
  const found = router.find('GET', path.endsWith('//') ? path.replace(/\/+$/, '') : path);
  if (found === null) return decodeSegments(path) === undefined ? MALFORMED_PATH : NO_MATCH;
  const shape = found.store as Shape<Entry> | null;
  if (shape === null) return MALFORMED_PATH;
  for (const { group, captures } of shape.candidates) {
    if (!hasMethod(group, method)) continue;
    const params =
      captures === undefined
        ? captureWhole(group.pattern, path)
        : captureAligned(captures, found.params);
    if (params !== undefined) return { group, params };
  }
  return NO_MATCH;
}

function hasMethod(group: PathGroup<TableEntry>, method: string): boolean {
  if (method === 'OPTIONS') return true;
  return group.byMethod.has(method === 'HEAD' ? 'GET' : method);
}

function capturesOf({ pattern: { segments } }: PathGroup<TableEntry>): readonly Capture[] {
  return segments.flatMap((pattern, index) =>
    pattern.literal === undefined ? [{ pattern, key: shapeKey(index) }] : [],
  );
}

/** Of a group at its own shape only the placeholders are left to look at; the tree has decoded them. */
function captureAligned(
  captures: readonly Capture[],
  found: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  const params = new BareRecord<string>();
  for (const { pattern, key } of captures) {
    if (!captureSegment(pattern, found[key] ?? '', params)) return undefined;
  }
  return params;
}

function captureWhole({ segments }: PathPattern, path: string): Record<string, string> | undefined {
  const texts = decodeSegments(path) ?? [];
  const params = new BareRecord<string>();
  const isMatch = segments.every((pattern, index) =>
    captureSegment(pattern, texts[index] ?? '', params),
  );
  return isMatch ? params : undefined;
}

function captureSegment(
  { names, capture }: SegmentPattern,
  text: string,
  params: Record<string, string>,
): boolean {
  const values = capture(text);
  if (values === undefined) return false;
  for (let at = 0; at < values.length; at++) params[names[at] ?? ''] = values[at] ?? '';
  return true;
}

function shapeKey(index: number): string {
  return `p${index}`;
}

function decodeSegments(path: string): readonly string[] | undefined {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const segments = path.slice(1, end).split('/');
  try {
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return undefined; // malformed percent-encoding: said to the client as such
  }
}

function groupByPattern<Entry extends TableEntry>(entries: readonly Entry[]): PathGroup<Entry>[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.pattern.hostPattern.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((members) => {
    const byMethod = new Map<string, Entry>();
    for (const member of members) {
      for (const method of member.methods) if (!byMethod.has(method)) byMethod.set(method, member);
    }
    const [first] = members;
    if (first === undefined) throw new RangeError('A group of routes is never empty.');
    return Object.freeze({ pattern: first.pattern, entries: members, byMethod });
  });
}

function groupByShape<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): ReadonlyMap<string, readonly [PathGroup<Entry>, ...PathGroup<Entry>[]]> {
  const shapes = new Map<string, [PathGroup<Entry>, ...PathGroup<Entry>[]]>();
  for (const group of groups) {
    const url = group.pattern.segments
      .map(({ literal }, index) => `/${literal ?? `:${shapeKey(index)}`}`)
      .join('');
    const members = shapes.get(url);
    if (members === undefined) shapes.set(url, [group]);
    else members.push(group);
  }
  return shapes;
}

/**
 * The groups among which those that may match a path of a group are: without looking at all of them,
 * which for a thousand routes took half of a start.
 */
function neighbourhood<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): (group: PathGroup<Entry>) => readonly PathGroup<Entry>[] {
  const byBeginning = new Map<string | undefined, PathGroup<Entry>[]>();
  for (const group of groups) {
    const key = beginningOf(group);
    const members = byBeginning.get(key);
    if (members === undefined) byBeginning.set(key, [group]);
    else members.push(group);
  }
  return (group) => {
    const key = beginningOf(group);
    if (key === undefined) return groups;
    return [...(byBeginning.get(key) ?? []), ...(byBeginning.get(undefined) ?? [])];
  };
}

/** Namespace, version and base, where a path begins with three fixed segments. */
function beginningOf({ pattern: { segments } }: PathGroup<TableEntry>): string | undefined {
  const literals = segments.slice(0, 3).map(({ literal }) => literal);
  return literals.length < 3 || literals.includes(undefined) ? undefined : literals.join('/');
}

/**
 * Whether some path is matched by both. The radix tree ends at one shape, the most literal; a group
 * of another shape must still get its turn when that one lacks the method or refuses the value.
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

function bySpecificity(a: PathGroup<TableEntry>, b: PathGroup<TableEntry>): number {
  const ranks = a.pattern.segments.map(
    ({ rank }, at) => rank - (b.pattern.segments[at]?.rank ?? 0),
  );
  return ranks.find((difference) => difference !== 0) ?? 0;
}
