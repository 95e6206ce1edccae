import type { FormatRule } from './format-rule.js';
import { stripEscapes } from './strip-escapes.js';
import { stripTags } from './strip-tags.js';

const OCTET = /^%[a-f0-9]{2}$/i;
/** What PHP's `trim` removes at both ends. */
const BLANKS = ' \t\n\r\0\v';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** A `<` and what follows it, up to the next one or the `>`. */
const TAG = /<[^<>]*>?/g;

/**
 * The text of a field: no tags, no percent-encoded octets, no white space at both ends.
 *
 * @see WordPress, `sanitize_text_field` and `sanitize_textarea_field`
 */
function sanitizeField(text: string, keepsLines: boolean): string {
  const plain = text.includes('<') ? withoutTags(text) : text;
  const joined = keepsLines ? plain : plain.replace(/[\r\n\t ]+/g, ' ');
  const trimmed = trim(joined);
  const stripped = stripEscapes(trimmed, (octet) => OCTET.test(octet));
  if (stripped.length === trimmed.length) return trimmed;
  return trim(stripped.replace(/ +/g, ' '));
}

/** An expression that looks for blanks at the end reads each run of blanks anew: quadratic. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A `<` that begins no tag is escaped first, so that what follows it is kept. */
function withoutTags(text: string): string {
  const escaped = text.replace(TAG, (tag) => (tag.endsWith('>') ? tag : escapeHtml(tag)));
  return stripTags(escaped).replaceAll('<\n', '&lt;\n');
}

function escapeHtml(text: string): string {
  return text.replace(
    /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)|[<"']/gi,
    (character) => ESCAPES[character] ?? character,
  );
}

/** One line of plain text. No text is rejected. */
export const textField: FormatRule = {
  name: 'text-field',
  sanitize: (text) => sanitizeField(text, false),
};

/** Plain text with its line breaks. No text is rejected. */
export const textareaField: FormatRule = {
  name: 'textarea-field',
  sanitize: (text) => sanitizeField(text, true),
};
