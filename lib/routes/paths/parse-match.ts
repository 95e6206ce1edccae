import { type CharacterSet, complement, union, withBothCases } from './character-set.js';
import {
  parseExpression,
  parseLimits,
  type PatternText,
  PatternSyntaxError,
  type PatternNode,
} from '../../schema/patterns/parse-pattern.js';

const COUNTS = /^\{(\d{1,4})(,(\d{0,4}))?\}/;

/**
 * Parses the part of regular expressions that describes texts: characters, classes, groups, choices and repetitions.
 * Lookarounds, backreferences and boundaries are useless in a path, and need more than linear time.
 *
 * @throws PatternSyntaxError
 */
export function parseMatch(pattern: string): PatternNode<CharacterSet> {
  return parseExpression(pattern, parseAtom, parseRepetition);
}

function parseRepetition(text: PatternText): ReturnType<typeof parseLimits> {
  const limits = parseLimits(text, COUNTS);
  if (limits === undefined) return undefined;
  const [minimum, maximum] = limits;
  if (minimum > maximum) throw new PatternSyntaxError('counts in order', `{${minimum},${maximum}}`);
  // A lazy repetition matches the same texts as a greedy one.
  text.take('?');
  if (parseLimits(text, COUNTS) !== undefined) {
    throw new PatternSyntaxError('one repetition of a part', text.show());
  }
  return limits;
}

function parseAtom(text: PatternText): PatternNode<CharacterSet> | undefined {
  if (text.take('(')) {
    if (!text.take('?') || text.take(':')) return undefined;
    throw new PatternSyntaxError(
      'groups of the form (…) or (?:…), without names and lookarounds',
      `(?${text.show()}`,
    );
  }
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

const DIGITS: CharacterSet = [48, 57];
const WORDS: CharacterSet = [48, 57, 65, 90, 95, 95, 97, 122];
const SPACES: CharacterSet = [9, 13, 32, 32];
const ALL_BUT_LINE_FEED: CharacterSet = complement([10, 10]);

/** The classes of WordPress's routes: ASCII, as its server matches them without Unicode. */
const CLASSES: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORDS],
  ['W', complement(WORDS)],
  ['s', SPACES],
  ['S', complement(SPACES)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);

const SYNTAX = '^$*+?()[{|\\';
const HEXADECIMAL = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i;
const POSIX_CLASS = /^\[[:.=]/;
const LETTER_OR_DIGIT = /^[0-9A-Za-z]$/;

/** Whether the next part is a character, an escape or `.`, and not a special character. */
function startsCharacter(text: PatternText): boolean {
  return text.next === '\\' || (text.next !== '' && !SYNTAX.includes(text.next));
}

/** Parses the pattern of one character outside a class. */
function parseCharacter(text: PatternText): CharacterSet {
  if (text.take('.')) return ALL_BUT_LINE_FEED;
  return withBothCases(parseMember(text));
}

/** Parses a class after its `[`. */
function parseClass(text: PatternText): CharacterSet {
  const isNegated = text.take('^');
  const members: CharacterSet[] = [];
  do members.push(parseRange(text));
  while (!text.take(']'));
  const set = withBothCases(union(members));
  const accepted = isNegated ? complement(set) : set;
  if (accepted.length === 0)
    throw new PatternSyntaxError('a class with characters', 'an empty one');
  return accepted;
}

function parseRange(text: PatternText): CharacterSet {
  if (text.takeMatch(POSIX_CLASS) !== undefined) {
    throw new PatternSyntaxError('a class such as [a-z] or [\\w-]', 'a class of POSIX');
  }
  const first = parseMember(text);
  if (!text.take('-')) return first;
  // A "-" at the end of a class, or after a class of characters, is literal.
  if (text.next === ']' || !isSingle(first)) return union([first, [45, 45]]);
  const last = parseMember(text);
  if (!isSingle(last)) return union([first, [45, 45], last]);
  const [from = 0, to = 0] = [first[0], last[0]];
  if (from > to) throw new PatternSyntaxError('a range in order', show(from, to));
  return [from, to];
}

function isSingle(set: CharacterSet): boolean {
  return set.length === 2 && set[0] === set[1];
}

function show(from: number, to: number): string {
  return `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}`;
}

function parseMember(text: PatternText): CharacterSet {
  if (text.isAtEnd) throw new PatternSyntaxError('a "]" for each "["', 'none');
  const character = text.read();
  return character === '\\' ? parseEscape(text) : single(character.codePointAt(0) ?? 0);
}

function parseEscape(text: PatternText): CharacterSet {
  const [, short, long] = text.takeMatch(HEXADECIMAL) ?? [];
  const digits = short ?? long;
  if (digits !== undefined) return single(Number.parseInt(digits, 16));
  const shown = text.show();
  const character = text.read();
  const set = CLASSES.get(character) ?? CONTROLS.get(character);
  if (set !== undefined) return typeof set === 'number' ? single(set) : set;
  if (character === '' || LETTER_OR_DIGIT.test(character)) {
    throw new PatternSyntaxError(
      '\\d, \\w, \\s, their opposites or a sign after "\\"',
      `\\${shown}`,
    );
  }
  return single(character.codePointAt(0) ?? 0);
}

function single(code: number): CharacterSet {
  return [code, code];
}
