/** Where a path ends after a run of literals, and what comes where a placeholder follows the run. */
interface Run<Leaf> {
  leaf: Leaf | undefined;
  after: Runs<Leaf> | undefined;
}

type Runs<Leaf> = Map<string, Run<Leaf>>;

/** The beginning and the end of each of several segments, one after another. */
export type Places = number[];

/**
 * Finds the shape of a path: which of its segments are literals, and which stand for a placeholder. A
 * run of literals is looked up as a whole, the longest first, so that most paths are found by one or
 * two lookups, however many there are.
 */
export class ShapeTree<Leaf> {
  readonly #runs: Runs<Leaf> = new Map();

  /** @param segments Literals in lower case; `undefined` where a placeholder stands. */
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
   * The leaf of the shape that goes by literals wherever it can.
   *
   * @param path In lower case, without a slash at its end.
   * @param places Is given the places of the segments that placeholders stand for, from its beginning.
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

/** From a slash, or the end of the path, on. */
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
    // A search from a negative place would find a slash at the beginning again.
    if (end === 0) return undefined;
  }
  return undefined;
}

/** Past the segment that begins at `start`. */
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
