import { includes } from './character-set.js';
import { buildMatch, type MatchAutomaton } from './match-pattern.js';
import { PatternSyntaxError } from '../../schema/patterns/parse-pattern.js';

/** Limits the work: a text may reach many sets of positions. */
const STEPS = 20_000;

/** Compares the texts that the second expression matches with those of the first, ignoring case. */
export function relationOf(
  before: string,
  after: string,
): 'same' | 'fewer' | 'more' | 'others' | 'unknown' {
  if (before === after) return 'same';
  const [a, b] = [automatonOf(before), automatonOf(after)];
  if (a === undefined || b === undefined) return 'unknown';
  const [isWithin, contains] = [includesAll(b, a), includesAll(a, b)];
  if (isWithin === undefined || contains === undefined) return 'unknown';
  if (isWithin && contains) return 'same';
  if (isWithin) return 'fewer';
  return contains ? 'more' : 'others';
}

/** `undefined` for an expression with lookarounds, references or too many characters. */
function automatonOf(expression: string): MatchAutomaton | undefined {
  try {
    return buildMatch(expression);
  } catch (error) {
    if (error instanceof PatternSyntaxError) return undefined;
    throw error;
  }
}

/** `undefined` if that takes too long. */
function includesAll(included: MatchAutomaton, including: MatchAutomaton): boolean | undefined {
  const samples = samplesOf([included, including]);
  // The positions that some text reaches in both automatons.
  const stepsFrom = (at: readonly number[], outerAt: readonly number[]) =>
    samples
      .map((code) => [reading(included, at, code), reading(including, outerAt, code)] as const)
      .filter(([reached]) => reached.length > 0);
  const open = stepsFrom(included.first, including.first);
  const known = new Set<string>();
  for (let reached = open.pop(); reached !== undefined; reached = open.pop()) {
    const [at, outerAt] = reached;
    const key = `${at.join()};${outerAt.join()}`;
    if (known.has(key)) continue;
    if (known.add(key).size * samples.length > STEPS) return undefined;
    if (accepts(included, at) && !accepts(including, outerAt)) return false;
    open.push(...stepsFrom(follow(included, at), follow(including, outerAt)));
  }
  return true;
}

function reading(
  { sets }: MatchAutomaton,
  positions: readonly number[],
  code: number,
): readonly number[] {
  return positions.filter((position) => includes(sets[position] ?? [], code));
}

function follow(
  { follow: after }: MatchAutomaton,
  positions: readonly number[],
): readonly number[] {
  const next = new Set(positions.flatMap((position) => after[position] ?? []));
  return [...next].toSorted((a, b) => a - b);
}

function accepts({ last }: MatchAutomaton, positions: readonly number[]): boolean {
  return positions.some((position) => last.has(position));
}

/** One character of each kind: the automatons do not distinguish two characters of a kind. */
function samplesOf(automatons: readonly MatchAutomaton[]): readonly number[] {
  const sets = automatons.flatMap((one) => one.sets.map((set = []) => set));
  const bounds = new Set([0]);
  for (const set of sets) set.forEach((code, at) => bounds.add(at % 2 === 0 ? code : code + 1));
  const kinds = new Map<string, number>();
  for (const code of bounds) {
    const kind = sets.map((set) => (includes(set, code) ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, code);
  }
  return [...kinds.values()];
}
