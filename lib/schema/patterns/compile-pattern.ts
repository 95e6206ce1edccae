import { once } from '../../shared/promises.js';
import { buildAutomaton, type Automaton } from './automaton.js';
import {
  parsePattern,
  type CharacterClass,
  PatternSyntaxError,
  type PatternNode,
} from './parse-pattern.js';
import { compileWordPressPattern, WORD } from './wordpress-pattern.js';

/** States are made when a text needs them; with more than this many, they are made anew. */
const STATES = 1_000;

const CHARACTERS = 4_096;

/**
 * Searches texts for a pattern in time linear in their length: each character leads from one set of positions
 * to the next, and sets that were met before are looked up.
 */
class PatternSearch {
  readonly #classes: readonly CharacterClass[];
  #states = new Map<string, State>();
  #kinds = new Map<string, Kind>();
  #kindOf = new Map<string, Kind>();

  constructor(private readonly automaton: Automaton<CharacterClass>) {
    this.#classes = [...new Set(automaton.sets.flatMap((set) => set ?? []))];
  }

  /** Whether the pattern matches a part of the text. */
  test(text: string): boolean {
    if (this.automaton.mayBeEmpty) return true;
    let state = this.#state([], true, false, false);
    for (const character of text) {
      const kind = this.#kindOf.get(character) ?? this.#readKind(character);
      const next = state.next[kind.id] ?? this.#step(state, kind);
      if (next.isMatched) return true;
      state = next;
    }
    return (state.matchesAtEnd ??= this.#close(state, undefined).isMatched);
  }

  #readKind(character: string): Kind {
    const own = this.#classes.filter(({ has }) => has(character));
    const isWord = WORD.test(character);
    const key = `${own.map((one) => this.#classes.indexOf(one)).join()} ${isWord}`;
    const kind = this.#kinds.get(key) ?? { id: this.#kinds.size, classes: new Set(own), isWord };
    this.#kinds.set(key, kind);
    if (this.#kindOf.size >= CHARACTERS) this.#kindOf.clear();
    this.#kindOf.set(character, kind);
    return kind;
  }

  #step(state: State, kind: Kind): State {
    const { sets, follow, first, last } = this.automaton;
    const { reached, isMatched } = this.#close(state, kind);
    const found = new Set<number>();
    const read = (position: number): void => {
      const set = sets[position];
      if (set !== undefined && kind.classes.has(set)) found.add(position);
    };
    first.forEach(read);
    for (const position of reached) follow[position]?.forEach(read);
    const isFound = isMatched || [...found].some((position) => last.has(position));
    const next = this.#state([...found], false, kind.isWord, isFound);
    state.next[kind.id] = next;
    return next;
  }

