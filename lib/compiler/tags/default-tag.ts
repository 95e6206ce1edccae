import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { JsonValue } from '../../schema/vocabulary.js';

/** A default in a docstring. */
export interface TaggedDefault {
  readonly value: JsonValue;
}

/**
 * Reads the text of `@default`: JSON, or a text with or without quotation marks where the type takes
 * texts. `undefined` where the type does not take the value.
 */
export function readDefault(text: string, type: TypeSignature): TaggedDefault | undefined {
  if (text === '') return undefined;
  return [parsed(text), ...quoted(text), { value: text }].find(
    (one) => one !== undefined && isOfType(one.value, type),
  );
}

function parsed(text: string): TaggedDefault | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

/** `'draft'`, as in code. */
function quoted(text: string): readonly TaggedDefault[] {
  const value = /^(['`])(.*)\1$/.exec(text)?.[2];
  return value === undefined ? [] : [{ value }];
}

/** Whether a type takes a value. The limits, and what is within a class, are checked by the rules. */
function isOfType(value: JsonValue, type: TypeSignature): boolean {
  if (value === null) return type.nullable === true || type.kind === 'any';
  switch (type.kind) {
    case 'any':
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type.kind;
    case 'date':
      return typeof value === 'string';
    case 'enum':
      return type.values.some((one) => one === value);
    case 'array':
      return Array.isArray(value) && value.every((one: JsonValue) => isOfType(one, type.items));
    case 'union':
      return type.options.some((option) => isOfType(value, option));
    default:
      return typeof value === 'object' && !Array.isArray(value);
  }
}
