import { buildAutomaton, type Automaton } from './automaton.js';
import {
  parsePattern,
  type CharacterClass,
  PatternSyntaxError,
  type PatternNode,
} from './parse-pattern.js';
import { memoize } from '../../shared/promises.js';
import { addBit, type TextPlace, type Positions, readPlace, Transitions } from './transitions.js';
import { compileWordPressPattern, WORD } from './wordpress-pattern.js';

/** The limits of an automaton that searches texts; a pattern for the engine does not need one. */
const SEARCHED = { positions: 1_000, transitions: 10_000 };
const PROVEN = { positions: 5_000, transitions: 20_000 };

/** The longest text that an unanchored expression of the engine may read again from each place. */
const SHORT = 16;

/**
 * Compiles a pattern of WordPress so that it needs time linear in the text. The engine's expression is used if it
 * never has two ways to continue: `^(a+)+$` needs 2ⁿ steps. All others are searched by an automaton.
 *
 * @param isTrusted Whether the developer trusts the pattern: then the engine runs it in any case.
 * @throws SyntaxError for a pattern that does not compile
 * @throws PatternSyntaxError for one that an automaton cannot express
 */
export function compilePattern(source: string, isTrusted = false): Pick<RegExp, 'test'> {
  const expression = compileWordPressPattern(source);
  if (isTrusted) return expression;
  const node = parsePattern(expression.source);
  if (isProvenLinear(node)) return expression;
  return new PatternSearch(buildAutomaton(node, SEARCHED));
}

/**
 * Whether an engine that backtracks needs linear time: after each character at most one position can follow, and the
 * expression begins at the start of the text, or reads few characters from each place.
 */
function isProvenLinear(node: PatternNode<CharacterClass>): boolean {
  const { isAnchored, unanchored } = withoutAnchors(node);
  const length = longest(unanchored);
  if (!isAnchored && length > SHORT) return false;
  try {
    return isDeterministic(buildAutomaton(unanchored, PROVEN));
  } catch (error) {
    if (error instanceof PatternSyntaxError) return false;
    throw error;
  }
}

function withoutAnchors(node: PatternNode<CharacterClass>): {
  readonly isAnchored: boolean;
  readonly unanchored: PatternNode<CharacterClass>;
} {
  if (node.kind !== 'sequence') return { isAnchored: false, unanchored: node };
  const isAnchored = isAssertion(node.parts[0], 'start');
  const isToEnd = isAssertion(node.parts.at(-1), 'end');
  const parts = node.parts.slice(isAnchored ? 1 : 0, isToEnd ? -1 : undefined);
  return { isAnchored, unanchored: { kind: 'sequence', parts } };
}

function isAssertion(
  node: PatternNode<CharacterClass> | undefined,
  assertion: 'start' | 'end',
): boolean {
  return node?.kind === 'assertion' && node.assertion === assertion;
}

function longest(node: PatternNode<CharacterClass>): number {
  switch (node.kind) {
    case 'characters':
      return 1;
    case 'assertion':
      return 0;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longest(part), 0);
    case 'choice':
      return Math.max(...node.options.map(longest));
    case 'repetition': {
      const length = longest(node.part);
      return length === 0 ? 0 : length * node.maximum;
    }
  }
}

function isDeterministic(automaton: Automaton<CharacterClass>): boolean {
  const { sets, assertions, follow, first, repeatsItself, skipsTwice } = automaton;
  if (repeatsItself || skipsTwice || assertions.some((one) => one !== undefined)) return false;
  return [first, ...follow].every((positions) =>
    areApart(positions.flatMap((at) => sets[at] ?? [])),
  );
}

/** Whether the classes have no characters in common. */
function areApart(classes: readonly CharacterClass[]): boolean {
  if (classes.length < 2) return true;
  if (classes.filter(({ hasMore }) => hasMore).length > 1) return false;
  const known = new Set<number>();
  return classes.every(({ ascii }) =>
    ascii.every((has, code) => {
      if (!has) return true;
      const isFirst = !known.has(code);
      known.add(code);
      return isFirst;
    }),
  );
}

const START = 1;
const END = 2;
const BOUNDARY = 4;

/** The maximum of words of positions for a character: a mebibyte then takes half a second. */
const COST = 500;

/**
 * Searches texts for a pattern in time linear in their length: the positions that a text may have reached are bits,
 * and each character needs a number of steps that depends only on the pattern.
 */
class PatternSearch {
  readonly #kinds: CharacterKinds;
  readonly #mayBeEmpty: boolean;
  readonly #place: (isStart: boolean, isEnd: boolean, isBoundary: boolean) => TextPlace;
  readonly #inside: Transitions;
  readonly #boundary: Transitions;
  readonly #reached: Positions;
  readonly #next: Positions;

