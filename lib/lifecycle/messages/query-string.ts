import { parse, stringify, type ParsedUrlQuery } from 'node:querystring';
import type { Parameters } from '../../routes/rest-request.js';
import {
  ParameterTree,
  RepeatedValues,
  repeatedValues,
  decodeParameter,
  MAXIMUM_PARAMETERS,
  tooMany,
} from './parameter-tree.js';
import { NullRecord } from '../../shared/records.js';

const PERCENT = 37;

const AMPERSAND = 38;

const EQUALS = 61;

const BRACKET = 91;

const UNDERSCORE = 95;

const HYPHEN = 45;

export { MalformedParameters } from './parameter-tree.js';

/**
 * Reads `a=1&tags[]=x&lines[0][sku]=y` as WordPress does: the last value of a name counts (a list has all), `[]`
 * appends, `[name]` nests, whole-number keys make a list. Other characters of a name are kept, unlike in PHP.
 *
 * @throws MalformedParameters on malformed percent-encoding, on two names that PHP would read as one argument, and
 *   beyond 1,000 parameters, 64 levels or 4,000 brackets in all names together.
 */
export function parseParameters(text: string): Parameters {
  return parseFlat(text) ?? parseNested(text);
}

/** A name with a bracket, which may be encoded. */
const NESTED_NAME = /(?:^|&)[^=&]*(?:\[|%5b)/i;

/** The first character of global parameters, which may be encoded. */
const GLOBAL = /_|%5f/i;

/**
 * The contents of a text of parameters, as bits of a number, because each request computes it; the other bits are the
 * number of its pairs. A text without any of them is read in the same way by every parser.
 */
export const CONTAINS = {
  /** The first character of global parameters: without it, no step looks for them. */
  global: 1,
  /** A name that nests. The parsers of the adapters do not read it. */
  nesting: 2,
  /** An encoded character, a name of other characters than letters, digits, `_` and `-`, or more than the limit. */
  others: 4,
} as const;

const PAIR = 8;

/** The number of pairs of a text for which `contentsOf` has returned this number. */
export function pairsIn(contents: number): number {
  return Math.floor(contents / PAIR);
}

/** @returns The sum of `CONTAINS` and of the number of pairs. */
export function contentsOf(text: string): number {
  let flags = 0;
  let pairs = 0;
  let start = 0;
  let isName = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Lower-case letters first: nearly all characters are.
    if (code >= 97 && code <= 122) continue;
    if (code === AMPERSAND) {
      if (at > start) pairs++;
      start = at + 1;
      isName = true;
    } else if (code === EQUALS) {
      if (at === start) flags |= CONTAINS.others;
      isName = false;
    } else if (code === UNDERSCORE) flags |= CONTAINS.global;
    else if (code === PERCENT) return encodedContents(text);
    else if (isName && !isOfName(code)) {
      flags |= CONTAINS.others;
      if (code === BRACKET) flags |= CONTAINS.nesting;
    }
  }
  if (text.length > start) pairs++;
  return (pairs > MAXIMUM_PARAMETERS ? flags | CONTAINS.others : flags) + pairs * PAIR;
}

function encodedContents(text: string): number {
  const global = GLOBAL.test(text) ? CONTAINS.global : 0;
  const nesting = NESTED_NAME.test(text) ? CONTAINS.nesting : 0;
  return CONTAINS.others + global + nesting;
}

/**
 * Whether parameters have only texts, and as many as this: a parser has read each name of the text once. They inherit no
 * property of objects.
 */
export function areTexts(parameters: unknown, count: number): parameters is Parameters {
  if (typeof parameters !== 'object' || parameters === null) return false;
  if (parameters instanceof Object) return false;
  const names = Object.keys(parameters);
  if (names.length !== count) return false;
  for (const name of names) {
    if (typeof Reflect.get(parameters, name) !== 'string' || name === '') return false;
  }
  return true;
}

/**
 * Whether parameters are those that were parsed from the same text. A parser of an adapter makes a list of the values
 * of a name that was sent several times.
 */
export function areSameParameters(parsed: Parameters, others: unknown): boolean {
  return areAlike(parsed, others, (name) => repeatedValues(parsed, name));
}

/** Whether parameters are those of a text as the parsers of the adapters read it: without nesting. */
export function isFlatReading(text: string, others: unknown): boolean {
  const flat = parse(text, '&', '=', { maxKeys: 0 });
  return areAlike(flat, others, (name) => flat[name]);
}

/**
 * The text from which a parser of an adapter could have read parameters without nesting; `undefined` if no name of them
 * nests, or if their parser has nested them itself.
 */
export function textOfFlat(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  if (!Object.keys(parameters).some((name) => name.includes('['))) return undefined;
  const isRead = (value: unknown): boolean => typeof value === 'string';
  const areRead = Object.values(parameters).every((one: unknown) => [one].flat().every(isRead));
  return areRead ? stringify(parameters as ParsedUrlQuery) : undefined;
}

/** @param listOf The list of values that a name may have instead. */
function areAlike(
  own: Readonly<Record<string, unknown>>,
  others: unknown,
  listOf: (name: string) => unknown,
): boolean {
  if (typeof others !== 'object' || others === null) return false;
  let names = Object.keys(others);
  const { length } = Object.keys(own);
  // WordPress drops a parameter without a name.
  if (names.length !== length && !('' in own)) names = names.filter((name) => name !== '');
  if (names.length !== length) return false;
  return names.every((name) => {
    const other: unknown = Reflect.get(others, name);
    return own[name] === other || isSameList(listOf(name), other);
  });
}

function isSameList(values: unknown, others: unknown): boolean {
  if (!Array.isArray(values) || !Array.isArray(others)) return false;
  return values.length === others.length && values.every((value, at) => value === others[at]);
}

/** Parses names with brackets: `[]` appends, `[name]` nests, whole-number keys make a list. */
function parseNested(text: string): Parameters {
  const tree = new ParameterTree();
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end !== start) addPair(tree, text.slice(start, end));
  }
  return tree.toParameters();
}

function addPair(tree: ParameterTree, pair: string): void {
  const equals = pair.indexOf('=');
  const name = decodeParameter(equals === -1 ? pair : pair.slice(0, equals));
  tree.add(name, equals === -1 ? '' : decodeParameter(pair.slice(equals + 1)));
}

/**
 * A fast parser of the usual case, names of letters, digits, `_` and `-` only. `undefined` if a name may nest or has
 * another character.
 */
function parseFlat(text: string): Parameters | undefined {
  const record = new NullRecord<unknown>();
  let repeated: RepeatedValues | undefined;
  let count = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end === start) continue;
    const nameEnd = flatNameEnd(text, start, end);
    if (nameEnd === undefined) return undefined;
    if (++count > MAXIMUM_PARAMETERS) throw tooMany();
    const name = text.slice(start, nameEnd);
    const value = nameEnd === end ? '' : decodeParameter(text.slice(nameEnd + 1, end));
    const before = record[name];
    if (before !== undefined) (repeated ??= new RepeatedValues()).add(name, before, value);
    record[name] = value;
  }
  return repeated === undefined ? record : repeated.addTo(record);
}

function flatNameEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === EQUALS) return at === start ? undefined : at;
    if (!isOfName(code)) return undefined;
  }
  return end;
}

function isOfName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === UNDERSCORE ||
    code === HYPHEN
  );
}
