const SHARED = /(?:^|[\s,])(?:public|s-maxage\s*=)/i;

const RESTRICTED = /(?:^|[\s,])(?:no-store|private|no-cache)(?:$|[\s,=])/i;

/** The header that WordPress sends to authenticated users: no cache keeps the response. */
export const NEVER_CACHED = 'no-cache, must-revalidate, max-age=0, no-store, private';

/** Whether shared caches may keep a response with this `Cache-Control`. @see RFC 9111 5.2.2 */
export function isShared(cacheControl: string | string[] | undefined): boolean {
  // Most responses have this one, which needs no pattern. Nor do those that the cache of a route writes.
  if (cacheControl === undefined || cacheControl === NEVER_CACHED) return false;
  const text = String(cacheControl);
  return text.startsWith('public') || (!text.startsWith('private') && SHARED.test(text));
}

/** Whether a `Cache-Control` keeps a response out of shared caches, or of all caches. */
export function isRestricted(cacheControl: string): boolean {
  return RESTRICTED.test(cacheControl);
}

export function privateCaching(cacheControl: string): string {
  const others = cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter(
      (directive) => directive !== '' && !/^(?:public|private|s-maxage\b.*)$/i.test(directive),
    );
  return ['private', ...others].join(', ');
}
