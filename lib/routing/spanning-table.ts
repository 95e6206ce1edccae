import type { PathPattern } from '../routes/paths/path-pattern.js';
import { groupBy } from '../shared/records.js';
import { entryOf, type PathGroup, type PathMatch, type TableEntry } from './path-group.js';
import { captureSpanning } from './path-tree.js';

/**
 * The groups of paths with a placeholder that spans slashes, by the literals before their first placeholder.
 * A lookup tries the beginnings of a path, the longest first, so its cost does not depend on the groups
 * with other beginnings.
 */
export class SpanningTable<Entry extends TableEntry> {
  readonly #byBeginning: ReadonlyMap<string, readonly PathGroup<Entry>[]>;
  /** The numbers of segments that the beginnings have, in descending order. */
  readonly #lengths: readonly number[];

  constructor(groups: readonly PathGroup<Entry>[]) {
    const byBeginning = groupBy(groups, ({ pattern }) => beginningOf(pattern).join('/'));
    this.#byBeginning = new Map(
      Array.from(byBeginning, ([beginning, members]) => [
        beginning,
        members.toSorted(({ pattern: a }, { pattern: b }) => bySpecificity(a, b)),
      ]),
    );
    const lengths = groups.map(({ pattern }) => beginningOf(pattern).length);
    this.#lengths = [...new Set(lengths)].toSorted((a, b) => b - a);
  }

  match(
    method: string,
    raw: string,
    folded: string,
    hasEscapes: boolean,
  ): PathMatch<Entry> | undefined {
    const texts = raw.slice(1).split('/');
    const foldedTexts = folded === raw ? texts : folded.slice(1).split('/');
    for (const length of this.#lengths) {
      const groups = this.#byBeginning.get(foldedTexts.slice(0, length).join('/'));
      const found = groups && firstMatch(groups, method, texts, hasEscapes);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function firstMatch<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
  method: string,
  texts: readonly string[],
  hasEscapes: boolean,
): PathMatch<Entry> | undefined {
  for (const group of groups) {
    const entry = entryOf(group, method);
    if (entry === undefined) continue;
    const params = captureSpanning(group.pattern, texts, hasEscapes);
    if (params !== undefined) return { group, entry, params };
  }
  return undefined;
}

/** The literals before the first placeholder. */
function beginningOf({ segments }: PathPattern): readonly string[] {
  const at = segments.findIndex(({ literal }) => literal === undefined);
  return segments.slice(0, at).map(({ literal }) => literal ?? '');
}

function bySpecificity(a: PathPattern, b: PathPattern): number {
  for (const [at, { rank }] of a.segments.entries()) {
    const other = b.segments[at]?.rank;
    if (other === undefined) return -1;
    if (other !== rank) return rank - other;
  }
  return b.segments.length - a.segments.length;
}
