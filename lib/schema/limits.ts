import type { SchemaType, ValueSchema } from './vocabulary.js';

/**
 * What is known of a keyword that limits a value beside its type. A tag, an option of `@Param`, a schema and an
 * OpenAPI document all call it by its own name.
 */
interface Limit {
  /** The types of values that it applies to. */
  readonly types: readonly SchemaType[];
  /** What its own value is. An `exclusive` limit is a flag in a schema, and a number in a tag and in OpenAPI. */
  readonly value: 'number' | 'exclusive' | 'factor' | 'count' | 'flag' | 'pattern' | 'format';
  /**
   * How two values compare: of lower bounds, the higher one is stricter. Two flags hold if one does, two factors
   * have a common multiple, and two patterns or formats cannot be compared.
   */
  readonly bound?: 'lower' | 'upper';
  /** The bound that an `exclusive` limit is about. */
  readonly of?: 'minimum' | 'maximum';
}

const NUMBERS = ['integer', 'number'] as const;
const TEXTS = ['string'] as const;
const LISTS = ['array'] as const;
const OBJECTS = ['object'] as const;

/** Every keyword that limits a value beside its type. */
export const LIMITS = {
  minimum: { types: NUMBERS, value: 'number', bound: 'lower' },
  maximum: { types: NUMBERS, value: 'number', bound: 'upper' },
  exclusiveMinimum: { types: NUMBERS, value: 'exclusive', bound: 'lower', of: 'minimum' },
  exclusiveMaximum: { types: NUMBERS, value: 'exclusive', bound: 'upper', of: 'maximum' },
  multipleOf: { types: NUMBERS, value: 'factor' },
  minLength: { types: TEXTS, value: 'count', bound: 'lower' },
  maxLength: { types: TEXTS, value: 'count', bound: 'upper' },
  pattern: { types: TEXTS, value: 'pattern' },
  format: { types: TEXTS, value: 'format' },
  minItems: { types: LISTS, value: 'count', bound: 'lower' },
  maxItems: { types: LISTS, value: 'count', bound: 'upper' },
  uniqueItems: { types: LISTS, value: 'flag' },
  minProperties: { types: OBJECTS, value: 'count', bound: 'lower' },
  maxProperties: { types: OBJECTS, value: 'count', bound: 'upper' },
} as const satisfies Partial<Record<keyof ValueSchema, Limit>>;

/** The name of a limit. */
export type LimitName = keyof typeof LIMITS;

/** The kind of a limit's own value. */
export type LimitValue = Limit['value'];

type NameWith<Value extends LimitValue> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['value'] extends Value ? Name : never;
}[LimitName];

/** The names of all limits. `Object.keys` does not tell their type. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

/** The names of the limits whose own values are of a kind. */
export function limitsWith<Value extends LimitValue>(value: Value): readonly NameWith<Value>[] {
  return LIMIT_NAMES.filter((name): name is NameWith<Value> => LIMITS[name].value === value);
}

/** The names of the limits of values of a type. */
export function limitsOfType(type: SchemaType): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => (LIMITS[name].types as readonly SchemaType[]).includes(type));
}
