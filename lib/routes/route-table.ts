import FindMyWay, { type Instance } from 'find-my-way';
import type { HttpMethod } from '../signature/http-method.js';
import type { PathPattern } from './path-pattern.js';

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

/** A frozen table of routes: its cost does not grow with their number. */
export interface RouteTable<Entry extends TableEntry> {
  /** In the order in which the host would list them. */
  readonly groups: readonly PathGroup<Entry>[];
  /**
   * The groups that answer a path, the most specific first. A trailing slash and the case of
   * literals do not matter. `undefined` for a path with malformed percent-encoding.
   */
  match(path: string): readonly PathMatch<Entry>[] | undefined;
}

/** The groups whose paths have the same number of segments and placeholders at the same places. */
interface Shape<Entry extends TableEntry> {
  readonly candidates: readonly PathGroup<Entry>[];
}

/** Longer than any path that Node's parser lets through. */
const NO_LIMIT = 1_000_000;

export function buildTable<Entry extends TableEntry>(entries: readonly Entry[]): RouteTable<Entry> {
  const groups = groupByPattern(entries);
  const router = FindMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: NO_LIMIT,
    onBadUrl: () => undefined,
  });
  for (const [url, members] of groupByShape(groups)) {
    const candidates = groups
      .filter((group) => mayMatchTogether(group, members[0]))
      .sort(bySpecificity);
    router.on('GET', url, () => undefined, { candidates } satisfies Shape<Entry>);
  }
  return Object.freeze({ groups, match: (path: string) => match<Entry>(router, path) });
}

function match<Entry extends TableEntry>(
  router: Instance<FindMyWay.HTTPVersion.V1>,
  path: string,
): readonly PathMatch<Entry>[] | undefined {
  const found = router.find('GET', path);
  if (found === null) return isDecodable(path) ? [] : undefined;
  const shape = found.store as Shape<Entry> | null;
  if (shape === null) return undefined;
  const segments = decodeSegments(path);
  if (segments === undefined) return undefined;
  return shape.candidates.flatMap((group) => {
    const params = capture(group.pattern, segments);
    return params === undefined ? [] : [{ group, params }];
  });
}

function capture(
  { segments: patterns }: PathPattern,
  segments: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let index = 0; index < patterns.length; index++) {
    const pattern = patterns[index];
    const values = pattern?.capture(segments[index] ?? '');
    if (pattern === undefined || values === undefined) return undefined;
    for (let at = 0; at < values.length; at++) params[pattern.names[at] ?? ''] = values[at] ?? '';
  }
  return params;
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

function isDecodable(path: string): boolean {
  return decodeSegments(path) !== undefined;
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
      .map(({ literal }, index) => `/${literal ?? `:p${index}`}`)
      .join('');
    const members = shapes.get(url);
    if (members === undefined) shapes.set(url, [group]);
    else members.push(group);
  }
  return shapes;
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
