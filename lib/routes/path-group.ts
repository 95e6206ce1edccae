import type { HttpMethod } from '../signature/http-method.js';
import type { PathPattern } from './path-pattern.js';

/** What the table needs to know of what it holds. */
export interface TableEntry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** All that answers one path: the host's route, with its endpoints in order. */
export interface PathGroup<Entry extends TableEntry> {
  readonly pattern: PathPattern;
  readonly entries: readonly Entry[];
  readonly byMethod: ReadonlyMap<string, Entry>;
}

/** Groups entries by the pattern that the host would give them, in the order of the first of each. */
export function groupByPattern<Entry extends TableEntry>(
  entries: readonly Entry[],
): PathGroup<Entry>[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.pattern.hostPattern.toLowerCase();
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [entry]);
    else members.push(entry);
  }
  return [...groups.values()].map((members) => {
    const byMethod = new Map<string, Entry>();
    for (const member of members) {
      for (const method of member.methods) if (!byMethod.has(method)) byMethod.set(method, member);
    }
    const [first] = members;
    if (first === undefined) throw new RangeError('A group of routes is never empty.');
    return Object.freeze({ pattern: first.pattern, entries: members, byMethod });
  });
}
