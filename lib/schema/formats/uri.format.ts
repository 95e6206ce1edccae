import type { FormatRule } from './format-rule.js';
import { stripEscapes } from './strip-escapes.js';
import { encodeBrackets } from './uri-brackets.js';
import { hasAllowedScheme, lowerSchemes } from './uri-scheme.js';

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

/** WordPress's `sanitize_url`: removes characters that no URL contains, and empties URLs of scripts. */
function sanitizeUri(text: string): string {
  const url = clean(text);
  if (url === '') return '';
  const complete = encodeBrackets(withScheme(url));
  if (complete.startsWith('/')) return complete;
  return hasAllowedScheme(complete) ? lowerSchemes(complete) : '';
}

/** Rejects no text: what is no URL is made into one, or into an empty text. */
export const uri: FormatRule = { name: 'uri', sanitize: sanitizeUri };
