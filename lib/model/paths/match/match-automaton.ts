import { includes, type CharacterSet } from './character-set.js';
import type { MatchNode } from './match-syntax.js';
import { MatchSyntaxError } from './match-syntax.js';

/** Each step of a text looks at the transitions of a pattern, so their number bounds the work. */
const TRANSITIONS = 2000;
const POSITIONS = 120;

/**
 * A pattern as the positions of its characters, and which may follow which (Glushkov's construction). A text
 * is matched by the set of positions that it may have reached, in time linear in its length. The regular
 * expressions of the engine try one way after the other: `[^/]+[\w-]+[\w%]+` takes them time to the third
 * power, and clients choose the length.
 *
 * @see https://en.wikipedia.org/wiki/Glushkov%27s_construction_algorithm
 */
export interface MatchAutomaton {
  /** The characters that each position accepts. */
  readonly sets: readonly CharacterSet[];
  /** The positions that may follow each position. */
  readonly follow: readonly (readonly number[])[];
  readonly first: readonly number[];
  readonly last: ReadonlySet<number>;
  /** Whether one position follows another within a repetition in more than one way, as in `(a+)+`. */
  readonly repeatsItself: boolean;
}

/** @throws MatchSyntaxError for a pattern that is too large. */
export function buildAutomaton(node: MatchNode): MatchAutomaton {
  const builder = new AutomatonBuilder();
  const { first, last } = builder.add(node);
  const { sets, follow, repeatsItself } = builder;
  return {
    sets,
    follow: follow.map((positions) => [...positions]),
    first,
    last: new Set(last),
    repeatsItself,
  };
}

/** Whether a pattern matches the whole of a text, which is not empty. */
export function acceptsText({ sets, follow, first, last }: MatchAutomaton, text: string): boolean {
  let possible = first;
  let reached: readonly number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    reached = possible.filter((position) => includes(sets[position] ?? [], code));
    if (reached.length === 0) return false;
    possible = followOf(follow, reached);
  }
  return reached.some((position) => last.has(position));
}

function followOf(follow: MatchAutomaton['follow'], reached: readonly number[]): readonly number[] {
  const [only = 0] = reached;
  if (reached.length === 1) return follow[only] ?? [];
  return [...new Set(reached.flatMap((position) => follow[position] ?? []))];
}

/** A part of a pattern: the positions that it may begin and end with. */
interface Fragment {
  readonly mayBeEmpty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Fragment = { mayBeEmpty: true, first: [], last: [] };

class AutomatonBuilder {
  readonly sets: CharacterSet[] = [];
  readonly follow: Set<number>[] = [];
  repeatsItself = false;
  #transitions = 0;

  add(node: MatchNode): Fragment {
    switch (node.kind) {
      case 'characters':
        return this.#addCharacters(node.set);
      case 'sequence':
        return node.parts.reduce<Fragment>(
          (fragment, part) => this.#joined(fragment, this.add(part)),
          EMPTY,
        );
      case 'choice':
        return either(node.options.map((option) => this.add(option)));
      case 'repetition':
        return this.#addRepetition(node);
    }
  }

  #addCharacters(set: CharacterSet): Fragment {
    const position = this.sets.length;
    if (position >= POSITIONS) throw tooLarge();
    this.sets.push(set);
    this.follow.push(new Set());
    return { mayBeEmpty: false, first: [position], last: [position] };
  }

  /** `a{2,4}` becomes `aa(a(a)?)?`, and `a{2,}` becomes `aa+`. */
  #addRepetition({
    part,
    minimum,
    maximum,
  }: Extract<MatchNode, { readonly kind: 'repetition' }>): Fragment {
    const isEndless = maximum === Infinity;
    const isOptional = minimum === 0;
    if (isEndless) {
      let fragment = EMPTY;
      for (let count = 1; count < minimum; count++)
        fragment = this.#joined(fragment, this.add(part));
      const repeated = this.#repeated(this.add(part));
      return this.#joined(fragment, isOptional ? optional(repeated) : repeated);
    }
    let tail = EMPTY;
    for (let count = minimum; count < maximum; count++) {
      tail = optional(this.#joined(this.add(part), tail));
    }
    for (let count = 0; count < minimum; count++) tail = this.#joined(this.add(part), tail);
    return tail;
  }

  #joined(before: Fragment, after: Fragment): Fragment {
    this.#connect(before.last, after.first);
    return {
      mayBeEmpty: before.mayBeEmpty && after.mayBeEmpty,
      first: before.mayBeEmpty ? [...before.first, ...after.first] : before.first,
      last: after.mayBeEmpty ? [...before.last, ...after.last] : after.last,
    };
  }

  #repeated(fragment: Fragment): Fragment {
    this.#connect(fragment.last, fragment.first);
    return fragment;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      const following = this.follow[position];
      for (const next of to) {
        if (following?.has(next) === true) this.repeatsItself = true;
        following?.add(next);
        if (++this.#transitions > TRANSITIONS) throw tooLarge();
      }
    }
  }
}

function optional(fragment: Fragment): Fragment {
  return { ...fragment, mayBeEmpty: true };
}

function either(options: readonly Fragment[]): Fragment {
  return {
    mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty),
    first: options.flatMap(({ first }) => first),
    last: options.flatMap(({ last }) => last),
  };
}

function tooLarge(): MatchSyntaxError {
  return new MatchSyntaxError(
    `a pattern of at most ${POSITIONS} characters and classes, repetitions counted out`,
    'more',
  );
}
