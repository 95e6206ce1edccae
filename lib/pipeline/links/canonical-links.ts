import { NullRecord } from '../../shared/null-record.js';
import { compactName, type Curie } from './curies.js';

/**
 * Whether a value of `_links` has links: some relation with a list of objects that have an `href`. Another
 * format, such as HAL's, is data like any other.
 */
export function hasLinks(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.values(value).some(isLinkList);
}

function isLinkList(value: unknown): boolean {
  return Array.isArray(value) && isLink(value[0]);
}

function isLink(value: unknown): value is { readonly href: string } {
  return (
    typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string'
  );
}

/**
 * Links in WordPress's canonical form: compact names, `curies` for those, and URLs below the API behind a
 * root.
 *
 * @param root What is written before an href that begins with a single `/`.
 */
export function canonicalLinks(
  links: Readonly<Record<string, unknown>>,
  curies: readonly Curie[],
  root: string,
): Readonly<Record<string, unknown>> {
  const canonical = new NullRecord<unknown>();
  const compacted: [name: string, list: unknown][] = [];
  const used = new Set<Curie>();
  for (const [rel, stated] of Object.entries(links)) {
    const list = isLinkList(stated) ? withRoot(stated as readonly unknown[], root) : stated;
    const curie = isLinkList(stated) ? curies.find((one) => isCompactedBy(rel, one)) : undefined;
    if (curie === undefined) canonical[rel] = list;
    else {
      used.add(curie);
      compacted.push([compactName(rel, curie) ?? rel, list]);
    }
  }
  // WordPress moves compact names behind the others.
  for (const [name, list] of compacted) canonical[name] = list;
  if (used.size > 0) canonical['curies'] = joinCuries(canonical['curies'], used);
  return canonical;
}

function isCompactedBy(rel: string, curie: Curie): boolean {
  return compactName(rel, curie) !== undefined;
}

function withRoot(list: readonly unknown[], root: string): readonly unknown[] {
  return list.map((link) => {
    if (!isLink(link) || !isBelowRoot(link.href)) return link;
    const { href, ...attributes } = link;
    return { ...attributes, href: `${root}${href}` };
  });
}

/** `//example.com` is a URL of another origin. */
function isBelowRoot(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/** A response of this API that a method passes on has compact names already. */
function joinCuries(stated: unknown, used: ReadonlySet<Curie>): readonly unknown[] {
  const own = Array.isArray(stated) ? (stated as readonly unknown[]) : [];
  const names = new Set(own.map((one) => (one as { readonly name?: unknown } | null)?.name));
  return [...own, ...[...used].map(({ entry }) => entry).filter(({ name }) => !names.has(name))];
}
