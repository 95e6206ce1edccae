import { type FormatRule, stripEscapes } from './format-rule.js';

const ALLOWED: ReadonlySet<string> = new Set(
  (
    'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel ' +
    'fax xmpp webcal urn'
  ).split(' '),
);

/**
 * A colon may be hidden as an entity, which a valid address does not have before the end of its scheme. Written
 * without a lookahead: the checker of regular expressions then proves that the expression is linear.
 */
const COLON = /(:|&colon;)|(&#0*58)(?:[^0-9]|$)|(&#x0*3a)(?:[^a-f0-9]|$)/i;

/** The maximum of `feed:` before the scheme. */
const FEEDS = 2;

/** Scheme, slashes and authority, the only part in which brackets are valid, for an IPv6 address. */
const FRONT = /^(?:[a-z0-9+.-]+:)?(?:\/\/[^/?#]*)?/i;

const LEADING_BLANKS = /^[ \t\n\r\0\v]+/;
const FORBIDDEN = /[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/giu;
const LINE_BREAK_OCTETS: ReadonlySet<string> = new Set(['%0d', '%0a', '%0D', '%0A']);
const LEADS_NOWHERE = /^(?:[/#?]|[a-z0-9-]+?\.php)/i;

function stripLineBreaks(url: string): string {
  return stripEscapes(url, (octet) => LINE_BREAK_OCTETS.has(octet));
}

/** Adds `http://` to a text without a scheme that is not a relative reference: a host name. */
function withScheme(url: string): string {
  return url.includes(':') || LEADS_NOWHERE.test(url) ? url : `http://${url}`;
}

function clean(text: string): string {
  const url = text.replace(LEADING_BLANKS, '').replaceAll(' ', '%20').replace(FORBIDDEN, '');
  const isMail = url.slice(0, 7).toLowerCase() === 'mailto:';
  return (isMail ? url : stripLineBreaks(url)).replaceAll(';//', '://');
}

/** WordPress's `sanitize_url`: removes characters that are invalid in URLs, and empties URLs of scripts. */
function sanitizeUri(text: string): string {
  const url = clean(text);
  if (url === '') return '';
  const complete = encodeBrackets(withScheme(url));
  if (complete.startsWith('/')) return complete;
  return hasAllowedScheme(complete) ? lowerSchemes(complete) : '';
}

/** Accepts every text: one that is not a URL becomes one, or an empty text. */
export const uri: FormatRule = { name: 'uri', sanitize: sanitizeUri };

/** Encodes square brackets, which are valid only around an IPv6 address in the authority. */
function encodeBrackets(url: string): string {
  if (!url.includes('[') && !url.includes(']')) return url;
  const front = FRONT.exec(url)?.[0] ?? '';
  const tail = url.slice(front.length);
  return front + tail.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** `undefined` if the URL has no scheme: its first colon comes after `/?`, or it has none. */
function split(url: string) {
  const found = COLON.exec(url);
  if (found === null) return undefined;
  const scheme = url.slice(0, found.index);
  if (scheme.includes('/?')) return undefined;
  const [, colon = found[2] ?? found[3] ?? ''] = found;
  return { scheme, colon, rest: url.slice(found.index + colon.length) };
}

/** Whether the scheme, if there is one, is among those that cannot carry a script. */
function hasAllowedScheme(url: string, feeds = 0): boolean {
  const parts = split(url);
  if (parts === undefined) return true;
  const scheme = parts.scheme.toLowerCase();
  if (parts.colon !== ':' || !ALLOWED.has(scheme)) return false;
  if (scheme !== 'feed') return true;
  return feeds < FEEDS && parts.rest !== '' && hasAllowedScheme(parts.rest, feeds + 1);
}

/** Writes a scheme in lower case, and one after `feed:` as well, as WordPress does. */
function lowerSchemes(url: string): string {
  const parts = split(url);
  if (parts === undefined || url.startsWith('http://') || url.startsWith('https://')) return url;
  const scheme = parts.scheme.toLowerCase();
  const rest = scheme === 'feed' ? lowerSchemes(parts.rest) : parts.rest;
  return `${scheme}:${rest}`;
}
