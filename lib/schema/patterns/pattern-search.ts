import { memoize } from '../../shared/promises.js';
import type { Automaton } from './automaton.js';
import { type CharacterClass, PatternSyntaxError } from './parse-pattern.js';
import { addBit, type TextPlace, type Positions, readPlace, Transitions } from './transitions.js';
import { WORD } from './wordpress-pattern.js';

const START = 1;
const END = 2;
const BOUNDARY = 4;

/** The most words of positions that a character may lead through: a mebibyte takes half a second. */
const COST = 500;

/**
 * Searches texts for a pattern in time linear in their length: the positions that a text may have reached are
 * bits, and each character takes a number of steps that only the pattern decides.
 */
export class PatternSearch {
  readonly #kinds: CharacterKinds;
  readonly #mayBeEmpty: boolean;
  readonly #place: (isStart: boolean, isEnd: boolean, isBoundary: boolean) => TextPlace;
  readonly #inside: Transitions;
  readonly #boundary: Transitions;
  readonly #reached: Positions;
  readonly #next: Positions;

  /** @throws PatternSyntaxError for a pattern whose characters would take long. */
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

/** The most pages of 256 characters whose kinds are known: half a kibibyte each. */
const PAGES = 512;
const KINDS = 0xff_ff;

/** The most classes that each new character is put to. */
const CLASSES = 32;

/** The kind of a character: no class of the pattern tells two of a kind apart. */
interface Kind {
  /** The positions that accept it. */
  readonly positions: Positions;
  /** Whether it is a character of a word, where the pattern asks for that. */
  readonly isWord: boolean;
}

/** The kinds of characters, which are made as texts have them. */
class CharacterKinds {
  /** Classes of the one character that they are written as, by it. */
  readonly #literals: ReadonlyMap<string, CharacterClass>;
  readonly #classes: readonly CharacterClass[];
  /** The numbers of kinds, by the code points of their characters; 0 where it is not known. */
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
