const SHARED = /(?:^|[\s,])(?:public|s-maxage\s*=)/i;

const RESTRICTED = /(?:^|[\s,])(?:no-store|private|no-cache)(?:$|[\s,=])/i;

/** Nearly all responses have the same `Cache-Control` as the one before. */
let last = { text: '', isShared: false };

/** Whether shared caches may keep a response with this `Cache-Control`. @see RFC 9111 5.2.2 */
export function isShared(cacheControl: string | string[] | undefined): boolean {
  if (cacheControl === undefined) return false;
  const text = String(cacheControl);
  if (text !== last.text) last = { text, isShared: SHARED.test(text) };
  return last.isShared;
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
