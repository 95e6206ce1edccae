import type { SegmentPattern } from '../model/paths/segment-pattern.js';
import type { Some } from '../shared/group-by.js';
import { placeholdersIn } from './path-capture.js';
import type { PathGroup, TableEntry } from './path-group.js';
import { bySpecificity, isFoundBefore, mayMatchTogether, neighbourhood } from './path-shape.js';

/** A group that may match the paths of a shape. */
export interface Candidate<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  /** Where the shape is the group's own: the tree has compared the literals, so these remain. */
  readonly placeholders: readonly SegmentPattern[] | undefined;
}

/** The candidates of a shape, the most specific first. */
export type Candidates<Entry extends TableEntry> = readonly Candidate<Entry>[];

/** Finds the candidates of a shape; `members` are the groups that have it. */
export function candidatesOf<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): (members: Some<PathGroup<Entry>>) => Candidates<Entry> {
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
