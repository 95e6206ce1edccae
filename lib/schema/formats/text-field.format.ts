import { type FormatRule, stripEscapes } from './format-rule.js';

const SPACE = /\s/;

class Scanner {
  kept = '';
  #place: 'text' | 'tag' | 'declaration' | 'comment' | 'instruction' = 'text';
  #quote = '';
  #depth = 0;

  constructor(private readonly text: string) {}

  read(at: number): void {
    const character = this.text.charAt(at);
    if (this.#place === 'text') this.#readText(character, at);
    else if (this.#place === 'comment') this.#readComment(character, at);
    else this.#readTag(character, at);
  }

  #readText(character: string, at: number): void {
    const isTag = character === '<' && !SPACE.test(this.text.charAt(at + 1));
    if (isTag) this.#place = 'tag';
    else this.kept += character;
  }

  #readComment(character: string, at: number): void {
    if (character === '>' && this.text.endsWith('--', at)) this.#place = 'text';
  }

  #readTag(character: string, at: number): void {
    if (character === '"' || character === "'") this.#readQuote(character);
    if (this.#quote !== '') return;
    if (character === '<') this.#depth += SPACE.test(this.text.charAt(at + 1)) ? 0 : 1;
    else if (character === '>') this.#close(at);
    else if (this.#place === 'tag' && this.text.charAt(at - 1) === '<') this.#enter(character);
    else if (this.#place === 'declaration' && this.text.endsWith('<!--', at + 1)) {
      this.#place = 'comment';
    }
  }

  #readQuote(character: string): void {
    if (this.#quote === '') this.#quote = character;
    else if (this.#quote === character) this.#quote = '';
  }

  #enter(character: string): void {
    if (character === '!') this.#place = 'declaration';
    if (character === '?') this.#place = 'instruction';
  }

  #close(at: number): void {
    if (this.#depth > 0) this.#depth--;
    else if (this.#place !== 'instruction' || this.text.charAt(at - 1) === '?') {
      this.#place = 'text';
    }
  }
}

const OCTET = /^%[a-f0-9]{2}$/i;
/** The characters that PHP's `trim` removes at both ends. */
const BLANKS = ' \t\n\r\0\v';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** A `<` and the text after it, up to the next `<` or the `>`. */
const TAG = /<[^<>]*>?/g;

/**
 * The text of a field: no tags, no percent-encoded octets, no white space at both ends.
 *
 * @see WordPress, `sanitize_text_field` and `sanitize_textarea_field`
 */
function sanitizeField(text: string, keepsLines: boolean): string {
  const untagged = text.includes('<') ? withoutTags(text) : text;
  const joined = keepsLines ? untagged : untagged.replace(/[\r\n\t ]+/g, ' ');
  const trimmed = trim(joined);
  const stripped = stripEscapes(trimmed, (octet) => OCTET.test(octet));
  if (stripped.length === trimmed.length) return trimmed;
  return trim(stripped.replace(/ +/g, ' '));
}

/** Not by a regular expression: at the end, it would read each run of blanks again, in quadratic time. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A `<` that does not begin a tag is escaped first, so that the text after it is kept. */
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

/**
 * A text without tags and comments, and without the content of `script` and `style`. Reads the text once.
 *
 * @see WordPress, `wp_strip_all_tags`; PHP, `strip_tags`
 */
function stripTags(text: string): string {
  return withoutMarkup(withoutScripts(text)).trim();
}

/** Removes scripts and styles. An unclosed element stays: its tag is removed with the others. */
function withoutScripts(text: string): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of scriptsOf(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** The places of scripts and styles. A search for a `>` or a closing tag that is missing is not repeated. */
function scriptsOf(text: string): readonly (readonly [start: number, end: number])[] {
  const found: [start: number, end: number][] = [];
  const isUnclosed = new Set<string>();
  const opening = /<(script|style)/gi;
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const tagEnd = text.indexOf('>', opening.lastIndex);
    if (tagEnd === -1) break;
    opening.lastIndex = tagEnd + 1;
    const name = (tag[1] ?? '').toLowerCase();
    const end = isUnclosed.has(name) ? undefined : endOfClosing(name, text, tagEnd + 1);
    if (end === undefined) {
      isUnclosed.add(name);
      continue;
    }
    found.push([tag.index, end]);
    opening.lastIndex = end;
  }
  return found;
}

function endOfClosing(name: string, text: string, from: number): number | undefined {
  const closing = name === 'script' ? /<\/script>/gi : /<\/style>/gi;
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : undefined;
}

function withoutMarkup(text: string): string {
  const scanner = new Scanner(text);
  for (let at = 0; at < text.length; at++) scanner.read(at);
  return scanner.kept;
}
