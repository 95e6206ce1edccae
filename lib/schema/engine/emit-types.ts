import { typesOf } from '../schema-type.js';
import { typeChecks } from '../values/best-type.js';
import type { Emit } from '../values/value-type.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import type { Code } from './code.js';

/** Code for a list of types: the first that the value is of has a function of its own. */
export function emitTypes(schema: ValueSchema, input: string, code: Code, emit: Emit): string {
  const types = typesOf(schema);
  const result = code.let('INVALID');
  const branches = types.map((type) => [condition(type, input, code), type] as const);
  // The empty text could be a list or an object too, but is a string where it may be one.
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

/** The usual values need no call. */
const QUICK: Readonly<Partial<Record<SchemaType, (input: string) => string>>> = {
  array: (input) => `Array.isArray(${input})`,
  boolean: (input) => `typeof ${input} === "boolean"`,
  integer: (input) => `Number.isInteger(${input})`,
  object: (input) => `typeof ${input} === "object" && ${input} !== null`,
};

function condition(type: SchemaType, input: string, code: Code): string {
  if (type === 'string') return `typeof ${input} === "string"`;
  if (type === 'null') return `${input} === null`;
  const call = `${code.constant(typeChecks[type])}(${input})`;
  const quick = QUICK[type]?.(input);
  return quick === undefined ? call : `${quick} || ${call}`;
}
