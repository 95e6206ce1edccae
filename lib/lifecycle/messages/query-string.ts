import type { Parameters } from '../../routes/rest-request.js';
import {
  ParameterTree,
  RepeatedValues,
  decodeParameter,
  MAXIMUM_PARAMETERS,
  tooMany,
} from './parameter-tree.js';
import { NullRecord } from '../../shared/records.js';

const EQUALS = 61;

const UNDERSCORE = 95;

const HYPHEN = 45;

export { MalformedParameters } from './parameter-tree.js';

/**
 * Reads `a=1&tags[]=x&lines[0][sku]=y` as WordPress does: the last value of a name counts (a list has all), `[]`
 * appends, `[name]` nests, whole-number keys make a list.
 *
 * @throws MalformedParameters on malformed percent-encoding, and beyond 1,000 parameters, 64 levels or
 *   4,000 brackets in all names together.
 */
export function parseParameters(text: string): Parameters {
  return parsePlain(text) ?? parseNested(text);
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
function parsePlain(text: string): Parameters | undefined {
  const record = new NullRecord<unknown>();
  let repeated: RepeatedValues | undefined;
  let count = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end === start) continue;
    const nameEnd = plainNameEnd(text, start, end);
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

function plainNameEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === EQUALS) return at === start ? undefined : at;
    const isPlain =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === UNDERSCORE ||
      code === HYPHEN;
    if (!isPlain) return undefined;
  }
  return end;
}
