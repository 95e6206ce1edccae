const SHOWN = 12;

/** A pattern while it is parsed, character by character. */
export class PatternText {
  #at = 0;

  constructor(private readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.#at >= this.pattern.length;
  }

  /** The next character; empty at the end. */
  get next(): string {
    const code = this.pattern.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  /** Goes past the next character. */
  read(): string {
    const { next } = this;
    this.#at += next.length;
    return next;
  }

  /** Goes past a text if it is next. */
  take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Goes past what an anchored expression matches. */
  takeMatch(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.pattern.slice(this.#at));
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  /** The beginning of the rest, for a diagnostic. */
  show(): string {
    const rest = this.pattern.slice(this.#at);
    return rest.length > SHOWN ? `${rest.slice(0, SHOWN)}…` : rest;
  }
}

/** How often a part may be repeated. `counts` reads `{1}`, `{1,}` and `{1,2}`. */
export function parseLimits(
  text: PatternText,
  counts: RegExp,
): readonly [number, number] | undefined {
  if (text.take('*')) return [0, Infinity];
  if (text.take('+')) return [1, Infinity];
  if (text.take('?')) return [0, 1];
  const [read, minimum, comma, maximum] = text.takeMatch(counts) ?? [];
  if (read === undefined) return undefined;
  if (comma === undefined) return [Number(minimum), Number(minimum)];
  return [Number(minimum), maximum === '' ? Infinity : Number(maximum)];
}
