import {
  beforeHydration,
  rejecting,
  type Emit,
  type Build,
  type Hydrate,
  type Hydrations,
} from './keyword.js';
import { objectOf, typeChecks, type ObjectStyle, type Parse } from '../values/values.js';
import { combinationOf, type SchemaCombination } from '../keywords/combination.js';
import {
  type ValueSchema,
  type SchemaType,
  acceptsNull,
  baseType,
  hasTypeChoice,
  typesOf,
} from '../vocabulary.js';
import { objectLimits } from '../types/object.type.js';
import { Attempts } from './attempts.js';
import { Code } from './code.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';
import { alternativeFilter, isListOnly } from './alternative-filter.js';
import { interpret } from './interpreted.js';
import { sanitizerOf } from './sanitizer.js';

/** The context for writing the code of a schema. */
interface EmitContext {
  readonly code: Code;
  readonly emit: Emit;
  readonly hydrations: Hydrations;
  readonly attempts: Attempts;
}

/** Tests that avoid a call for the usual values. */
const QUICK: Readonly<Partial<Record<SchemaType, (input: string) => string>>> = {
  array: (input) => `Array.isArray(${input})`,
  boolean: (input) => `typeof ${input} === "boolean"`,
  integer: (input) => `Number.isInteger(${input})`,
  object: (input) => `typeof ${input} === "object" && ${input} !== null`,
};