  /** What a state reaches over the assertions that hold before the next character, or at the end. */
  #close({ reached, isStart, isWord }: State, next: Kind | undefined) {
    const { assertions, follow, first, last } = this.automaton;
    const isBoundary = isWord !== (next?.isWord ?? false);
    const holds = (position: number): boolean => {
      switch (assertions[position]) {
        case 'start':
          return isStart;
        case 'end':
          return next === undefined;
        case 'boundary':
          return isBoundary;
        case 'no boundary':
          return !isBoundary;
        default:
          return false;
      }
    };
    const all = new Set(reached);
    const open = [first, ...reached.map((position) => follow[position] ?? [])];
    let isMatched = false;
    for (let positions = open.pop(); positions !== undefined; positions = open.pop()) {
      for (const position of positions) {
        if (all.has(position) || !holds(position)) continue;
        all.add(position);
        open.push(follow[position] ?? []);
        isMatched ||= last.has(position);
      }
    }
    return { reached: all, isMatched };
  }

  #state(reached: readonly number[], isStart: boolean, isWord: boolean, isMatched: boolean): State {
    const key = `${isStart} ${isWord} ${isMatched} ${reached.toSorted((a, b) => a - b).join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= STATES) this.#states = new Map();
    const made: State = { reached, isStart, isWord, isMatched, next: [], matchesAtEnd: undefined };
    this.#states.set(key, made);
    return made;
  }
}

/** A compiled pattern: whether a text contains what it matches. */
export interface Pattern {
  test(text: string): boolean;
}

/** An automaton of this size searches a text; the engine's expression needs none. */
const SEARCHED = { positions: 1_000, transitions: 10_000 };
const PROVEN = { positions: 5_000, transitions: 20_000 };

/** The longest text that an unanchored expression of the engine reads anew from each place. */
const SHORT = 16;

/**
 * Compiles a pattern of WordPress's so that it takes time linear in the text. The engine's expression is used
 * where it never has two ways to go on: `^(a+)+$` takes it 2ⁿ steps. All others are searched by an automaton.
 *
 * @param isTrusted Whether the developer vouches for the pattern: then the engine runs it in any case.
 * @throws SyntaxError for a pattern that does not compile
 * @throws PatternSyntaxError for one that an automaton cannot express
 */
export function compilePattern(source: string, isTrusted = false): Pattern {
  const expression = compileWordPressPattern(source);
  if (isTrusted) return expression;
  const node = parsePattern(expression.source);
  if (isProvenLinear(node)) return expression;
  const automaton = buildAutomaton(node, SEARCHED);
  // Its states are made by the first text.
  const search = once(() => new PatternSearch(automaton));
  return { test: (text) => search().test(text) };
}

/**
 * Whether an engine that backtracks takes linear time: after each character at most one position can follow,
 * and the expression begins at the start of the text, or reads few characters from each place.
 */
function isProvenLinear(node: PatternNode<CharacterClass>): boolean {
  const { isAnchored, inner } = withoutAnchors(node);
  const length = longest(inner);
  if (!isAnchored && length > SHORT) return false;
  try {
    return isDeterministic(buildAutomaton(inner, PROVEN));
  } catch (error) {
    if (error instanceof PatternSyntaxError) return false;
    throw error;
  }
}

function withoutAnchors(node: PatternNode<CharacterClass>): {
  readonly isAnchored: boolean;
  readonly inner: PatternNode<CharacterClass>;
} {
  if (node.kind !== 'sequence') return { isAnchored: false, inner: node };
  const isAnchored = isAssertion(node.parts[0], 'start');
  const isToEnd = isAssertion(node.parts.at(-1), 'end');
  const parts = node.parts.slice(isAnchored ? 1 : 0, isToEnd ? -1 : undefined);
  return { isAnchored, inner: { kind: 'sequence', parts } };
}

function isAssertion(
  node: PatternNode<CharacterClass> | undefined,
  assertion: 'start' | 'end',
): boolean {
  return node?.kind === 'assertion' && node.assertion === assertion;
}

/** The most characters that an expression reads. */
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
    case 'repetition':
      return longest(node.part) === 0 ? 0 : longest(node.part) * node.maximum;
  }
}

function isDeterministic(automaton: Automaton<CharacterClass>): boolean {
  const { sets, assertions, follow, first, repeatsItself, skipsTwice } = automaton;
  if (repeatsItself || skipsTwice || assertions.some((one) => one !== undefined)) return false;
  return [first, ...follow].every((positions) =>
    areApart(positions.flatMap((at) => sets[at] ?? [])),
  );
}

/** Whether no character belongs to two of the classes. */
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

/** The kind of character that a text has at a place: no class of the pattern tells two of a kind apart. */
interface Kind {
  readonly id: number;
  readonly classes: ReadonlySet<CharacterClass>;
  readonly isWord: boolean;
}

/** The positions that a text may have reached, after a character or at the start. */
interface State {
  readonly reached: readonly number[];
  readonly isStart: boolean;
  readonly isWord: boolean;
  readonly next: (State | undefined)[];
  /** Whether the pattern has matched, whatever follows. */
  readonly isMatched: boolean;
  matchesAtEnd: boolean | undefined;
}
