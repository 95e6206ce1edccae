import { includes } from './character-set.js';
import { isCatastrophic } from './match-ambiguity.js';
import { acceptsText, buildAutomaton, type MatchAutomaton } from './match-automaton.js';
import { MatchSyntaxError } from './match-syntax.js';
import { parseMatch } from './parse-match.js';

const SLASH = 47;
const LENGTH = 500;

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
  const automaton = buildAutomaton(parseMatch(pattern));
  return {
    spansSlashes: automaton.sets.some((set) => includes(set, SLASH)),
    accepts: (text) => acceptsText(automaton, text),
  };
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
  if (automaton instanceof MatchSyntaxError) {
    return { expected: automaton.expected, received: `${automaton.received} in ${show(pattern)}` };
  }
  if (!isCatastrophic(automaton)) return undefined;
  const expected =
    'a pattern that repeats a text in one way only, without catastrophic backtracking';
  return { expected, received: show(pattern) };
}

function automatonOf(pattern: string): MatchAutomaton | MatchSyntaxError {
  try {
    return buildAutomaton(parseMatch(pattern));
  } catch (error) {
    if (error instanceof MatchSyntaxError) return error;
    throw error;
  }
}

function show(pattern: unknown): string {
  return JSON.stringify(pattern) ?? typeof pattern;
}
