import type { Code } from '../engine/code.js';
import { baseType } from '../schema-type.js';
import type { Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

/**
 * Code for the value of a property. An object's properties are written twice, so lists and objects among
 * them become functions. Otherwise the source would double with every level of nesting.
 */
export function emitProperty(schema: ValueSchema, value: string, code: Code, emit: Emit): string {
  if (!['array', 'object'].includes(baseType(schema))) return emit(schema, value, code);
  const parse = code.share(schema, (input) => emit(schema, input, code));
  const result = code.let(`${parse}(${value})`);
  code.unless(`${result} !== INVALID`);
  return result;
}
