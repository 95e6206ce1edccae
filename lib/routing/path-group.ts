import type { HttpMethod } from '../routes/declaration/route-declaration.js';
import { groupBy, type Some } from '../shared/records.js';
import type { PathPattern } from '../routes/paths/path-pattern.js';

/** An entry of the route table. */
export interface TableEntry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

/** The entries of one path pattern, in their order: a route of WordPress with its endpoints. */
export interface PathGroup<Entry extends TableEntry> {
  readonly pattern: PathPattern;
  readonly entries: Some<Entry>;
}

/** A group that matches a path, with the values of its placeholders, decoded. */
export interface PathMatch<Entry extends TableEntry> {
  readonly group: PathGroup<Entry>;
  /** The entry that has the method; for `OPTIONS`, which every entry has, the first. */
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * `HEAD` is `GET`, and every group has `OPTIONS`. A path has so few methods that a loop is faster than a map, and needs
 * no memory for each route.
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

export function groupByPattern<Entry extends TableEntry>(
  entries: readonly Entry[],
): PathGroup<Entry>[] {
  const groups = groupBy(entries, ({ pattern }) => pattern.identity);
  return Array.from(groups.values(), (members) =>
    Object.freeze({ pattern: members[0].pattern, entries: members }),
  );
}
