import { NullRecord } from '../../shared/null-record.js';
import type { IsEmbedded } from './embed-parameter.js';

/** What a link leads to: its data, or `undefined` where nothing is embedded for it. */
export type Fetch = (href: string) => Promise<{ readonly data: unknown } | undefined>;

/** Stands where a link is not embedded: the places in `_embedded` are those in `_links`. */
const NOT_EMBEDDED: readonly unknown[] = [];

/**
 * Puts what the embeddable links of an object lead to into its `_embedded`; of a list, into that of each
 * item. A relation without anything embedded is left out.
 *
 * @see WordPress, `WP_REST_Server::embed_links`
 */
export async function embedLinks(
  data: unknown,
  isEmbedded: IsEmbedded,
  fetch: Fetch,
): Promise<unknown> {
  if (!Array.isArray(data)) return embedItem(data, isEmbedded, fetch);
  const items: unknown[] = [];
  for (const item of data as readonly unknown[]) {
    items.push(await embedItem(item, isEmbedded, fetch));
  }
  return items;
}

async function embedItem(item: unknown, isEmbedded: IsEmbedded, fetch: Fetch): Promise<unknown> {
  const embedded = new NullRecord<readonly unknown[]>();
  let isEmpty = true;
  for (const [rel, links] of linksOf(item)) {
    if (!isEmbedded(rel)) continue;
    const list = await embedList(links, fetch);
    if (list.every(isEmptyData)) continue;
    embedded[rel] = list;
    isEmpty = false;
  }
  return isEmpty ? item : { ...(item as object), _embedded: embedded };
}

async function embedList(links: readonly unknown[], fetch: Fetch): Promise<readonly unknown[]> {
  const list: unknown[] = [];
  for (const link of links) {
    const href = embeddableHref(link);
    const found = href === undefined ? undefined : await fetch(href);
    list.push(found === undefined ? NOT_EMBEDDED : (found.data ?? null));
  }
  return list;
}

/** The relations of an item, and their links. */
function linksOf(item: unknown): readonly (readonly [rel: string, links: readonly unknown[]])[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, '_links')) return [];
  const { _links } = item as { readonly _links: unknown };
  if (typeof _links !== 'object' || _links === null) return [];
  return Object.entries(_links).flatMap(([rel, links]): [string, readonly unknown[]][] =>
    Array.isArray(links) ? [[rel, links]] : [],
  );
}

function embeddableHref(link: unknown): string | undefined {
  if (typeof link !== 'object' || link === null) return undefined;
  const { embeddable, href } = link as { readonly embeddable?: unknown; readonly href?: unknown };
  return Boolean(embeddable) && typeof href === 'string' ? href : undefined;
}

/** What PHP takes for empty. */
function isEmptyData(data: unknown): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0;
  return !data || data === '0';
}
