import { type JsonValue, type SchemaType, type ValueSchema, typesOf } from './vocabulary.js';

/**
 * The reasons why a value is rejected: WordPress's codes, as clients read them in
 * `data.details.<argument>.code`.
 */
export type ViolationCode =
  | 'rest_invalid_type'
  | 'rest_not_in_enum'
  | 'rest_out_of_bounds'
  | 'rest_too_short'
  | 'rest_too_long'
  | 'rest_invalid_pattern'
  | 'rest_invalid_email'
  | 'rest_invalid_uuid'
  | 'rest_invalid_ip'
  | 'rest_invalid_date'
  | 'rest_invalid_hex_color'
  | 'rest_too_few_items'
  | 'rest_too_many_items'
  | 'rest_invalid_multiple'
  | 'rest_duplicate_items'
  | 'rest_too_few_properties'
  | 'rest_too_many_properties'
  | 'rest_no_matching_schema'
  | 'rest_one_of_multiple_matches'
  | 'rest_property_required'
  | 'rest_additional_properties_forbidden'
  | 'rest_invalid_param';

/** Why a value was rejected. `message` names the place: `lines[1].sku`. */
export interface Violation {
  readonly code: ViolationCode;
  readonly message: string;
}

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const TYPE_NAMES: Readonly<Record<SchemaType, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function violation(code: ViolationCode, message: string): Violation {
  return { code, message };
}

export function wrongType(place: string, schema: ValueSchema): Violation {
  const names = typesOf(schema).map((type) => TYPE_NAMES[type]);
  return violation('rest_invalid_type', `${place} must be ${names.join(' or ')}.`);
}

export function unsafeInteger(place: string): Violation {
  const limit = Number.MAX_SAFE_INTEGER;
  return violation(
    'rest_invalid_type',
    `${place} must be an integer between -${limit} and ${limit}.`,
  );
}

export function notInEnum(place: string, values: readonly JsonValue[]): Violation {
  const texts = values.map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  return violation('rest_not_in_enum', `${place} must be one of ${texts.join(', ')}.`);
}

export function outOfBounds(place: string, relation: string, limit: number): Violation {
  return violation('rest_out_of_bounds', `${place} must be ${relation} ${limit}.`);
}

export function notMultiple(place: string, factor: number): Violation {
  return violation('rest_invalid_multiple', `${place} must be a multiple of ${factor}.`);
}

export function patternMismatch(place: string, pattern: string): Violation {
  return violation('rest_invalid_pattern', `${place} must match the pattern ${pattern}.`);
}

export function formatMismatch(place: string, code: ViolationCode, noun: string): Violation {
  return violation(code, `${place} must be ${noun}.`);
}

/** The violation of a value that was rejected although every rule accepts it. */
export function unexplained(place: string): Violation {
  return violation('rest_invalid_param', `${place} is not valid.`);
}

export function duplicateItems(place: string): Violation {
  return violation('rest_duplicate_items', `${place} has duplicate items.`);
}

export function missingProperty(place: string, name: string): Violation {
  return violation('rest_property_required', `${propertyPlace(place, name)} is required.`);
}

export function forbiddenProperty(place: string, name: string): Violation {
  const message = `${propertyPlace(place, name)} is not a known property.`;
  return violation('rest_additional_properties_forbidden', message);
}

/** @param reason Why the best fitting schema rejects the value, if there is one. */
export function noMatchingSchema(
  place: string,
  titles: readonly string[],
  reason?: Violation,
): Violation {
  const expected = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  const message = reason?.message ?? `${place} must match one of ${expected}.`;
  return violation('rest_no_matching_schema', message);
}

/** The violation of a value that is rejected because its alternatives would read too much of it. */
export function tooManyAttempts(place: string): Violation {
  const message = `${place} has too many parts to be compared with each alternative of its schema.`;
  return violation('rest_no_matching_schema', message);
}

export function severalMatchingSchemas(place: string, titles: readonly string[]): Violation {
  const matched = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  const message = `${place} must match only one of ${matched}, and matches several.`;
  return violation('rest_one_of_multiple_matches', message);
}

/**
 * The place of a property within a value, as JavaScript writes it: `publisher.address`, and
 * `sizes["a b"]` for a name that needs quotes.
 */
export function propertyPlace(place: string, name: string): string {
  return PLAIN_NAME.test(name) ? `${place}.${name}` : `${place}[${JSON.stringify(name)}]`;
}

/** The place of an item within a list: `lines[1]`. */
export function itemPlace(place: string, index: number): string {
  return `${place}[${index}]`;
}
