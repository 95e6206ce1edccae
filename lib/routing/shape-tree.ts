import type { HttpMethod } from '../routes/declaration/route-declaration.js';
import { groupBy, type Some } from '../shared/records.js';
import type { PathPattern } from '../routes/paths/path-pattern.js';

/** A run of literals: consecutive segments without a placeholder. */
interface Run<Leaf> {
  /** Where a shape ends with this run. */
  leaf: Leaf | undefined;
  /** The runs that may follow after one placeholder. */
  after: Runs<Leaf> | undefined;
}

type Runs<Leaf> = Map<string, Run<Leaf>>;

/** The beginning and the end of each placeholder's segment in a path, alternating. */
export type Places = number[];

/**
 * Finds the shape of a path: which of its segments are literals, and which belong to placeholders.
 *
 * The shapes `/v1/items`, `/v1/items/{}` and `/v1/items/{}/notes` are stored as:
 *
 *     '/v1/items' → leaf, after: { '' → leaf, '/notes' → leaf }
 *
 * A run of literals is looked up as a whole, the longest first, so most paths need one or two lookups.
 */
export class ShapeTree<Leaf> {
  readonly #runs: Runs<Leaf> = new Map();

  /** @param segments Literals in lower case; `undefined` for a placeholder. */
  add(segments: readonly (string | undefined)[], leaf: Leaf): void {
    let runs = this.#runs;
    let literals = '';
    for (const segment of segments) {
      if (segment === undefined) {
        runs = runAt(runs, literals).after ??= new Map();
        literals = '';
      } else literals += `/${segment}`;
    }
    runAt(runs, literals).leaf = leaf;
  }

  /**
   * The leaf of a path's shape. Literals are preferred to placeholders.
   *
   * @param path In lower case, without a slash at its end.
   * @param places Receives the positions of the placeholders' segments.
   */
  find(path: string, places: Places): Leaf | undefined {
    return findFrom(this.#runs, path, 0, places, 0);
  }
}

function runAt<Leaf>(runs: Runs<Leaf>, literals: string): Run<Leaf> {
  const known = runs.get(literals);
  if (known !== undefined) return known;
  const run: Run<Leaf> = { leaf: undefined, after: undefined };
  runs.set(literals, run);
  return run;
}

/** Continues at `start`, which is a slash or the end of the path. */
function findFrom<Leaf>(
  runs: Runs<Leaf>,
  path: string,
  start: number,
  places: Places,
  count: number,
): Leaf | undefined {
  for (let end = path.length; end >= start; end = path.lastIndexOf('/', end - 1)) {
    const run = runs.get(path.slice(start, end));
    if (run !== undefined) {
      const found = end === path.length ? run.leaf : findAfter(run, path, end + 1, places, count);
      if (found !== undefined) return found;
    }
    // `lastIndexOf` from a negative position would find a slash at the beginning again.
    if (end === 0) return undefined;
  }
  return undefined;
}

/** Takes the segment at `start` for a placeholder's, and continues after it. */
function findAfter<Leaf>(
  { after }: Run<Leaf>,
  path: string,
  start: number,
  places: Places,
  count: number,
): Leaf | undefined {
  if (after === undefined) return undefined;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  places[count] = start;
  places[count + 1] = end;
  return findFrom(after, path, end, places, count + 2);
}

/** An entry of the route table. */
export interface TableEntry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** The entries of one path pattern, in their order: a route of WordPress with its endpoints. */
export interface PathGroup<Entry extends TableEntry> {
  readonly pattern: PathPattern;
  readonly entries: Some<Entry>;
}

/** A group that matches a path, with the values of its placeholders, decoded. */
export interface PathMatch<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  /** The entry that has the method; for `OPTIONS`, which every entry has, the first. */
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The entry that has a method: `HEAD` is `GET`, and every group has `OPTIONS`. A path has so few methods
 * that a loop is faster than a map, and takes no memory for each route.
 */
export function entryOf<Entry extends TableEntry>(
  { entries }: PathGroup<Entry>,
  method: string,
): Entry | undefined {
  if (method === 'OPTIONS') return entries[0];
  const meant = method === 'HEAD' ? 'GET' : method;
  for (const entry of entries) {
    for (const one of entry.methods) if (one === meant) return entry;
  }
  return undefined;
}

/** Groups entries by their pattern, in the order of each first entry. */
export function groupByPattern<Entry extends TableEntry>(
  entries: readonly Entry[],
): PathGroup<Entry>[] {
  const groups = groupBy(entries, ({ pattern }) => pattern.identity);
  return Array.from(groups.values(), (members) =>
    Object.freeze({ pattern: members[0].pattern, entries: members }),
  );
}
