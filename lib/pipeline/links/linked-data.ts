import { canonicalLinks, hasLinks, hintedHrefs, type LinkForm } from './canonical-links.js';

/** Where the data of a response have links: in the object itself, or in items of a list. */
export type LinkPlace = 'object' | 'list';

/** Where data have links; `undefined` for most data. One check of an object, or of each item of a list. */
export function placeOfLinks(data: unknown): LinkPlace | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (!Array.isArray(data)) return isLinked(data) ? 'object' : undefined;
  for (const item of data as readonly unknown[]) if (isLinked(item)) return 'list';
  return undefined;
}

function isLinked(item: unknown): item is { readonly _links: Readonly<Record<string, unknown>> } {
  return (
    typeof item === 'object' &&
    item !== null &&
    Object.hasOwn(item, '_links') &&
    hasLinks((item as { readonly _links: unknown })._links)
  );
}

/** The hrefs of the `self` links that may have hints, each once. */
export function hintedHrefsIn(data: unknown, place: LinkPlace): ReadonlySet<string> {
  const items = place === 'object' ? [data] : (data as readonly unknown[]);
  return new Set(items.flatMap((item) => (isLinked(item) ? hintedHrefs(item._links) : [])));
}

/** The same data with canonical links, as JSON has them. */
export function withCanonicalLinks(data: unknown, place: LinkPlace, form: LinkForm): unknown {
  if (place === 'object') return canonicalItem(data, '', form);
  return (data as readonly unknown[]).map((item, at) => canonicalItem(item, String(at), form));
}

function canonicalItem(item: unknown, key: string, form: LinkForm): unknown {
  if (!isLinked(item)) return item;
  const _links = canonicalLinks(item._links, form);
  const { toJSON } = item as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return { ...item, _links };
  const json: unknown = Reflect.apply(toJSON, item, [key]);
  return typeof json === 'object' && json !== null ? { ...json, _links } : json;
}
