/** The parts of a request target that concern a mount. */
export interface RequestTarget {
  /** Below the prefix, undecoded, without the query; always with a slash in front. */
  readonly path: string;
  readonly queryText: string;
}

/**
 * Where a request aims below a prefix; `undefined` where it aims elsewhere. `owned` lists the
 * beginnings of all paths that belong to the mount.
 */
export function targetBelow(
  prefix: string,
  owned: readonly string[],
  url: string,
): RequestTarget | undefined {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  if (!isOwned(owned, url, end)) return undefined;
  const path = url.slice(prefix.length, end);
  return { path: path === '' ? '/' : path, queryText: query === -1 ? '' : url.slice(query + 1) };
}

function isOwned(owned: readonly string[], url: string, end: number): boolean {
  for (const beginning of owned) {
    if (url.startsWith(beginning) && isSegmentEnd(url, beginning.length, end)) return true;
  }
  return false;
}

/** `/api` begins `/api/items`, but not `/apiary`. */
function isSegmentEnd(url: string, at: number, end: number): boolean {
  return at === end || url.charCodeAt(at) === 47;
}

/** The prefixes under which every path belongs to the mount: without a prefix, the namespaces themselves. */
export function ownedPrefixes(prefix: string, templates: readonly string[]): readonly string[] {
  if (prefix !== '') return [prefix];
  return [...new Set(templates.map((template) => `/${template.split('/')[1] ?? ''}`))];
}
