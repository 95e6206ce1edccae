const SLASH = 47;
const PERCENT = 37;
const NUMBER_SIGN = 35;
const BACKSLASH = 92;

/** How a path is written. A number, because each request computes it. */
export const SPELLING = {
  plain: 0,
  capitals: 1,
  escapes: 2,
  long: 4,
  unknown: -1,
  invalid: -2,
} as const;

/**
 * Reads each character of a path once.
 *
 * `invalid`: the path has a character that no path of a URL may contain unescaped (RFC 3986, 3.3), or `#` or
 * `\`. The routers of Express and Fastify read these in different ways, so middleware could see another
 * path than the route.
 *
 * `unknown`: no route has such a path. It has an empty segment, which middleware does not match.
 *
 * `long`: it has more segments than any route of the tree, where its lookup would take more than linear
 * time. Only a placeholder that spans slashes can match it.
 *
 * @returns `invalid`, `unknown`, `plain`, or the sum of `capitals`, `escapes` and `long`.
 */
export function spellingOf(path: string, maximumSegments: number): number {
  let flags = 0;
  let slashes = 0;
  let isKnown = true;
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    // Lower-case letters first: nearly all characters are.
    if (code >= 97 && code <= 122) continue;
    if (code === SLASH) {
      slashes++;
      if (path.charCodeAt(at + 1) === SLASH) isKnown = false;
    } else if (code >= 65 && code <= 90) flags |= SPELLING.capitals;
    else if (code === PERCENT) flags |= SPELLING.escapes;
    else if (isForbidden(code)) return SPELLING.invalid;
  }
  if ((flags & SPELLING.escapes) !== 0 && !isDecodable(path)) return SPELLING.invalid;
  if (endsWithSlash(path)) slashes--;
  if (!isKnown) return SPELLING.unknown;
  return slashes <= maximumSegments ? flags : flags | SPELLING.long;
}

/** A path without its trailing slash. */
export function withoutSlash(path: string): string {
  return endsWithSlash(path) ? path.slice(0, -1) : path;
}

function endsWithSlash(path: string): boolean {
  return path.length > 1 && path.charCodeAt(path.length - 1) === SLASH;
}

function isForbidden(code: number): boolean {
  return code <= 32 || code >= 127 || code === NUMBER_SIGN || code === BACKSLASH;
}

/** Whether the percent-encoding of a path is well-formed. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // malformed percent-encoding: the caller reports it to the client
  }
}
