import type { Hydrate, Hydrations } from '../values/hydrate.js';
import type { Parse } from '../values/invalid.js';
import { combinationOf } from '../keywords/combinations/combination.js';
import { acceptsNull, hasTypeChoice } from '../schema-type.js';
import type { Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { Attempts } from './attempts.js';
import { Code } from './code.js';
import { emitCombination, type EmitContext } from './emit-combination.js';
import { emitTypes } from './emit-types.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';

/** A parser made of generated code. Throws EvalError where code generation is forbidden. */
export function generate(
  schema: ValueSchema,
  hydrations: Hydrations,
  attempts = new Attempts(),
): Parse {
  const code = new Code();
  const emit: Emit = (inner, input) => emitNode(inner, input, { code, emit, hydrations, attempts });
  return code.compile(code.define((input) => emit(schema, input, code)));
}

function emitNode(schema: ValueSchema, input: string, context: EmitContext): string {
  const choice = emitChoice(schema, input, context);
  if (choice !== undefined) return emitHydration(schema, choice, context);
  if (!acceptsNull(schema)) return emitValue(schema, input, context);
  const { code } = context;
  const result = code.let('null');
  code.line(`if (${input} !== null) {`);
  code.line(`${result} = ${emitValue(schema, input, context)};`);
  code.line('}');
  return result;
}

/** Code for a schema with alternatives or several types; `undefined` for any other. */
function emitChoice(schema: ValueSchema, input: string, context: EmitContext): string | undefined {
  const { code, emit } = context;
  const combination = combinationOf(schema);
  if (combination === undefined) {
    return hasTypeChoice(schema) ? emitTypes(schema, input, code, emit) : undefined;
  }
  const result = emitCombination(combination, input, context);
  for (const rule of enumOf(schema)) code.unless(rule.emit(result, code));
  return result;
}

function emitHydration(
  schema: ValueSchema,
  result: string,
  { code, hydrations }: EmitContext,
): string {
  const hydrate = hydrations.get(schema);
  if (hydrate === undefined) return result;
  return emitCall(
    hydrate,
    `${result} === null ? null : ${code.constant(hydrate)}(${result})`,
    code,
  );
}

/** A hydration that may reject a value is checked; most do not. */
function emitCall(hydrate: Hydrate, call: string, code: Code): string {
  if (hydrate.rejects === undefined) return call;
  const made = code.let(call);
  code.unless(`${made} !== INVALID`);
  return made;
}

function emitValue(
  schema: ValueSchema,
  input: string,
  { code, emit, hydrations }: EmitContext,
): string {
  let sanitized = nodeType(schema).emit(schema, input, code, emit);
  for (const rule of nodeEnum(schema)) {
    sanitized = code.let(sanitized);
    code.unless(rule.emit(sanitized, code));
  }
  const hydrate = hydrations.get(schema);
  return hydrate === undefined
    ? sanitized
    : emitCall(hydrate, `${code.constant(hydrate)}(${sanitized})`, code);
}
