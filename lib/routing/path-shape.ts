import { groupBy, type Some } from '../shared/group-by.js';
import type { PathGroup, TableEntry } from './path-group.js';

/** Groups by the number of their segments, their literals and the places of their placeholders: what the tree can tell apart. */
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
 * The groups among which those that may match a path of a group are: without looking at all of them,
 * which for a thousand routes took half of a start.
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

/** Namespace, version and base, where a path begins with three fixed segments. */
function beginningOf({ pattern: { segments } }: PathGroup<TableEntry>): string | undefined {
  const literals = segments.slice(0, 3).map(({ literal }) => literal);
  return literals.length < 3 || literals.includes(undefined) ? undefined : literals.join('/');
}

/**
 * Whether some path is matched by both. The radix tree ends at one shape, the most literal; a group
 * of another shape must still get its turn when that one lacks the method or rejects the value.
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
 * Whether the tree, which goes by the literal wherever it can, would have ended at `a` on any path that
 * both match: then who asks at `b` need not look at `a` again.
 */
export function isFoundBefore(
  { pattern: a }: PathGroup<TableEntry>,
  { pattern: b }: PathGroup<TableEntry>,
): boolean {
  const at = a.segments.findIndex(({ literal }, index) => literal !== b.segments[index]?.literal);
  return at !== -1 && b.segments[at]?.literal === undefined;
}

/** The less a segment may vary, the earlier it is tried. */
export function bySpecificity(a: PathGroup<TableEntry>, b: PathGroup<TableEntry>): number {
  const ranks = a.pattern.segments.map(
    ({ rank }, at) => rank - (b.pattern.segments[at]?.rank ?? 0),
  );
  return ranks.find((difference) => difference !== 0) ?? 0;
}
