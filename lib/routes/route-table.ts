import FindMyWay, { type Instance } from 'find-my-way';
import {
  captureAligned,
  capturesOf,
  captureWhole,
  decodeSegments,
  type Capture,
} from './path-capture.js';
import { groupByPattern, type PathGroup, type TableEntry } from './path-group.js';
import {
  bySpecificity,
  groupByShape,
  isFoundBefore,
  mayMatchTogether,
  neighbourhood,
} from './path-shape.js';

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
    // What is looked up here has no query.
    querystringParser: () => undefined,
    onBadUrl: () => undefined,
  });
  const neighbours = neighbourhood(groups);
  for (const [url, members] of groupByShape(groups)) {
    const candidates = neighbours(members[0])
      .filter((group) => mayMatchTogether(group, members[0]) && !isFoundBefore(group, members[0]))
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
