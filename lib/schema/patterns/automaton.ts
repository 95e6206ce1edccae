import { PatternSyntaxError, type Assertion, type PatternNode } from './parse-pattern.js';

/** The maximum size of an automaton: each step of a text reads the transitions of a pattern. */
interface AutomatonLimits {
  readonly positions: number;
  readonly transitions: number;
}

/**
 * A pattern as the positions of its characters, and which may follow which (Glushkov's construction). Matching keeps
 * the set of positions that a text may have reached, in time linear in its length. The regular expressions of the
 * engine try one way after another: `[^/]+[\w-]+[\w%]+` needs cubic time, and clients choose the length.
 *
 * @see https://en.wikipedia.org/wiki/Glushkov%27s_construction_algorithm
 */
export interface Automaton<Characters> {
  /** The characters that each position accepts; `undefined` for the position of an assertion. */
  readonly sets: readonly (Characters | undefined)[];
  readonly assertions: readonly (Assertion | undefined)[];
  readonly mayBeEmpty: boolean;
  /** The positions that may follow each position. */
  readonly follow: readonly (readonly number[])[];
  /** The same as products: each position of `from` is followed by each of `to`. */
  readonly connections: readonly Connection[];
  readonly first: readonly number[];
  readonly last: ReadonlySet<number>;
  /** Whether one position follows another within a repetition in more than one way, as in `(a+)+`. */
  readonly repeatsItself: boolean;
  /** Whether a part that may be empty is repeated, or chosen in more than one way, as in `(a?)*`. */
  readonly skipsTwice: boolean;
}

/** A connection between the parts of a pattern, or a repetition. */
export interface Connection {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** @throws PatternSyntaxError for a pattern that is too large. */
export function buildAutomaton<Characters>(
  node: PatternNode<Characters>,
  limits: AutomatonLimits,
): Automaton<Characters> {
  const builder = new AutomatonBuilder<Characters>(limits);
  const { first, last, mayBeEmpty } = builder.add(node);
  const { sets, assertions, follow, connections, repeatsItself, skipsTwice } = builder;
  return {
    sets,
    assertions,
    mayBeEmpty,
    skipsTwice,
    follow: follow.map((positions) => [...positions]),
    connections,
    first,
    last: new Set(last),
    repeatsItself,
  };
}

/** A part of a pattern: the positions that it may begin and end with. */
interface Fragment {
  readonly mayBeEmpty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Fragment = { mayBeEmpty: true, first: [], last: [] };

class AutomatonBuilder<Characters> {
  readonly sets: (Characters | undefined)[] = [];
  readonly assertions: (Assertion | undefined)[] = [];
  readonly follow: Set<number>[] = [];
  readonly connections: Connection[] = [];
  repeatsItself = false;
  skipsTwice = false;
  #transitions = 0;

  constructor(private readonly limits: AutomatonLimits) {}

  add(node: PatternNode<Characters>): Fragment {
    switch (node.kind) {
      case 'characters':
        return this.#addPosition(node.set, undefined);
      case 'assertion':
        return this.#addPosition(undefined, node.assertion);
      case 'sequence':
        return node.parts.reduce<Fragment>(
          (fragment, part) => this.#joined(fragment, this.add(part)),
          EMPTY,
        );
      case 'choice':
        return this.#either(node.options.map((option) => this.add(option)));
      case 'repetition':
        return this.#addRepetition(node);
    }
  }

  #addPosition(set: Characters | undefined, assertion: Assertion | undefined): Fragment {
    const position = this.sets.length;
    if (position >= this.limits.positions) throw tooLarge(this.limits);
    this.sets.push(set);
    this.assertions.push(assertion);
    this.follow.push(new Set());
    return { mayBeEmpty: false, first: [position], last: [position] };
  }

  /** `a{2,4}` becomes `aa(a(a)?)?`, and `a{2,}` becomes `aa+`. */
  #addRepetition({
    part,
    minimum,
    maximum,
  }: Extract<PatternNode<Characters>, { readonly kind: 'repetition' }>): Fragment {
    const isEndless = maximum === Infinity;
    const isOptional = minimum === 0;
    if (isEndless) {
      let fragment = EMPTY;
      for (let count = 1; count < minimum; count++)
        fragment = this.#joined(fragment, this.add(part));
      const repeated = this.#repeated(this.#addRepeated(part));
      return this.#joined(fragment, isOptional ? optional(repeated) : repeated);
    }
    // Copies are made in the order of the text, so that most positions are followed by the one after them.
    const copies = Array.from({ length: maximum }, (_, count) =>
      count < minimum ? this.add(part) : this.#addRepeated(part),
    );
    let tail = EMPTY;
    for (const [count, copy] of [...copies.entries()].toReversed()) {
      const joined = this.#joined(copy, tail);
      tail = count < minimum ? joined : optional(joined);
    }
    return tail;
  }

  #addRepeated(part: PatternNode<Characters>): Fragment {
    const fragment = this.add(part);
    if (fragment.mayBeEmpty) this.skipsTwice = true;
    return fragment;
  }

  #either(options: readonly Fragment[]): Fragment {
    if (options.filter(({ mayBeEmpty }) => mayBeEmpty).length > 1) this.skipsTwice = true;
    return {
      mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty),
      first: options.flatMap(({ first }) => first),
      last: options.flatMap(({ last }) => last),
    };
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
    this.connections.push({ from, to });
    for (const position of from) {
      const following = this.follow[position];
      for (const next of to) {
        if (following?.has(next) === true) this.repeatsItself = true;
        following?.add(next);
        if (++this.#transitions > this.limits.transitions) throw tooLarge(this.limits);
      }
    }
  }
}

function optional(fragment: Fragment): Fragment {
  return { ...fragment, mayBeEmpty: true };
}

function tooLarge({ positions }: AutomatonLimits): PatternSyntaxError {
  return new PatternSyntaxError(
    `a pattern of at most ${positions} characters and classes, repetitions counted out`,
    'more',
  );
}
