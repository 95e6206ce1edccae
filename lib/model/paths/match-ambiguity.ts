import type { Automaton } from '../../schema/patterns/automaton.js';
import { intersect, type CharacterSet } from './character-set.js';

export type MatchAutomaton = Automaton<CharacterSet>;

/**
 * Whether a pattern can match a repeated text in a number of ways that doubles with each repetition, as
 * `(a|a)*` and `(\w+\d*)+` do. An engine that backtracks needs exponential time for those, so they are
 * never meant. Here they take linear time, but the pattern is also published, and clients and proxies
 * copy it.
 *
 * Two ways exist where a position comes back to itself over two different paths that read the same text:
 * that is a cycle through a pair of different positions, in the automaton of all pairs.
 *
 * @see https://doi.org/10.1016/0304-3975(91)90381-B
 */
export function isCatastrophic(automaton: MatchAutomaton): boolean {
  if (automaton.repeatsItself) return true;
  const pairs = new Pairs(automaton);
  const known = new Set<number>();
  for (let position = 0; position < automaton.sets.length; position++) {
    if (known.has(position)) continue;
    const cycle = pairs.cycleThrough(position);
    if (cycle.some(([a, b]) => a !== b)) return true;
    for (const [one] of cycle) known.add(one);
  }
  return false;
}

type Pair = readonly [number, number];
type Step = (pair: Pair) => readonly Pair[];

/** The pairs of positions that the same text can reach. */
class Pairs {
  readonly #follow: readonly (readonly number[])[];
  readonly #precede: readonly (readonly number[])[];
  readonly #areTogether: (a: number, b: number) => boolean;

  constructor({ sets, follow }: MatchAutomaton) {
    this.#follow = follow;
    this.#precede = follow.map((_, position) =>
      [...follow.keys()].filter((one) => follow[one]?.includes(position)),
    );
    const table = sets.map((set = []) => sets.map((other = []) => intersect(set, other)));
    this.#areTogether = (a, b) => table[a]?.[b] === true;
  }

  /** The pairs that a position reaches in step with itself, and that lead back to it. */
  cycleThrough(position: number): readonly Pair[] {
    const after = this.#reach(position, (pair) => this.#steps(pair, this.#follow));
    const before = this.#reach(position, (pair) => this.#steps(pair, this.#precede));
    return [...after].filter(([key]) => before.has(key)).map(([, pair]) => pair);
  }

  #reach(position: number, step: Step): ReadonlyMap<number, Pair> {
    const reached = new Map<number, Pair>();
    const open: Pair[] = [[position, position]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      for (const next of step(pair)) {
        const key = next[0] * this.#follow.length + next[1];
        if (reached.has(key)) continue;
        reached.set(key, next);
        open.push(next);
      }
    }
    return reached;
  }

  #steps([a, b]: Pair, neighbours: readonly (readonly number[])[]): readonly Pair[] {
    return (neighbours[a] ?? []).flatMap((one) =>
      (neighbours[b] ?? [])
        .filter((other) => this.#areTogether(one, other))
        .map((other) => [one, other] as const),
    );
  }
}
