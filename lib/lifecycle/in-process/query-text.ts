import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** A value of a query: a text, a number, a boolean, or lists and objects of them. */
export type QueryValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [name: string]: QueryValue };

/** The maximum nesting of a query. */
const MAXIMUM_QUERY_LEVELS = 64;

/**
 * Writes a query with PHP's names: a list of texts as `tags[]=a`, other nested values as `lines[0][sku]=x`. Names with
 * `null` or `undefined` are left out, as PHP's `http_build_query` does.
 *
 * @example
 * queryTextOf({ page: 2, tags: ['a', 'b'] }); // 'page=2&tags%5B%5D=a&tags%5B%5D=b'
 *
 * @throws InvalidArgumentException on more than 64 levels, for example an object that contains itself.
 */
export function queryTextOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) addPairs(pairs, name, value, 1);
  return pairs.join('&');
}

function addPairs(pairs: string[], name: string, value: QueryValue, level: number): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    pairs.push(`${encoded(name)}=${encoded(String(value))}`);
    return;
  }
  if (level > MAXIMUM_QUERY_LEVELS)
    throw invalid(name, `has more than ${MAXIMUM_QUERY_LEVELS} levels`);
  const isListOfScalars = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  for (const [key, item] of Object.entries(value)) {
    addPairs(pairs, `${name}[${isListOfScalars ? '' : key}]`, item as QueryValue, level + 1);
  }
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw invalid(text.slice(0, 80), 'has half of a surrogate pair');
  }
}

function invalid(name: string, what: string): InvalidArgumentException {
  const place = JSON.stringify(name.slice(0, 80));
  return new InvalidArgumentException(`RestDispatcher: the query ${what} at ${place}.`);
}
