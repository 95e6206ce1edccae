import type { Code } from '../engine/code.js';
import { additionalSchema, isOpen } from '../keywords/objects/additional-properties.keyword.js';
import { patternPropertiesOf } from '../keywords/objects/pattern-properties.keyword.js';
import { put } from '../values/object-of.js';
import type { Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { emitProperty } from './property-code.js';

/** A property that is walked over: the object's schema, the result, and the variables of the property. */
export interface Member {
  readonly schema: ValueSchema;
  readonly sanitized: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Code for a property that `properties` does not name: by the first pattern that matches, else as an
 * additional one. It stands in a `switch`.
 */
export function emitUnnamed({ schema, sanitized, key, value }: Member, code: Code, emit: Emit) {
  const set = (result: string): string => `${code.constant(put)}(${sanitized}, ${key}, ${result});`;
  for (const { expression, schema: one } of patternPropertiesOf(schema)) {
    code.line(`if (${code.constant(expression)}.test(${key})) {`);
    code.line(set(emitProperty(one, value, code, emit)));
    code.line('break; }');
  }
  const rest = additionalSchema(schema);
  if (rest !== undefined) code.line(set(emitProperty(rest, value, code, emit)));
  else code.line(isOpen(schema) ? set(value) : 'return INVALID;');
}
