import type { HttpMethod } from '../model/declaration/http-method.js';
import { groupBy, type Some } from '../shared/group-by.js';
import type { PathPattern } from '../model/paths/path-pattern.js';

/** What the table needs to know of what it holds. */
export interface TableEntry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** All that answers one path: WordPress's route, with its endpoints in order. */
export interface PathGroup<Entry extends TableEntry> {
  readonly pattern: PathPattern;
  readonly entries: Some<Entry>;
}

/**
 * Who answers a method: `HEAD` is `GET`, and `OPTIONS` every group's. A path has so few methods that to
 * look at each is faster than a map, of which a thousand routes would keep hundreds.
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

/** Groups entries by the pattern that WordPress would give them, in the order of the first of each. */
export function groupByPattern<Entry extends TableEntry>(
  entries: readonly Entry[],
): PathGroup<Entry>[] {
  const groups = groupBy(entries, ({ pattern }) => pattern.wordpressPattern.toLowerCase());
  return Array.from(groups.values(), (members) =>
    Object.freeze({ pattern: members[0].pattern, entries: members }),
  );
}
