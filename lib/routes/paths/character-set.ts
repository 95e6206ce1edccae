/** A set of characters: the first and the last code point of each range, in order. */
export type CharacterSet = readonly number[];

const LAST = 0x10ffff;

/** The distance between a capital ASCII letter and its lower case. */
const CASE = 32;

/** Joins sets. */
export function union(sets: readonly CharacterSet[]): CharacterSet {
  const ranges = sets.flatMap(rangesOf).toSorted(([a], [b]) => a - b);
  const joined: number[] = [];
  for (const [first, last] of ranges) {
    const end = joined.at(-1);
    if (end === undefined || first > end + 1) joined.push(first, last);
    else joined[joined.length - 1] = Math.max(end, last);
  }
  return joined;
}

/** All characters that are not in a set. */
export function complement(set: CharacterSet): CharacterSet {
  const others: number[] = [];
  let next = 0;
  for (const [first, last] of rangesOf(set)) {
    if (first > next) others.push(next, first - 1);
    next = last + 1;
  }
  if (next <= LAST) others.push(next, LAST);
  return others;
}

/** A set with both cases of each ASCII letter in it, as WordPress matches routes. */
export function withBothCases(set: CharacterSet): CharacterSet {
  const lower = shifted(set, [65, 90], CASE);
  const upper = shifted(set, [97, 122], -CASE);
  return union([set, lower, upper]);
}

/** Whether a set has a code point. */
export function includes(set: CharacterSet, code: number): boolean {
  for (let at = 0; at < set.length; at += 2) {
    if (code <= (set[at + 1] ?? -1)) return code >= (set[at] ?? 0);
  }
  return false;
}

/** Whether two sets have a character in common. */
export function intersect(a: CharacterSet, b: CharacterSet): boolean {
  return rangesOf(a).some(([first, last]) =>
    rangesOf(b).some(([start, end]) => first <= end && start <= last),
  );
}

/** The part of a set within a range, moved. */
function shifted(
  set: CharacterSet,
  [from, to]: readonly [number, number],
  by: number,
): CharacterSet {
  return rangesOf(set).flatMap(([first, last]) => {
    const [start, end] = [Math.max(first, from), Math.min(last, to)];
    return start <= end ? [start + by, end + by] : [];
  });
}

function rangesOf(set: CharacterSet): (readonly [number, number])[] {
  return set.flatMap((first, at) => (at % 2 === 0 ? [[first, set[at + 1] ?? first] as const] : []));
}
