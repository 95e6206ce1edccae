import type { Code } from '../engine/code.js';
import { type Keyword, diagnostic, type SchemaDiagnostic } from '../engine/keyword.js';
import { LIMITS } from '../vocabulary.js';
import { wrongCount, type ViolationCode } from '../messages.js';
import type { ForeignObject } from '../values/values.js';

type Lower = 'minLength' | 'minItems' | 'minProperties';
type Upper = 'maxLength' | 'maxItems' | 'maxProperties';

/** How the parts of a value are counted. */
interface Count<Value> {
  readonly code: ViolationCode;
  readonly nouns: readonly [one: string, many: string];
  readonly holds: (value: Value, limit: number) => boolean;
  readonly emit: (value: string, limit: number, code: Code) => string;
}

const CHARACTERS = ['character', 'characters'] as const;
const ITEMS = ['item', 'items'] as const;
const PROPERTIES = ['property', 'properties'] as const;

/** `minLength`: the least number of code points. */
export const minLength = atLeast<string>('minLength', 'maxLength', {
  code: 'rest_too_short',
  nouns: CHARACTERS,
  holds: hasAtLeast,
  // Up to one, code units count the same as code points. A code point has two of them at most.
  emit: (value, limit, code) =>
    limit <= 1
      ? `${value}.length >= ${code.literal(limit)}`
      : `(${value}.length >= ${code.literal(2 * limit - 1)} || ${code.constant(hasAtLeast)}(${value}, ${code.literal(limit)}))`,
});

/** `maxLength`: the greatest number of code points. */
export const maxLength = atMost<string>('maxLength', {
  code: 'rest_too_long',
  nouns: CHARACTERS,
  holds: hasAtMost,
  emit: (value, limit, code) =>
    `(${value}.length <= ${code.literal(limit)} || ${code.constant(hasAtMost)}(${value}, ${code.literal(limit)}))`,
});

/** `minItems`: the least number of items. */
export const minItems = atLeast<readonly unknown[]>('minItems', 'maxItems', {
  code: 'rest_too_few_items',
  nouns: ITEMS,
  holds: (list, limit) => list.length >= limit,
  emit: (list, limit, code) => `${list}.length >= ${code.literal(limit)}`,
});

/** `maxItems`: the greatest number of items. */
export const maxItems = atMost<readonly unknown[]>('maxItems', {
  code: 'rest_too_many_items',
  nouns: ITEMS,
  holds: (list, limit) => list.length <= limit,
  emit: (list, limit, code) => `${list}.length <= ${code.literal(limit)}`,
});

/** `minProperties`: the least number of properties, whatever their names. */
export const minProperties = atLeast<ForeignObject>('minProperties', 'maxProperties', {
  code: 'rest_too_few_properties',
  nouns: PROPERTIES,
  holds: (object, limit) => Object.keys(object).length >= limit,
  emit: (object, limit, code) => `Object.keys(${object}).length >= ${code.literal(limit)}`,
});

/** `maxProperties`: the greatest number of properties, whatever their names. */
export const maxProperties = atMost<ForeignObject>('maxProperties', {
  code: 'rest_too_many_properties',
  nouns: PROPERTIES,
  holds: (object, limit) => Object.keys(object).length <= limit,
  emit: (object, limit, code) => `Object.keys(${object}).length <= ${code.literal(limit)}`,
});

/** A lower limit, which must not exceed the upper one. */
function atLeast<Value>(name: Lower, upperName: Upper, count: Count<Value>): Keyword<Value> {
  return {
    ...countKeyword(name, 'least', count),
    diagnostics({ [name]: limit, [upperName]: upper }) {
      const own = countDiagnostics(name, limit);
      if (own.length > 0 || limit === undefined || upper === undefined || limit <= upper)
        return own;
      return [diagnostic(name, `at most ${upperName}, ${upper}`, limit)];
    },
  };
}

function atMost<Value>(name: Upper, count: Count<Value>): Keyword<Value> {
  return countKeyword(name, 'most', count);
}

function countKeyword<Value>(
  name: Lower | Upper,
  bound: 'least' | 'most',
  { code: violationCode, nouns: [one, many], holds, emit }: Count<Value>,
): Keyword<Value> {
  return {
    name,
    types: LIMITS[name].types,
    bind({ [name]: limit }) {
      if (limit === undefined) return undefined;
      const expected = `at ${bound} ${limit} ${limit === 1 ? one : many}`;
      return {
        holds: (value) => holds(value, limit),
        emit: (value, code) => emit(value, limit, code),
        violation: (place) => wrongCount(place, violationCode, expected, { [name]: limit }),
      };
    },
    diagnostics: ({ [name]: limit }) => countDiagnostics(name, limit),
  };
}

function countDiagnostics(keyword: string, limit: unknown): readonly SchemaDiagnostic[] {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0) return [];
  return [diagnostic(keyword, 'a non-negative integer', limit)];
}

/** Whether a text has at least so many code points; its length usually decides. */
function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false;
  return text.length >= 2 * count || countCodePoints(text) >= count;
}

/** Whether a text has at most so many code points; its length usually decides. */
function hasAtMost(text: string, count: number): boolean {
  if (text.length <= count) return true;
  return text.length <= 2 * count && countCodePoints(text) <= count;
}

/**
 * The number of code points in a text. A surrogate pair is one, a lone surrogate is one. Counted without an
 * iterator, which would allocate each of them.
 */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count--;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
