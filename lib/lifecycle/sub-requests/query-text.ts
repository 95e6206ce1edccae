import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Parameters } from '../../routes/rest-request.js';
import { isObject, NullRecord } from '../../shared/records.js';
import { MalformedParameters, parseParameters } from '../messages/query-string.js';

/** A value of a query: a text, a number, a boolean, a date, or lists and objects of them. */
export type QueryValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [name: string]: QueryValue };

/** A query as data, its text, and what a request with that text has. */
export interface WrittenQuery {
  /** Without absent values; dates and other objects with `toJSON` are its result. */
  readonly data: Parameters;
  readonly text: string;
  readonly parsed: Parameters;
}

/** A value that would not arrive as it is: the text of a query has only texts, under names that nest. */
export class UncarriedQuery extends InvalidArgumentException {
  /**
   * @param argument The parameter; empty if all of them together are the reason.
   * @param place The place within it, which begins with its name: `["lines", "0", "sku"]`.
   * @param reason The rest of a sentence that begins with the place.
   */
  constructor(
    readonly argument: string,
    readonly place: readonly string[],
    readonly reason: string,
  ) {
    const [first = '', ...keys] = place;
    const shown = `${quoted(first)}${keys.map((key) => `[${quoted(key)}]`).join('')}`;
    super(`A query cannot carry ${place.length === 0 ? 'all of this' : shown}: it ${reason}.`);
  }
}

/** The maximum nesting of a query. */
const MAXIMUM_QUERY_LEVELS = 64;

/**
 * Writes a query with PHP's names: a list of texts as `tags[]=a`, other nested values as `lines[0][sku]=x`. Names with
 * `null` or `undefined` are left out, as PHP's `http_build_query` does. An empty list or object is the empty text. What
 * is written is read again, so that no key and no value becomes another one.
 *
 * @example
 * writeQuery({ page: 2, tags: ['a', 'b'] }).text; // 'page=2&tags%5B%5D=a&tags%5B%5D=b'
 *
 * @throws UncarriedQuery on a key or a value that would arrive as another one: keys with brackets, empty keys, objects
 *   whose keys are all whole numbers, null or nothing within lists and objects, more than 64 levels.
 */
export function writeQuery(query: Readonly<Record<string, unknown>>): WrittenQuery {
  const data = new NullRecord<unknown>();
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const carried = carriedData(value, [name]);
    if (carried === undefined) continue;
    data[name] = carried;
    addPairs(pairs, name, carried);
  }
  const text = pairs.join('&');
  const parsed = parsedAgain(text);
  for (const [name, value] of Object.entries(data)) {
    const place = value === null ? undefined : differenceOf(value, parsed[name], [name]);
    if (place !== undefined) throw uncarried(place, 'would arrive under another key or as a list');
  }
  return { data, text, parsed };
}

const SURROGATE = 'has half of a surrogate pair';

/** Copies a value without absent properties, and checks its name and what is in it. */
function carriedData(value: unknown, place: readonly string[]): unknown {
  if (place.at(-1)?.isWellFormed() === false) throw uncarried(place, SURROGATE);
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw uncarried(place, SURROGATE);
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw uncarried(place, `is ${value}`);
      return value;
    case 'bigint':
    case 'boolean':
      return value;
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? nullAt(place) : nestedData(value, place);
    default:
      throw uncarried(place, `is a ${typeof value}`);
  }
}

function nullAt(place: readonly string[]): null {
  if (place.length > 1) throw uncarried(place, 'is null, which a query does not have');
  return null;
}

function nestedData(value: object, place: readonly string[]): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const made: unknown = Reflect.apply(value.toJSON, value, ['']);
    // As JSON.stringify, which asks only once: an object may return itself.
    return isObject(made) ? copiedData(made, place) : carriedData(made, place);
  }
  return copiedData(value, place);
}

function copiedData(value: object, place: readonly string[]): unknown {
  if (place.length >= MAXIMUM_QUERY_LEVELS) {
    throw uncarried(place, `has more than ${MAXIMUM_QUERY_LEVELS} levels`);
  }
  if (Array.isArray(value)) {
    const items = Array.from(value, (item, at) => {
      const carried = carriedData(item, [...place, String(at)]);
      if (carried === undefined) throw uncarried([...place, String(at)], 'is an absent item');
      return carried;
    });
    return rejectEmpty(items, items.length, place);
  }
  const record = new NullRecord<unknown>();
  for (const [key, item] of Object.entries(value)) {
    const carried = carriedData(item, [...place, key]);
    if (carried !== undefined) record[key] = carried;
  }
  return rejectEmpty(record, Object.keys(record).length, place);
}

/** An empty text is an empty list or object only for the argument itself. */
function rejectEmpty<Value>(value: Value, length: number, place: readonly string[]): Value {
  if (length === 0 && place.length > 1) {
    throw uncarried(place, 'is an empty part, which a query does not have');
  }
  return value;
}

function addPairs(pairs: string[], name: string, value: unknown): void {
  if (value === null) return;
  if (!isObject(value)) {
    const text = String(value as string | number | bigint | boolean);
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) pairs.push(`${encodeURIComponent(name)}=`);
  const isListOfScalars = Array.isArray(value) && !value.some(isObject);
  for (const [key, item] of entries) {
    addPairs(pairs, `${name}[${isListOfScalars ? '' : key}]`, item);
  }
}

function parsedAgain(text: string): Parameters {
  try {
    return parseParameters(text);
  } catch (error) {
    if (!(error instanceof MalformedParameters)) throw error;
    throw new UncarriedQuery('', [], `has ${error.message}`);
  }
}

/** The place of the first value that is not the text of another one. */
function differenceOf(
  value: unknown,
  parsed: unknown,
  place: readonly string[],
): readonly string[] | undefined {
  if (!isObject(value)) return parsed === String(value) ? undefined : place;
  const entries = Object.entries(value);
  if (entries.length === 0) return parsed === '' ? undefined : place;
  if (!isObject(parsed)) return place;
  const isSameKind = Array.isArray(value) === Array.isArray(parsed);
  for (const [key, item] of entries) {
    const found = Object.hasOwn(parsed, key) ? (parsed as Parameters)[key] : undefined;
    const difference = differenceOf(item, found, [...place, key]);
    if (difference !== undefined) return difference;
  }
  return isSameKind && entries.length === Object.keys(parsed).length ? undefined : place;
}

function uncarried(place: readonly string[], reason: string): UncarriedQuery {
  return new UncarriedQuery(place[0] ?? '', place, reason);
}

/** The maximum number of characters of a key in an error. */
const MAXIMUM_QUOTED = 80;

function quoted(key: string): string {
  return JSON.stringify(key.slice(0, MAXIMUM_QUOTED).toWellFormed());
}