  /** @throws PatternSyntaxError for a pattern whose characters would be slow. */
  constructor(automaton: Automaton<CharacterClass>) {
    const { assertions, mayBeEmpty } = automaton;
    const asksForWords = assertions.includes('boundary') || assertions.includes('no boundary');
    this.#kinds = new CharacterKinds(automaton, asksForWords);
    this.#mayBeEmpty = mayBeEmpty;
    const place = memoize((key: number) =>
      readPlace(automaton, {
        start: (key & START) !== 0,
        end: (key & END) !== 0,
        boundary: (key & BOUNDARY) !== 0,
        'no boundary': (key & BOUNDARY) === 0,
      }),
    );
    this.#place = (isStart, isEnd, isBoundary) =>
      place((isStart ? START : 0) | (isEnd ? END : 0) | (isBoundary ? BOUNDARY : 0));
    this.#inside = new Transitions(this.#place(false, false, false));
    this.#boundary = asksForWords ? new Transitions(this.#place(false, false, true)) : this.#inside;
    if (Math.max(this.#inside.cost, this.#boundary.cost) > COST) {
      throw new PatternSyntaxError('a pattern with fewer choices that are repeated', 'more');
    }
    this.#reached = this.#place(false, false, false).first.slice();
    this.#next = this.#reached.slice();
  }

  /** Whether the pattern matches a part of the text. */
  test(text: string): boolean {
    if (this.#mayBeEmpty) return true;
    if (text === '') return this.#place(true, true, false).matchesEmpty;
    const kinds = this.#kinds;
    let code = text.codePointAt(0) ?? 0;
    const { isWord: begins, positions } = kinds.read(code);
    let isWord = begins;
    const start = this.#place(true, false, isWord);
    if (start.matchesEmpty) return true;
    let reached = this.#reached;
    let next = this.#next.fill(0);
    for (let word = 0; word < reached.length; word++) {
      reached[word] = (start.first[word] ?? 0) & (positions[word] ?? 0);
    }
    for (let at = code > 0xff_ff ? 2 : 1; at < text.length; at += code > 0xff_ff ? 2 : 1) {
      code = text.codePointAt(at) ?? 0;
      const kind = kinds.read(code);
      const transitions = kind.isWord === isWord ? this.#inside : this.#boundary;
      if (transitions.step(reached, next, kind.positions)) return true;
      isWord = kind.isWord;
      const emptied = reached;
      reached = next;
      next = emptied;
    }
    const { last, matchesEmpty } = this.#place(false, true, isWord);
    return matchesEmpty || reached.some((bits, word) => (bits & (last[word] ?? 0)) !== 0);
  }
}

/** The maximum of pages of 256 characters whose kinds are stored: half a kibibyte each. */
const PAGES = 512;
const KINDS = 0xff_ff;

/** The maximum of classes that are tested for each new character. */
const CLASSES = 32;

/** The kind of a character: the classes of the pattern do not distinguish two of a kind. */
interface Kind {
  /** The positions that accept it. */
  readonly positions: Positions;
  /** Whether it is a character of a word, if the pattern asks for that. */
  readonly isWord: boolean;
}

/** The kinds of characters, computed on first use of a character. */
class CharacterKinds {
  /** The classes of a single literal character, by that character. */
  readonly #literals: ReadonlyMap<string, CharacterClass>;
  readonly #classes: readonly CharacterClass[];
  /** The numbers of kinds, by the code points of their characters; 0 if it is not known. */
  #pages: (Uint16Array | undefined)[] = [];
  #pageCount = 0;
  #kinds: (Kind | undefined)[] = [undefined];
  #numbers = new Map<string, number>();

  constructor(
    private readonly automaton: Automaton<CharacterClass>,
    private readonly asksForWords: boolean,
  ) {
    const all = [...new Set(automaton.sets.flatMap((set) => set ?? []))];
    this.#literals = new Map(all.filter(isLiteral).map((one) => [one.source, one]));
    this.#classes = all.filter((one) => !isLiteral(one));
    if (this.#classes.length > CLASSES) {
      throw new PatternSyntaxError(`a pattern of at most ${CLASSES} different classes`, 'more');
    }
  }

  read(code: number): Kind {
    return this.#kinds[this.#pages[code >> 8]?.[code & 255] ?? 0] ?? this.#make(code);
  }

  #make(code: number): Kind {
    if (this.#pageCount >= PAGES || this.#kinds.length >= KINDS) this.#forget();
    const character = String.fromCodePoint(code);
    const literal = this.#literals.get(character);
    const own = this.#classes.filter(({ has }) => has(character));
    const isWord = this.asksForWords && WORD.test(character);
    const key = `${isWord} ${literal?.source ?? ''} ${own.map(({ source }) => source).join()}`;
    const number = this.#numbers.get(key) ?? this.#kinds.length;
    this.#numbers.set(key, number);
    const classes = new Set(literal === undefined ? own : [...own, literal]);
    const kind = (this.#kinds[number] ??= { positions: this.#positionsOf(classes), isWord });
    this.#pageOf(code)[code & 255] = number;
    return kind;
  }

  #pageOf(code: number): Uint16Array {
    const known = this.#pages[code >> 8];
    if (known !== undefined) return known;
    this.#pageCount++;
    return (this.#pages[code >> 8] = new Uint16Array(256));
  }

  #forget(): void {
    this.#pages = [];
    this.#pageCount = 0;
    this.#kinds = [undefined];
    this.#numbers = new Map();
  }

  #positionsOf(classes: ReadonlySet<CharacterClass>): Positions {
    const { sets } = this.automaton;
    const positions = new Int32Array(Math.ceil(sets.length / 32));
    for (const [position, set] of sets.entries()) {
      if (set !== undefined && classes.has(set)) addBit(positions, position);
    }
    return positions;
  }
}

function isLiteral({ source }: CharacterClass): boolean {
  return source.length === ((source.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1);
}
