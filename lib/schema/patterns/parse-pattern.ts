import { memoize } from '../../shared/promises.js';
import { WORD_BOUNDARY, WORD_NO_BOUNDARY } from './wordpress-pattern.js';

/** A regular expression, parsed. */
export type PatternNode<Characters> =
  | { readonly kind: 'characters'; readonly set: Characters }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode<Characters>[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode<Characters>[] }
  | {
      readonly kind: 'repetition';
      readonly part: PatternNode<Characters>;
      readonly minimum: number;
      /** `Infinity` if there is none. */
      readonly maximum: number;
    };

/** An error in a pattern: the expected and the received text. */
export class PatternSyntaxError extends Error {
  override readonly name = 'PatternSyntaxError';

  constructor(
    readonly expected: string,
    readonly received: string,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}

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

  /** Reads the next character. */
  read(): string {
    const { next } = this;
    this.#at += next.length;
    return next;
  }

  /** Reads a text if it is next. */
  take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Reads the text that an anchored expression matches. */
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

/** A class of characters: an expression of the engine, which tests one character at a time. */
export interface CharacterClass {
  /** The expression of one character: `[a-z]`, `\p{L}`, `a`. */
  readonly source: string;
  readonly has: (character: string) => boolean;
  /** The ASCII characters that it has. */
  readonly ascii: readonly boolean[];
  /** Whether it may have characters beyond ASCII. */
  readonly hasMore: boolean;
}

const DEPTH = 32;
const ASCII = 128;
const COUNTS = /^\{(\d{1,5})(,(\d{0,5}))?\}/;
/** An escape for characters, or one literal character. */
const ESCAPE =
  /^\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^pPuxck1-9bB])/u;
const GROUP = /^\?(?::|<(?![=!])[^>]*>)/;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const SYNTAX = '^$*+?()[]{}|\\/';

/**
 * Parses one kind of pattern.
 *
 * @param parsePart Parses a part; returns `undefined` after the beginning of a group.
 * @param parseCounts Parses how often the part before may be repeated; `undefined` if it is not repeated.
 * @throws PatternSyntaxError
 */
export function parseExpression<Characters>(
  pattern: string,
  parsePart: (text: PatternText) => PatternNode<Characters> | undefined,
  parseCounts: (text: PatternText) => ReturnType<typeof parseLimits>,
): PatternNode<Characters> {
  const text = new PatternText(pattern);
  const parseChoice = (depth: number): PatternNode<Characters> => {
    if (depth > DEPTH) {
      throw new PatternSyntaxError(`at most ${DEPTH} groups in each other`, 'more');
    }
    const options = [parseSequence(depth)];
    while (text.take('|')) options.push(parseSequence(depth));
    const [first] = options;
    return options.length === 1 && first !== undefined ? first : { kind: 'choice', options };
  };
  const parseSequence = (depth: number): PatternNode<Characters> => {
    const parts: PatternNode<Characters>[] = [];
    while (!text.isAtEnd && text.next !== '|' && text.next !== ')') {
      const part = parsePart(text) ?? parseGroup(depth);
      const limits = parseCounts(text);
      if (limits === undefined) parts.push(part);
      else parts.push({ kind: 'repetition', part, minimum: limits[0], maximum: limits[1] });
    }
    return { kind: 'sequence', parts };
  };
  const parseGroup = (depth: number): PatternNode<Characters> => {
    const node = parseChoice(depth + 1);
    if (!text.take(')')) throw new PatternSyntaxError('a ")" for each "("', 'none');
    return node;
  };
  const node = parseChoice(0);
  if (!text.isAtEnd) throw new PatternSyntaxError('a "(" for each ")"', text.show());
  return node;
}

/**
 * Parses an expression of JavaScript in its Unicode mode, as `compileWordPressPattern` writes it. The engine
 * has compiled it already.
 *
 * @throws PatternSyntaxError for parts that need more than linear time: lookarounds and references.
 */
export function parsePattern(source: string): PatternNode<CharacterClass> {
  const classOf = memoize(makeClass);
  return parseExpression(
    source,
    (text) => parseAtom(text, classOf),
    (text) => {
      const limits = parseLimits(text, COUNTS);
      // A lazy repetition matches the same texts as a greedy one.
      if (limits !== undefined) text.take('?');
      return limits;
    },
  );
}

function parseAtom(
  text: PatternText,
  classOf: (source: string) => CharacterClass,
): PatternNode<CharacterClass> | undefined {
  if (text.take('^')) return { kind: 'assertion', assertion: 'start' };
  if (text.take('$')) return { kind: 'assertion', assertion: 'end' };
  if (text.take(WORD_BOUNDARY)) return { kind: 'assertion', assertion: 'boundary' };
  if (text.take(WORD_NO_BOUNDARY)) return { kind: 'assertion', assertion: 'no boundary' };
  if (text.take('(')) {
    if (text.next !== '?' || text.takeMatch(GROUP) !== undefined) return undefined;
    throw new PatternSyntaxError('a pattern without lookarounds', `(${text.show()}`);
  }
  const [source] = text.takeMatch(CLASS) ?? text.takeMatch(ESCAPE) ?? [];
  if (source !== undefined) return { kind: 'characters', set: classOf(source) };
  if (text.next === '\\') {
    throw new PatternSyntaxError('a pattern without references to groups', text.show());
  }
  if (SYNTAX.includes(text.next)) throw new PatternSyntaxError('something to repeat', text.show());
  return { kind: 'characters', set: classOf(text.read()) };
}

function makeClass(source: string): CharacterClass {
  const expression = new RegExp(`^${source}$`, 'u');
  const has = (character: string): boolean => expression.test(character);
  const ascii = Array.from({ length: ASCII }, (_, code) => has(String.fromCharCode(code)));
  // An escape may mean any character; a class without one has only the characters that it lists.
  const isListed = /^[\0-\x7f]+$/.test(source) && !source.startsWith('[^');
  const isWhole = isListed && !/\\[^\]\\[(){}^$*+?.|/tnrfv-]/.test(source);
  return { source, has, ascii, hasMore: !isWhole };
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

/** A condition between two characters of a text: its start, its end, or the boundary of a word. */
export type Assertion = 'start' | 'end' | 'boundary' | 'no boundary';
