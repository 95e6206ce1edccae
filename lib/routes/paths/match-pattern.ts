import { buildAutomaton, type Automaton } from '../../schema/patterns/automaton.js';
import { PatternSyntaxError } from '../../schema/patterns/parse-pattern.js';
import { includes, intersect, type CharacterSet } from './character-set.js';
import { parseMatch } from './parse-match.js';

export type MatchAutomaton = Automaton<CharacterSet>;

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

  #reach(position: number, step: (pair: Pair) => readonly Pair[]): ReadonlyMap<number, Pair> {
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

const SLASH = 47;
const LENGTH = 500;
const LIMITS = { positions: 120, transitions: 2000 };

/** Compiles a pattern of `@Param({ match })` in which `matchDiagnostic` found nothing. */
export function compileMatch(pattern: string): {
  /** Whether the pattern may match a text with a slash: then the placeholder may span segments. */
  readonly spansSlashes: boolean;
  /** Whether the pattern matches the whole of a text, decoded; case is ignored, as in WordPress. */
  readonly accepts: (text: string) => boolean;
} {
  const automaton = buildMatch(pattern);
  return {
    spansSlashes: automaton.sets.some((set) => includes(set ?? [], SLASH)),
    accepts: (text) => acceptsText(automaton, text),
  };
}

/** @throws PatternSyntaxError */
export function buildMatch(pattern: string): MatchAutomaton {
  return buildAutomaton(parseMatch(pattern), LIMITS);
}

/** The diagnostic of a pattern; `undefined` if it is valid. */
export function matchDiagnostic(
  pattern: unknown,
): { readonly expected: string; readonly received: string } | undefined {
  if (typeof pattern !== 'string' || pattern === '') {
    return { expected: 'a regular expression as text', received: show(pattern) };
  }
  if (pattern.length > LENGTH) {
    return { expected: `at most ${LENGTH} characters`, received: String(pattern.length) };
  }
  const automaton = automatonOf(pattern);
  if (automaton instanceof PatternSyntaxError) {
    return { expected: automaton.expected, received: `${automaton.received} in ${show(pattern)}` };
  }
  if (!isCatastrophic(automaton)) return undefined;
  const expected =
    'a pattern that repeats a text in one way only, without catastrophic backtracking';
  return { expected, received: show(pattern) };
}

function automatonOf(pattern: string): MatchAutomaton | PatternSyntaxError {
  try {
    return buildMatch(pattern);
  } catch (error) {
    if (error instanceof PatternSyntaxError) return error;
    throw error;
  }
}

function show(pattern: unknown): string {
  return JSON.stringify(pattern) ?? typeof pattern;
}

/** Whether a pattern matches the whole of a text, which is not empty. */
function acceptsText({ sets, follow, first, last }: MatchAutomaton, text: string): boolean {
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

/**
 * Whether a pattern can match a repeated text in a number of ways that doubles with each repetition, as `(a|a)*` and
 * `(\w+\d*)+` do. An engine that backtracks needs exponential time for those, so they are rejected. Here they need
 * linear time, but the pattern is also published, and clients and proxies copy it.
 *
 * Two ways exist if a position returns to itself on two different paths that read the same text: a cycle through a
 * pair of different positions, in the automaton of all pairs.
 *
 * @see https://doi.org/10.1016/0304-3975(91)90381-B
 */
function isCatastrophic(automaton: MatchAutomaton): boolean {
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
