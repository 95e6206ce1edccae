import { isBelowRoot, type Link } from '../../lifecycle/messages/link.js';
import { NullRecord } from '../../shared/records.js';
import { compactName, type Curie } from './curies.js';

/** The settings for canonical links. */
interface LinkForm {
  readonly curies: readonly Curie[];
  /** The text before an href that begins with a single `/`. */
  readonly root: string;
  /** The `targetHints` of a `self` link; absent, or `undefined`, if it has none. */
  readonly hintsOf?: ((href: string) => unknown) | undefined;
}

/** Whether data have links, in the object itself or in items of a list; most have none. */
export function areLinked(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if (!Array.isArray(data)) return isLinked(data);
  for (const item of data as readonly unknown[]) if (isLinked(item)) return true;
  return false;
}

function isLinked(item: unknown): item is { readonly _links: Readonly<Record<string, unknown>> } {
  if (typeof item !== 'object' || item === null) return false;
  // Nearly all items have none, and a read shows that sooner than a search for an own property.
  const { _links } = item as { readonly _links?: unknown };
  return _links !== undefined && Object.hasOwn(item, '_links') && hasLinks(_links);
}

export function hintedHrefsIn(data: unknown): ReadonlySet<string> {
  const items: readonly unknown[] = Array.isArray(data) ? data : [data];
  return new Set(items.flatMap((item) => (isLinked(item) ? hintedHrefs(item._links) : [])));
}

export function withCanonicalLinks(data: unknown, form: LinkForm): unknown {
  if (!Array.isArray(data)) return canonicalItem(data, '', form);
  return data.map((item, at) => canonicalItem(item, String(at), form));
}

function canonicalItem(item: unknown, key: string, form: LinkForm): unknown {
  if (!isLinked(item)) return item;
  const _links = canonicalLinks(item._links, form);
  const { toJSON } = item as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return { ...item, _links };
  const json: unknown = Reflect.apply(toJSON, item, [key]);
  return typeof json === 'object' && json !== null ? { ...json, _links } : json;
}

/**
 * Whether a value of `_links` has links: some relation with a list of objects that have an `href`. Another
 * format, such as HAL's, is data like any other.
 */
function hasLinks(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.values(value).some(isLinkList);
}

function isLinkList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isLink(value[0]);
}

function isLink(value: unknown): value is { readonly href: string } {
  return (
    typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string'
  );
}

/**
 * Links in WordPress's canonical form: compact names, `curies` for those, and the root of the API before relative URLs.
 */
function canonicalLinks(
  links: Readonly<Record<string, unknown>>,
  form: LinkForm,
): Readonly<Record<string, unknown>> {
  const canonical = new NullRecord<unknown>();
  const compacted: [name: string, list: unknown][] = [];
  const used = new Set<Curie>();
  for (const [rel, stated] of Object.entries(links)) {
    const curie = isLinkList(stated)
      ? form.curies.find((one) => isCompactedBy(rel, one))
      : undefined;
    const list = isLinkList(stated) ? canonicalList(rel, stated, form) : stated;
    if (curie === undefined) canonical[rel] = list;
    else {
      used.add(curie);
      compacted.push([compactName(rel, curie) ?? rel, list]);
    }
  }
  // WordPress moves compact names after the others.
  for (const [name, list] of compacted) canonical[name] = list;
  if (used.size > 0) canonical['curies'] = joinCuries(canonical['curies'], used);
  return canonical;
}

function hintedHrefs({ self }: Readonly<Record<string, unknown>>): readonly string[] {
  return isLinkList(self) ? self.filter(mayHaveHints).map(({ href }) => href) : [];
}

function isCompactedBy(rel: string, curie: Curie): boolean {
  return compactName(rel, curie) !== undefined;
}

function canonicalList(
  rel: string,
  list: readonly unknown[],
  { root, hintsOf }: LinkForm,
): readonly unknown[] {
  return list.map((link) => {
    if (!isLink(link) || !isBelowRoot(link.href)) return link;
    const { href, ...attributes } = link as Link;
    const hints = rel === 'self' && mayHaveHints(link) ? hintsOf?.(href) : undefined;
    const absolute = { ...attributes, href: `${root}${href}` };
    return hints === undefined ? absolute : withHints(absolute, hints);
  });
}

/** After the URL, as in WordPress. */
function withHints(link: Link, hints: unknown): object {
  const { targetHints: _other, ...others } = link;
  return { ...others, targetHints: hints };
}

function mayHaveHints(link: unknown): link is { readonly href: string } {
  if (!isLink(link) || !isBelowRoot(link.href)) return false;
  const { targetHints } = link as Link;
  return targetHints?.allow === undefined;
}

/** If a method passes on a response of this API, it has compact names already. */
function joinCuries(stated: unknown, used: ReadonlySet<Curie>): readonly unknown[] {
  const own = Array.isArray(stated) ? (stated as readonly unknown[]) : [];
  const names = new Set(own.map((one) => (one as { readonly name?: unknown } | null)?.name));
  return [...own, ...[...used].map(({ entry }) => entry).filter(({ name }) => !names.has(name))];
}