/** A parser made of generated code. Throws EvalError if code generation is forbidden. */
export function generate(
  schema: ValueSchema,
  hydrations: Hydrations,
  attempts = new Attempts(),
): Parse {
  const code = new Code();
  const emit: Emit = (nested, input) =>
    emitNode(nested, input, { code, emit, hydrations, attempts });
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
  const { code } = context;
  const combination = combinationOf(schema);
  if (combination === undefined) {
    return hasTypeChoice(schema) ? emitTypes(schema, input, context) : undefined;
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
  if (hydrate.explain === undefined) return call;
  const made = code.let(call);
  code.unless(`${made} !== INVALID`);
  return made;
}

function emitValue(own: ValueSchema, sent: string, context: EmitContext): string {
  const { code, emit, hydrations, attempts } = context;
  const definition = attempts.definitionOf(own);
  if (definition !== undefined) return emitReference(own, definition, sent, context);
  const hydrate = hydrations.get(own);
  const schema = beforeHydration(own, hydrate);
  const isList = attempts.readsLists && baseType(schema) === 'array';
  const input = isList ? code.let(`${code.constant(attempts)}.listIn(${sent})`) : sent;
  const type = nodeType(schema, attempts);
  const rules = nodeEnum(schema);
  const isObject = baseType(schema) === 'object';
  if (isObject && rules.length === 0 && hydrate?.instance !== undefined) {
    return type.emit(schema, input, code, emit, hydrate.instance);
  }
  let sanitized = type.emit(schema, input, code, emit);
  for (const rule of rules) {
    sanitized = code.let(sanitized);
    code.unless(rule.emit(sanitized, code));
  }
  return hydrate === undefined
    ? sanitized
    : emitCall(hydrate, `${code.constant(hydrate)}(${sanitized})`, code);
}

/** A call of the function of a definition, which calls itself. The limits beside the reference are the object's. */
function emitReference(
  schema: ValueSchema,
  definition: ValueSchema,
  input: string,
  { code, emit }: EmitContext,
): string {
  const limits = objectLimits(schema);
  if (limits.length > 0) {
    const object = code.let(`${code.constant(objectOf)}(${input})`);
    code.unless(`${object} !== undefined`);
    for (const rule of limits) code.unless(rule.emit(object, code));
  }
  const parse = code.share(definition, (value) => emit(definition, value, code));
  const result = code.let(`${parse}(${input})`);
  code.unless(`${result} !== INVALID`);
  return result;
}

/** Code for a list of types: the first type that fits the value has a function of its own. */
function emitTypes(
  schema: ValueSchema,
  input: string,
  { code, emit, attempts }: EmitContext,
): string {
  const types = typesOf(schema);
  const result = code.let('INVALID');
  const branches = types.map(
    (type) => [condition(type, input, code, attempts.objects), type] as const,
  );
  // The empty text could be a list or an object too, but is a string if it may be one.
  const isStringLater = types.indexOf('string') > 0;
  const first = isStringLater ? [[`${input} === ""`, 'string'] as const] : [];
  for (const [at, [test, type]] of [...first, ...branches].entries()) {
    const parse = code.share(`${type} of ${code.constant(schema)}`, (value) =>
      emit({ ...schema, type }, value, code),
    );
    code.line(`${at === 0 ? '' : 'else '}if (${test}) ${result} = ${parse}(${input});`);
  }
  code.unless(`${result} !== INVALID`);
  return result;
}

function condition(type: SchemaType, input: string, code: Code, objects: ObjectStyle): string {
  if (type === 'string') return `typeof ${input} === "string"`;
  if (type === 'null') return `${input} === null`;
  const call = `${code.constant(typeChecks[objects][type])}(${input})`;
  const quick = type === 'object' && objects === 'typed' ? undefined : QUICK[type]?.(input);
  return quick === undefined ? call : `${quick} || ${call}`;
}

/** Code for `anyOf` and `oneOf`: each alternative is a function, called in turn. */
function emitCombination(
  combination: SchemaCombination,
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

/** A result that may contain a Date or an instance is already sanitized. */
function emitSanitizer(
  other: ValueSchema,
  result: string,
  { code, hydrations, attempts }: EmitContext,
) {
  if (hydrations.size > 0) return;
  code.line(
    `${result} = ${code.constant(sanitizerOf(other, builder(attempts, hydrations)))}(${result});`,
  );
  code.unless(`${result} !== INVALID`);
}

/** Builds parsers that only check, or sanitize a value a second time. */
function builder(attempts: Attempts, hydrations: Hydrations): Build {
  const checking = rejecting(hydrations);
  return (schema) => interpret(schema, checking, attempts);
}

/** A condition: whether a rest of the schema belongs to the chosen alternative. */
function positions(other: ValueSchema, { others }: SchemaCombination, at: string): string {
  const tests = others.flatMap((one, index) => (one === other ? [`${at} === ${index}`] : []));
  return tests.length === others.length ? 'true' : tests.join(' || ');
}

/** Variables: the position of the chosen alternative, and its result. */
function emitAlternatives(
  combination: SchemaCombination,
  input: string,
  { code, emit, hydrations, attempts }: EmitContext,
): { readonly at: string; readonly result: string } {
  const { quantity, alternatives } = combination;
  const at = code.let('-1');
  const result = code.let('INVALID');
  const attempt = code.let('INVALID');
  const filter = alternativeFilter(combination, builder(attempts, hydrations), attempts);
  const mayAccept = code.let(`${code.constant(filter)}(${input})`);
  for (const [index, alternative] of alternatives.entries()) {
    const parse = code.define((value) => emit(alternative, value, code));
    const tests = [
      ...(quantity === 'anyOf' && index > 0 ? [`${at} === -1`] : []),
      `${mayAccept}(${index})`,
    ];
    code.line(`if (${tests.join(' && ')}) {`);
    const read = isListOnly(alternative) ? `${code.constant(attempts)}.listIn(${input})` : input;
    code.line(`${attempt} = ${parse}(${read});`);
    code.line(`if (${attempt} !== INVALID) {`);
    if (quantity === 'oneOf') code.unless(`${at} === -1`);
    code.line(`${at} = ${index}; ${result} = ${attempt};`);
    code.line('} }');
  }
  code.unless(`${at} !== -1 && !${code.constant(attempts)}.isExhausted`);
  return { at, result };
}
