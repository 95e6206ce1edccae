import type { Code } from '../engine/code.js';
import { isCombined } from '../keywords/combination.js';
import { baseType, hasTypeChoice } from '../schema-type.js';
import type { Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

/**
 * Code for the value of a property. An object's properties are written twice, so lists, objects and choices
 * among them become functions. Otherwise the source would double with every level of nesting.
 */
export function emitProperty(schema: ValueSchema, value: string, code: Code, emit: Emit): string {
  if (isSmall(schema)) return emit(schema, value, code);
  const parse = code.share(schema, (input) => emit(schema, input, code));
  const result = code.let(`${parse}(${value})`);
  code.unless(`${result} !== INVALID`);
  return result;
}

/** Whether the code of a schema is a few lines: one scalar type or any value. */
function isSmall(schema: ValueSchema): boolean {
  const type = baseType(schema);
  const isStructure = type === 'array' || type === 'object';
  return !isStructure && !hasTypeChoice(schema) && !isCombined(schema);
}
