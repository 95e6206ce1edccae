import { buildAutomaton, type Automaton } from './automaton.js';
import {
  parsePattern,
  type CharacterClass,
  PatternSyntaxError,
  type PatternNode,
} from './parse-pattern.js';
import { PatternSearch } from './pattern-search.js';
import { compileWordPressPattern } from './wordpress-pattern.js';

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
export function compilePattern(source: string, isTrusted = false): Pick<RegExp, 'test'> {
  const expression = compileWordPressPattern(source);
  if (isTrusted) return expression;
  const node = parsePattern(expression.source);
  if (isProvenLinear(node)) return expression;
  return new PatternSearch(buildAutomaton(node, SEARCHED));
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
    case 'repetition': {
      const length = longest(node.part);
      return length === 0 ? 0 : length * node.maximum;
    }
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
