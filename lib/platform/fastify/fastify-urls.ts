/** How Fastify reads URLs, as far as it is configured. */
export interface RouterConfig {
  readonly useSemicolonDelimiter?: boolean;
  readonly routerOptions?: { readonly useSemicolonDelimiter?: boolean };
}

/**
 * Reads URLs as the router does: where `;` is configured to begin the query, middleware sees a path that
 * ends there.
 */
export function urlReader({
  useSemicolonDelimiter,
  routerOptions,
}: RouterConfig): (url: string) => string {
  const isDelimiter = routerOptions?.useSemicolonDelimiter ?? useSemicolonDelimiter ?? false;
  return isDelimiter ? (url) => url.replace(/^([^?;]*);/, '$1?') : (url) => url;
}

/** A URL whose path loses one slash at its end; several are left, as no route has them. */
export function withoutSlashAtEnd(url: string, prefix: string): string {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  const isOne = url[end - 1] === '/' && url[end - 2] !== '/' && end - 1 > prefix.length;
  return isOne ? url.slice(0, end - 1) + url.slice(end) : url;
}

/** A path of Fastify's that matches another in any case: `/:rest0(^[aA][pP][iI]$)`. */
export function anyCase(path: string): string {
  return path
    .split('/')
    .map((segment, at) => (segment === '' ? '' : `:rest${at}(^${caseless(segment)}$)`))
    .join('/');
}

function caseless(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
