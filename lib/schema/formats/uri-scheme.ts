const ALLOWED: ReadonlySet<string> = new Set(
  (
    'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel ' +
    'fax xmpp webcal urn'
  ).split(' '),
);

/**
 * A colon may be hidden as an entity, which no valid address has before the end of its scheme. Written
 * without a lookahead: the checker of regular expressions then proves that the expression is linear.
 */
const COLON = /(:|&colon;)|(&#0*58)(?:[^0-9]|$)|(&#x0*3a)(?:[^a-f0-9]|$)/i;

/** How often `feed:` may precede the scheme. */
const FEEDS = 2;

interface Split {
  readonly scheme: string;
  readonly colon: string;
  readonly rest: string;
}

/** `undefined` where the URL has no scheme: its first colon comes after `/?`, or it has none. */
function split(url: string): Split | undefined {
  const found = COLON.exec(url);
  if (found === null) return undefined;
  const scheme = url.slice(0, found.index);
  if (scheme.includes('/?')) return undefined;
  const [, colon = found[2] ?? found[3] ?? ''] = found;
  return { scheme, colon, rest: url.slice(found.index + colon.length) };
}

/** Whether the scheme, if there is one, is among those that cannot carry a script. */
export function hasAllowedScheme(url: string, feeds = 0): boolean {
  const parts = split(url);
  if (parts === undefined) return true;
  const scheme = parts.scheme.toLowerCase();
  if (parts.colon !== ':' || !ALLOWED.has(scheme)) return false;
  if (scheme !== 'feed') return true;
  return feeds < FEEDS && parts.rest !== '' && hasAllowedScheme(parts.rest, feeds + 1);
}

/** Writes a scheme in lower case, and one after `feed:` as well, as WordPress does. */
export function lowerSchemes(url: string): string {
  const parts = split(url);
  if (parts === undefined || url.startsWith('http://') || url.startsWith('https://')) return url;
  const scheme = parts.scheme.toLowerCase();
  const rest = scheme === 'feed' ? lowerSchemes(parts.rest) : parts.rest;
  return `${scheme}:${rest}`;
}
