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
