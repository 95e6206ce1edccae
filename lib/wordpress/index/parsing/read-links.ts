import { entriesOf, isJsonObject, itemsOf } from './document-reading.js';

/**
 * The URLs of `_links` by relation: `{ "self": [{ "href": "…" }] }`, or `{ "self": "…" }` as WordPress
 * wrote it before 5.6. What has neither form is no link.
 *
 * @returns `undefined` where there are no `_links`.
 */
export function readLinks(value: unknown): ReadonlyMap<string, readonly string[]> | undefined {
  if (value === undefined) return undefined;
  const entries = entriesOf(value) ?? [];
  return new Map(entries.map(([relation, targets]) => [relation, hrefsOf(targets)]));
}

function hrefsOf(targets: unknown): readonly string[] {
  if (typeof targets === 'string') return [targets];
  return (itemsOf(targets) ?? []).flatMap((target) => {
    const href = isJsonObject(target) ? target['href'] : undefined;
    return typeof href === 'string' ? [href] : [];
  });
}
