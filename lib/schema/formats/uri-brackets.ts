/** Scheme, slashes and authority: where brackets stand for an IPv6 address. */
const FRONT = /^(?:[a-z0-9+.-]+:)?(?:\/\/[^/?#]*)?/i;

/** Encodes square brackets, which are valid only around an IPv6 address in the authority. */
export function encodeBrackets(url: string): string {
  if (!url.includes('[') && !url.includes(']')) return url;
  const front = FRONT.exec(url)?.[0] ?? '';
  const tail = url.slice(front.length);
  return front + tail.replaceAll('[', '%5B').replaceAll(']', '%5D');
}
