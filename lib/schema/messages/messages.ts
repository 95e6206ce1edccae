import type { Violation, ViolationCode } from './violation.js';
import { typesOf } from '../schema-type.js';
import type { JsonValue, SchemaType, ValueSchema } from '../vocabulary.js';

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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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

export function belowMinimum(place: string, minimum: number): Violation {
  return violation('rest_out_of_bounds', `${place} must be greater than or equal to ${minimum}.`);
}

export function aboveMaximum(place: string, maximum: number): Violation {
  return violation('rest_out_of_bounds', `${place} must be less than or equal to ${maximum}.`);
}

export function atOrBelowMinimum(place: string, minimum: number): Violation {
  return violation('rest_out_of_bounds', `${place} must be greater than ${minimum}.`);
}

export function atOrAboveMaximum(place: string, maximum: number): Violation {
  return violation('rest_out_of_bounds', `${place} must be less than ${maximum}.`);
}

export function notMultiple(place: string, factor: number): Violation {
  return violation('rest_invalid_multiple', `${place} must be a multiple of ${factor}.`);
}

export function tooShort(place: string, minLength: number): Violation {
  return violation(
    'rest_too_short',
    `${place} must have at least ${counted(minLength, 'character')}.`,
  );
}

export function tooLong(place: string, maxLength: number): Violation {
  return violation(
    'rest_too_long',
    `${place} must have at most ${counted(maxLength, 'character')}.`,
  );
}

export function patternMismatch(place: string, pattern: string): Violation {
  return violation('rest_invalid_pattern', `${place} must match the pattern ${pattern}.`);
}

export function formatMismatch(place: string, code: ViolationCode, noun: string): Violation {
  return violation(code, `${place} must be ${noun}.`);
}

export function tooFewItems(place: string, minItems: number): Violation {
  return violation(
    'rest_too_few_items',
    `${place} must have at least ${counted(minItems, 'item')}.`,
  );
}

export function tooManyItems(place: string, maxItems: number): Violation {
  return violation(
    'rest_too_many_items',
    `${place} must have at most ${counted(maxItems, 'item')}.`,
  );
}

/** For a value that was reported as rejected, although no rule rejects it. */
export function unexplained(place: string): Violation {
  return violation('rest_invalid_param', `${place} is not valid.`);
}
