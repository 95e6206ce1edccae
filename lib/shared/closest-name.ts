/** The most letters that may differ between a misspelt name and the one that was meant. */
const MOST_CHANGES = 3;

/**
 * The name that a misspelt one most probably stands for; `undefined` if none is close.
 *
 * @example
 * closestName('namespce', ['namespace', 'prefix']); // 'namespace'
 */
export function closestName(misspelt: string, names: readonly string[]): string | undefined {
  const most = Math.min(MOST_CHANGES, Math.floor(misspelt.length / 2));
  const ranked = names
    .map((name) => ({ name, changes: changesBetween(misspelt.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.changes - b.changes);
  const [first] = ranked;
  return first !== undefined && first.changes <= most ? first.name : undefined;
}

/**
 * The name from which another one differs by one slip: a letter that is missing, superfluous or wrong, two neighbours
 * that are exchanged, or only the case. Names that differ in a digit, such as `level_1` and `level_2`, are both meant,
 * and short names are too often words of their own.
 *
 * @example
 * slipOf('edit_evnts', ['edit_events']); // 'edit_events'
 */
export function slipOf(written: string, names: Iterable<string>): string | undefined {
  for (const name of names) if (name !== written && isSlip(written, name)) return name;
  return undefined;
}

const SHORTEST = 5;

function isSlip(written: string, meant: string): boolean {
  if (Math.min(written.length, meant.length) < SHORTEST) return false;
  const [from, to] = differenceOf(written.toLowerCase(), meant.toLowerCase());
  if (/\d/.test(from + to)) return false;
  const isOneLetter = from.length <= 1 && to.length <= 1;
  return (
    isOneLetter || (from.length === 2 && to.length === 2 && from[0] === to[1] && from[1] === to[0])
  );
}

/** The different parts of two texts, without their common beginning and end, and the text after them. */
export function differenceOf(one: string, other: string): readonly [string, string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const restOf = (text: string) => text.slice(start, text.length - end);
  return [restOf(one), restOf(other), one.slice(one.length - end)];
}

/** The number of letters to insert, remove or replace. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[at - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
