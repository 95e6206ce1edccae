import type { Hydrations } from '../values/hydrate.js';
import type { Parse } from '../values/invalid.js';
import { acceptsNull, baseType } from '../schema-type.js';
import { valueTypes } from '../types/types.js';
import type { ValueSchema } from '../vocabulary.js';
import { Code } from './code.js';

/** A parser made of generated code. Throws EvalError where code generation is forbidden. */
export function generate(schema: ValueSchema, hydrations: Hydrations): Parse {
  const code = new Code();
  return code.compile(code.define((input) => emitNode(schema, input, code, hydrations)));
}

function emitNode(schema: ValueSchema, input: string, code: Code, hydrations: Hydrations): string {
  if (!acceptsNull(schema)) return emitValue(schema, input, code, hydrations);
  const result = code.let('null');
  code.line(`if (${input} !== null) {`);
  code.line(`${result} = ${emitValue(schema, input, code, hydrations)};`);
  code.line('}');
  return result;
}

function emitValue(schema: ValueSchema, input: string, code: Code, hydrations: Hydrations): string {
  const type = valueTypes[baseType(schema)];
  const sanitized = type.emit(schema, input, code, (inner, value) =>
    emitNode(inner, value, code, hydrations),
  );
  const hydrate = hydrations.get(schema);
  return hydrate === undefined ? sanitized : `${code.constant(hydrate)}(${sanitized})`;
}
