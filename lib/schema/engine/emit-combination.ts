import type { Combination } from '../keywords/combinations/combination.js';
import type { Hydrations } from '../values/hydrate.js';
import type { Build, Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { alternativeFilter } from './alternative-filter.js';
import type { Attempts } from './attempts.js';
import type { Code } from './code.js';
import { interpret } from './interpreted.js';
import { sanitizerOf } from './sanitizer.js';

/** What code within a schema needs. */
export interface EmitContext {
  readonly code: Code;
  readonly emit: Emit;
  readonly hydrations: Hydrations;
  readonly attempts: Attempts;
}

/** Code for `anyOf` and `oneOf`: each alternative is a function, called in turn. */
export function emitCombination(
  combination: Combination,
  input: string,
  context: EmitContext,
): string {
  const { code, emit } = context;
  const { at, result } = emitAlternatives(combination, input, context);
  for (const other of new Set(combination.others)) {
    const parse = code.define((value) => emit(other, value, code));
    code.line(`if (${positions(other, combination, at)}) {`);
    code.unless(`${parse}(${input}) !== INVALID`);
    emitSanitizer(other, result, context);
    code.line('}');
  }
  return result;
}

/** A result that may hold a Date or an instance is sanitized already. */
function emitSanitizer(
  other: ValueSchema,
  result: string,
  { code, hydrations, attempts }: EmitContext,
) {
  if (hydrations.size > 0) return;
  code.line(`${result} = ${code.constant(sanitizerOf(other, builder(attempts)))}(${result});`);
  code.unless(`${result} !== INVALID`);
}

/** Sanitizing a value a second time hydrates nothing. */
function builder(attempts: Attempts): Build {
  return (schema) => interpret(schema, new Map(), attempts);
}

/** A condition: whether the chosen alternative is one that a schema stands beside. */
function positions(other: ValueSchema, { others }: Combination, at: string): string {
  const tests = others.flatMap((one, index) => (one === other ? [`${at} === ${index}`] : []));
  return tests.length === others.length ? 'true' : tests.join(' || ');
}

/** Variables: the position of the alternative that counts, and what it made of the value. */
function emitAlternatives(
  combination: Combination,
  input: string,
  { code, emit, attempts }: EmitContext,
): { readonly at: string; readonly result: string } {
  const { quantity, alternatives } = combination;
  const at = code.let('-1');
  const result = code.let('INVALID');
  const attempt = code.let('INVALID');
  const filter = alternativeFilter(combination, builder(attempts), attempts);
  const mayAccept = code.let(`${code.constant(filter)}(${input})`);
  for (const [index, alternative] of alternatives.entries()) {
    const parse = code.define((value) => emit(alternative, value, code));
    const tests = [
      ...(quantity === 'anyOf' && index > 0 ? [`${at} === -1`] : []),
      `${mayAccept}(${index})`,
    ];
    code.line(`if (${tests.join(' && ')}) {`);
    code.line(`${attempt} = ${parse}(${input});`);
    code.line(`if (${attempt} !== INVALID) {`);
    if (quantity === 'oneOf') code.unless(`${at} === -1`);
    code.line(`${at} = ${index}; ${result} = ${attempt};`);
    code.line('} }');
  }
  code.unless(`${at} !== -1 && !${code.constant(attempts)}.isExhausted`);
  return { at, result };
}
