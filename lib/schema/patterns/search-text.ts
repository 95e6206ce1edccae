import type { Automaton } from './automaton.js';
import type { CharacterClass } from './parse-pattern.js';
import { WORD } from './wordpress-pattern.js';

/** States are made when a text needs them; with more than this many, they are made anew. */
const STATES = 1_000;
const CHARACTERS = 4_096;

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

/**
 * Searches texts for a pattern in time linear in their length: each character leads from one set of positions
 * to the next, and sets that were met before are looked up.
 */
export class PatternSearch {
  readonly #automaton: Automaton<CharacterClass>;
  readonly #classes: readonly CharacterClass[];
  #states = new Map<string, State>();
  #kinds = new Map<string, Kind>();
  #kindOf = new Map<string, Kind>();

  constructor(automaton: Automaton<CharacterClass>) {
    this.#automaton = automaton;
    this.#classes = [...new Set(automaton.sets.flatMap((set) => set ?? []))];
  }

  /** Whether the pattern matches a part of the text. */
  test(text: string): boolean {
    if (this.#automaton.mayBeEmpty) return true;
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
    const { sets, follow, first, last } = this.#automaton;
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
    const { assertions, follow, first, last } = this.#automaton;
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
