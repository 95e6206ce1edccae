import { groupBy, type Some } from '../shared/group-by.js';
import type { PathGroup, TableEntry } from './path-group.js';

/** Groups with one shape, which the tree cannot distinguish. */
export function groupByShape<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): Iterable<Some<PathGroup<Entry>>> {
  return groupBy(groups, shapeOf).values();
}

function shapeOf({ pattern: { segments } }: PathGroup<TableEntry>): string {
  let shape = '';
  for (const { literal } of segments) shape += `/${literal ?? '{}'}`;
  return shape;
}

/**
 * A superset of the groups that may match the paths of a group. Comparing every pair of groups would be
 * quadratic, so only groups with the same beginning, or with a placeholder in it, are returned.
 */
export function neighbourhood<Entry extends TableEntry>(
  groups: readonly PathGroup<Entry>[],
): (group: PathGroup<Entry>) => readonly PathGroup<Entry>[] {
  const byBeginning = groupBy(groups, beginningOf);
  return (group) => {
    const key = beginningOf(group);
    if (key === undefined) return groups;
    return [...(byBeginning.get(key) ?? []), ...(byBeginning.get(undefined) ?? [])];
  };
}

/** Namespace, version and base, where a path begins with three literals. */
function beginningOf({ pattern: { segments } }: PathGroup<TableEntry>): string | undefined {
  const literals = segments.slice(0, 3).map(({ literal }) => literal);
  return literals.length < 3 || literals.includes(undefined) ? undefined : literals.join('/');
}

/**
 * Whether some path matches both groups. The tree finds one shape, the most literal one. A group of
 * another shape gets its turn where that one lacks the method or rejects a value.
 */
export function mayMatchTogether(
  { pattern: a }: PathGroup<TableEntry>,
  { pattern: b }: PathGroup<TableEntry>,
): boolean {
  if (a.segments.length !== b.segments.length) return false;
  return a.segments.every(({ literal }, index) => {
    const other = b.segments[index]?.literal;
    return literal === undefined || other === undefined || literal === other;
  });
}

/**
 * Whether the tree finds `a` before `b` for every path that both match, because it prefers literals. Then
 * `a` is no candidate at the shape of `b`: the tree has already failed to match it.
 */
export function isFoundBefore(
  { pattern: a }: PathGroup<TableEntry>,
  { pattern: b }: PathGroup<TableEntry>,
): boolean {
  const at = a.segments.findIndex(({ literal }, index) => literal !== b.segments[index]?.literal);
  return at !== -1 && b.segments[at]?.literal === undefined;
}

/** Orders groups by the rank of their segments: a segment that accepts less comes first. */
export function bySpecificity(a: PathGroup<TableEntry>, b: PathGroup<TableEntry>): number {
  const ranks = a.pattern.segments.map(
    ({ rank }, at) => rank - (b.pattern.segments[at]?.rank ?? 0),
  );
  return ranks.find((difference) => difference !== 0) ?? 0;
}
