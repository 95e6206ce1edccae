const SPACE = /\s/;
/**
 * A text without tags and comments, and without what stands in `script` and `style`. Reads the text
 * once.
 *
 * @see WordPress, `wp_strip_all_tags`; PHP, `strip_tags`
 */
export function stripTags(text: string): string {
  return withoutMarkup(withoutScripts(text)).trim();
}

/** An element that is never closed stays: its tag is removed with the others. */
function withoutScripts(text: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of scriptsOf(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The search for a `>` or a closing tag that is not there is never repeated. */
function scriptsOf(text: string): readonly Range[] {
  const found: Range[] = [];
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
    found.push({ start: tag.index, end });
    opening.lastIndex = end;
  }
  return found;
}

function endOfClosing(name: string, text: string, from: number): number | undefined {
  const closing = name === 'script' ? /<\/script>/gi : /<\/style>/gi;
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : undefined;
}

/** Where a scan stands: in text, in a tag, in a declaration, in a comment or in an instruction. */
type Place = 'text' | 'tag' | 'declaration' | 'comment' | 'instruction';

class Scanner {
  kept = '';
  #place: Place = 'text';
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

function withoutMarkup(text: string): string {
  const scanner = new Scanner(text);
  for (let at = 0; at < text.length; at++) scanner.read(at);
  return scanner.kept;
}
