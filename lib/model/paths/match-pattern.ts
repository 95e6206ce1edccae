import { buildAutomaton } from '../../schema/patterns/automaton.js';
import { PatternSyntaxError } from '../../schema/patterns/pattern-node.js';
import { includes } from './character-set.js';
import { isCatastrophic, type MatchAutomaton } from './match-ambiguity.js';
import { parseMatch } from './parse-match.js';

const SLASH = 47;
const LENGTH = 500;
const LIMITS = { positions: 120, transitions: 2000 };

/** The pattern of `@Param({ match })`, compiled. */
export interface MatchPattern {
  /** Whether the pattern may match a text with a slash: then the placeholder may span segments. */
  readonly spansSlashes: boolean;
  /** Whether the pattern matches the whole of a text, decoded; capitals are small letters, as in WordPress. */
  readonly accepts: (text: string) => boolean;
}

/** Why a pattern cannot be used. */
export interface MatchDiagnostic {
  readonly expected: string;
  readonly received: string;
}

/** Compiles a pattern in which `matchDiagnostic` found nothing. */
export function compileMatch(pattern: string): MatchPattern {
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

/** What is wrong with a pattern; `undefined` where nothing is. */
export function matchDiagnostic(pattern: unknown): MatchDiagnostic | undefined {
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
