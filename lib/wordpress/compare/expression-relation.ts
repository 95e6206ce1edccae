import { includes } from '../../routes/paths/mixed-segment.js';
import { buildMatch, type MatchAutomaton } from '../../routes/paths/match-pattern.js';
import { PatternSyntaxError } from '../../schema/patterns/parse-pattern.js';

/** How the texts that one expression matches relate to those of another. */
type Relation = 'same' | 'fewer' | 'more' | 'others' | 'unknown';

/** Bounds the work: the sets of positions that a text can reach may be many. */
const STEPS = 20_000;

/** What the second expression matches, compared with the first, without regard to case. */
export function relationOf(before: string, after: string): Relation {
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

/** The positions that some text reaches in both automatons. */
interface Reached {
  readonly inner: readonly number[];
  readonly outer: readonly number[];
}

/** Whether `outer` matches every text that `inner` matches; `undefined` where that takes too long. */
function includesAll(inner: MatchAutomaton, outer: MatchAutomaton): boolean | undefined {
  const samples = samplesOf([inner, outer]);
  const open = stepsFrom(inner.first, outer.first, samples, inner, outer);
  const known = new Set<string>();
  for (let reached = open.pop(); reached !== undefined; reached = open.pop()) {
    const key = `${reached.inner.join()};${reached.outer.join()}`;
    if (known.has(key)) continue;
    if (known.add(key).size * samples.length > STEPS) return undefined;
    if (accepts(inner, reached.inner) && !accepts(outer, reached.outer)) return false;
    const [next, nextOuter] = [follow(inner, reached.inner), follow(outer, reached.outer)];
    open.push(...stepsFrom(next, nextOuter, samples, inner, outer));
  }
  return true;
}

function stepsFrom(
  inner: readonly number[],
  outer: readonly number[],
  samples: readonly number[],
  a: MatchAutomaton,
  b: MatchAutomaton,
): Reached[] {
  return samples
    .map((code) => ({ inner: reading(a, inner, code), outer: reading(b, outer, code) }))
    .filter((reached) => reached.inner.length > 0);
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

/** One character of each kind: no set of the automatons tells two characters of a kind apart. */
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
