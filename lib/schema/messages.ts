import { quotedName } from '../shared/quoted-name.js';
import {
  Format,
  type JsonValue,
  type SchemaType,
  type ValueSchema,
  typesOf,
} from './vocabulary.js';

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

/** Why a value was rejected. */
export interface Violation {
  readonly code: ViolationCode;
  /** A sentence that names the place. */
  readonly message: string;
  /** The content of the sentence, for other sentences, by the keywords of schemas: `{ minimum: 1 }`; absent if it has none. */
  readonly data?: ViolationData | undefined;
  /** The place that the sentence names, if it is within the value: `lines[1].sku`. */
  readonly place?: string | undefined;
}

/** The content of the sentence of a violation: JSON by name. */
export type ViolationData = Readonly<Record<string, JsonValue>>;

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

/** @param rest The sentence after the place. */
function violation(
  code: ViolationCode,
  place: string,
  rest: string,
  data?: ViolationData,
): Violation {
  return { code, message: `${place} ${rest}`, data, place };
}

export function wrongType(place: string, schema: ValueSchema): Violation {
  const types = typesOf(schema);
  const names = types.map((type) => TYPE_NAMES[type]);
  const [type = null] = types;
  const data = { type: types.length > 1 ? types : type };
  return violation('rest_invalid_type', place, `must be ${names.join(' or ')}.`, data);
}

export function unsafeInteger(place: string): Violation {
  const limit = Number.MAX_SAFE_INTEGER;
  const rest = `must be an integer between -${limit} and ${limit}.`;
  const data = { type: 'integer', minimum: -limit, maximum: limit };
  return violation('rest_invalid_type', place, rest, data);
}

export function notInEnum(place: string, values: readonly JsonValue[]): Violation {
  const texts = values.map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  const rest = `must be one of ${texts.join(', ')}.`;
  return violation('rest_not_in_enum', place, rest, { enum: values });
}

/** The violation of a value at a place where null is rejected too, although its schema has it. */
export function withoutNull(found: Violation, place: string): Violation {
  const { code, data = {}, place: at } = found;
  if (at !== place) return found;
  const made = typeWithoutNull(place, data['type']) ?? valuesWithoutNull(place, data['enum']);
  return made === undefined ? found : { ...made, code, data: { ...data, ...made.data } };
}

function typeWithoutNull(place: string, types: JsonValue | undefined): Violation | undefined {
  if (!Array.isArray(types) || !types.includes('null')) return undefined;
  const type = (types as readonly SchemaType[]).filter((one) => one !== 'null');
  return wrongType(place, { type });
}

function valuesWithoutNull(place: string, values: JsonValue | undefined): Violation | undefined {
  if (!Array.isArray(values) || !values.includes(null)) return undefined;
  return notInEnum(
    place,
    (values as readonly JsonValue[]).filter((one) => one !== null),
  );
}

/** @param data The limit by the name of its keyword. */
export function outOfBounds(
  place: string,
  relation: string,
  limit: number,
  data: ViolationData,
): Violation {
  return violation('rest_out_of_bounds', place, `must be ${relation} ${limit}.`, data);
}

export function notMultiple(place: string, factor: number): Violation {
  const data = { multipleOf: factor };
  return violation('rest_invalid_multiple', place, `must be a multiple of ${factor}.`, data);
}

/** @param data The limit by the name of its keyword. */
export function wrongCount(
  place: string,
  code: ViolationCode,
  expected: string,
  data: ViolationData,
): Violation {
  return violation(code, place, `must have ${expected}.`, data);
}

export function patternMismatch(place: string, pattern: string): Violation {
  const rest = `must match the pattern ${pattern}.`;
  return violation('rest_invalid_pattern', place, rest, { pattern });
}

export function formatMismatch(
  place: string,
  code: ViolationCode,
  noun: string,
  format: NonNullable<ValueSchema['format']>,
): Violation {
  // Clients know one name for a UUID.
  const shown = format === Format.Uuid ? Format.LowerCaseUuid : format;
  return violation(code, place, `must be ${noun}.`, { format: shown });
}

/** The violation of a value that was rejected although every rule accepts it. */
export function unexplained(place: string): Violation {
  return violation('rest_invalid_param', place, 'is not valid.');
}

export function duplicateItems(place: string): Violation {
  const data = { uniqueItems: true };
  return violation('rest_duplicate_items', place, 'has duplicate items.', data);
}

export function missingArgument(name: string): Violation {
  return requiredAt(name, name);
}

function requiredAt(place: string, name: string): Violation {
  return violation('rest_property_required', place, 'is required.', { property: name });
}

export function missingProperty(place: string, name: string): Violation {
  return requiredAt(propertyPlace(place, name), name);
}

export function forbiddenProperty(place: string, name: string): Violation {
  const at = propertyPlace(place, name);
  const code = 'rest_additional_properties_forbidden';
  return violation(code, at, 'is not a known property.', { property: quotedName(name) });
}

/** @param reason Why the best fitting schema rejects the value, if there is one. */
export function noMatchingSchema(
  place: string,
  titles: readonly string[],
  reason?: Violation,
): Violation {
  const code = 'rest_no_matching_schema';
  if (reason !== undefined)
    return { ...reason, code, data: { ...reason.data, reason: reason.code } };
  const expected = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  return violation(code, place, `must match one of ${expected}.`, titled(titles));
}

/** The violation of a value that is rejected because its alternatives would read too much of it. */
export function tooManyAttempts(place: string): Violation {
  const rest = 'has too many parts to be compared with each alternative of its schema.';
  return violation('rest_no_matching_schema', place, rest);
}

export function severalMatchingSchemas(place: string, titles: readonly string[]): Violation {
  const matched = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  const rest = `must match only one of ${matched}, and matches several.`;
  return violation('rest_one_of_multiple_matches', place, rest, titled(titles));
}

function titled(titles: readonly string[]): ViolationData | undefined {
  return titles.length === 0 ? undefined : { titles };
}

/**
 * The place of a property within a value, as JavaScript writes it: `publisher.address`, and
 * `sizes["a b"]` for a name that needs quotes.
 */
export function propertyPlace(place: string, name: string): string {
  const quoted = quotedName(name);
  return PLAIN_NAME.test(quoted) ? `${place}.${quoted}` : `${place}[${JSON.stringify(quoted)}]`;
}

/** The place of an item within a list: `lines[1]`. */
export function itemPlace(place: string, index: number): string {
  return `${place}[${index}]`;
}

/** A message of a value as the rest of a sentence that begins with the name, without its last dot. */
export function ruleOf({ message }: Pick<Violation, 'message'>, name: string): string {
  const rule = message.startsWith(name) ? message.slice(name.length).trim() : message;
  return rule.replace(/\.$/, '');
}
