import type { SchemaDiagnostic } from '../schema-diagnostic.js';
import { diagnostic } from '../schema-diagnostic.js';
import type { Keyword } from '../keyword.js';
import { notInEnum } from '../messages/messages.js';
import { isNullable } from '../schema-type.js';
import type { EnumValue, SchemaType, ValueSchema } from '../vocabulary.js';

/** Beyond this many values, a set replaces a chain of comparisons. */
const CHAIN_LIMIT = 8;

/**
 * `enum`: the accepted values, compared with the sanitized value: for an integer, the text `"2"` is one of
 * `1, 2, 3`. Types are not mixed: for a string, `"2"` is not the number 2.
 */
export const enumeration: Keyword<EnumValue> = {
  name: 'enum',
  types: ['integer', 'number', 'string'],
  bind({ enum: values }) {
    // WordPress ignores an empty enum.
    if (values === undefined || values.length === 0) return undefined;
    const allowed = new Set<unknown>(values);
    return {
      holds: (value) => allowed.has(value),
      emit: (value, code) =>
        allowed.size > CHAIN_LIMIT
          ? `${code.constant(allowed)}.has(${value})`
          : values.map((one) => `${value} === ${code.literal(one as EnumValue)}`).join(' || '),
      violation: (place) => notInEnum(place, values),
    };
  },
  diagnostics: (schema, type) => {
    if (!Array.isArray(schema.enum) || schema.enum.length === 0) {
      return [diagnostic('enum', 'a list of at least one value', schema.enum)];
    }
    return wrongValues(schema, type);
  },
};

function wrongValues(schema: ValueSchema, type: SchemaType): readonly SchemaDiagnostic[] {
  const nullable = isNullable(schema);
  const expected = `values of type ${type}${nullable ? ' or null' : ''}`;
  return (schema.enum ?? [])
    .filter((value) => !(value === null ? nullable : isOfType(value, type)))
    .map((value) => diagnostic('enum', expected, value));
}

function isOfType(value: unknown, type: SchemaType): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}
