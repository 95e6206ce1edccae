import type { CharacterSet } from './character-set.js';
import { parseCharacter, parseClass, startsCharacter } from './parse-characters.js';
import { PatternSyntaxError, type PatternNode } from '../../../schema/patterns/pattern-node.js';
import { parseLimits, PatternText } from '../../../schema/patterns/pattern-text.js';

const COUNTS = /^\{(\d{1,4})(,(\d{0,4}))?\}/;
const DEPTH = 32;

type MatchNode = PatternNode<CharacterSet>;

/**
 * Parses the part of regular expressions that describes texts: characters, classes, groups, choices and
 * repetitions. Lookarounds, backreferences and boundaries have no place in a path, and need more than
 * linear time.
 *
 * @throws PatternSyntaxError
 */
export function parseMatch(pattern: string): MatchNode {
  const text = new PatternText(pattern);
  const node = parseChoice(text, 0);
  if (!text.isAtEnd) throw new PatternSyntaxError('a "(" for each ")"', text.show());
  return node;
}

function parseChoice(text: PatternText, depth: number): MatchNode {
  if (depth > DEPTH) throw new PatternSyntaxError(`at most ${DEPTH} groups in each other`, 'more');
  const options = [parseSequence(text, depth)];
  while (text.take('|')) options.push(parseSequence(text, depth));
  const [first] = options;
  return options.length === 1 && first !== undefined ? first : { kind: 'choice', options };
}

function parseSequence(text: PatternText, depth: number): MatchNode {
  const parts: MatchNode[] = [];
  while (!text.isAtEnd && text.next !== '|' && text.next !== ')') {
    parts.push(parseRepetition(text, depth));
  }
  return { kind: 'sequence', parts };
}

function parseRepetition(text: PatternText, depth: number): MatchNode {
  const part = parseAtom(text, depth);
  const limits = parseLimits(text, COUNTS);
  if (limits === undefined) return part;
  const [minimum, maximum] = limits;
  if (minimum > maximum) throw new PatternSyntaxError('counts in order', `{${minimum},${maximum}}`);
  // A lazy repetition matches the same texts as a greedy one.
  text.take('?');
  if (parseLimits(text, COUNTS) !== undefined) {
    throw new PatternSyntaxError('one repetition of a part', text.show());
  }
  return { kind: 'repetition', part, minimum, maximum };
}

function parseAtom(text: PatternText, depth: number): MatchNode {
  if (text.take('(')) return parseGroup(text, depth);
  if (text.take('[')) return { kind: 'characters', set: parseClass(text) };
  if (startsCharacter(text)) return { kind: 'characters', set: parseCharacter(text) };
  if (text.next === '^' || text.next === '$') {
    throw new PatternSyntaxError(
      'a pattern without anchors: it matches the whole value',
      text.show(),
    );
  }
  throw new PatternSyntaxError('something to repeat', text.show());
}

function parseGroup(text: PatternText, depth: number): MatchNode {
  if (text.take('?') && !text.take(':')) {
    throw new PatternSyntaxError(
      'groups of the form (…) or (?:…), without names and lookarounds',
      `(?${text.show()}`,
    );
  }
  const node = parseChoice(text, depth + 1);
  if (!text.take(')')) throw new PatternSyntaxError('a ")" for each "("', 'none');
  return node;
}
