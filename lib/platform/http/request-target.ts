/** The parts of a request target that concern a mount. */
export interface RequestTarget {
  /** Below the prefix, undecoded, without the query; always with a slash in front. */
  readonly path: string;
  readonly queryText: string;
}

/** Where a mount is. */
export interface MountPlace {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
}

/**
 * What the adapter's own routes insist on. The library is not more lenient: middleware, which is matched
 * in the same way, would not see the other spellings.
 */
export interface Strictness {
  readonly isCaseSensitive: boolean;
  /** Whether a path with a slash at its end is another path. */
  readonly isSlashSensitive: boolean;
}

/** As the adapters have it by default. */
export const LENIENT: Strictness = { isCaseSensitive: false, isSlashSensitive: false };

const SLASH = 47;

/** Where a request aims below the prefix of a mount; `undefined` where it aims elsewhere. */
export function targetBelow(
  { prefix, owned }: MountPlace,
  url: string,
  { isCaseSensitive, isSlashSensitive } = LENIENT,
): RequestTarget | undefined {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  if (!isOwned(owned, url, end, isCaseSensitive)) return undefined;
  if (isSlashSensitive && url.charCodeAt(end - 1) === SLASH) return undefined;
  const path = url.slice(prefix.length, end);
  return { path: path === '' ? '/' : path, queryText: query === -1 ? '' : url.slice(query + 1) };
}

function isOwned(
  owned: readonly string[],
  url: string,
  end: number,
  isCaseSensitive: boolean,
): boolean {
  for (const beginning of owned) {
    const isSame = url.startsWith(beginning) || (!isCaseSensitive && startsAlike(url, beginning));
    if (isSame && isSegmentEnd(url, beginning.length, end)) return true;
  }
  return false;
}

/** Whether a URL begins with a path, the case of ASCII letters aside. */
function startsAlike(url: string, beginning: string): boolean {
  if (url.length < beginning.length) return false;
  for (let at = 0; at < beginning.length; at++) {
    const code = url.charCodeAt(at);
    const other = beginning.charCodeAt(at);
    if (code !== other && (!isLetter(code) || (code ^ other) !== 32)) return false;
  }
  return true;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** `/api` begins `/api/items`, but not `/apiary`. */
function isSegmentEnd(url: string, at: number, end: number): boolean {
  return at === end || url.charCodeAt(at) === SLASH;
}

/** The prefixes under which every path belongs to the mount: without a prefix, the namespaces themselves. */
export function ownedPrefixes(prefix: string, templates: readonly string[]): readonly string[] {
  if (prefix !== '') return [prefix];
  return [...new Set(templates.map((template) => `/${template.split('/')[1] ?? ''}`))];
}
