import type { Code } from '../engine/code.js';
import { isOpen } from '../keywords/additional-properties.js';
import { propertiesOf, requiredNames } from '../keywords/properties.js';
import { emptyLike, objectOf, put } from '../object-of.js';
import type { Emit } from '../value-type.js';
import type { ValueSchema } from '../vocabulary.js';

/**
 * Code for an object, in two ways with one outcome. Nearly every object comes with exactly the
 * schema's properties in the schema's order: one literal, always of one shape. Any other is walked
 * in the order of its own keys.
 */
export function emitObject(schema: ValueSchema, input: string, code: Code, emit: Emit): string {
  const object = code.let(`${code.constant(objectOf)}(${input})`);
  code.unless(`${object} !== undefined`);
  const keys = code.let(`Object.keys(${object})`);
  const anyOrder = emitAnyOrder(schema, code, emit);
  const sanitized = code.let('undefined');
  code.line(`if (${isInOrder(schema, object, keys, code)}) {`);
  code.line(`${sanitized} = ${emitLiteral(schema, object, code, emit)};`);
  code.line('} else {');
  code.line(`${sanitized} = ${anyOrder}(${object}, ${keys});`);
  code.unless(`${sanitized} !== INVALID`);
  code.line('}');
  return sanitized;
}

function isInOrder(schema: ValueSchema, object: string, keys: string, code: Code): string {
  const names = [...propertiesOf(schema).keys()];
  return [
    `${keys}.length === ${names.length}`,
    ...names.map((name, index) => `${keys}[${index}] === ${code.literal(name)}`),
    `!Array.isArray(${object})`,
  ].join(' && ');
}

function emitLiteral(schema: ValueSchema, object: string, code: Code, emit: Emit): string {
  const members = [...propertiesOf(schema)].map(([name, property]) => {
    const key = code.literal(name);
    const value = code.let(`${object}[${key}]`);
    // A computed key: as a plain one, "__proto__" would set the prototype.
    return `[${key}]: ${emit(property, value, code)}`;
  });
  return `{ ${members.join(', ')} }`;
}

function emitAnyOrder(schema: ValueSchema, code: Code, emit: Emit): string {
  const [object, keys] = [code.name(), code.name()];
  return code.define([object, keys], () => {
    for (const name of requiredNames(schema)) {
      code.unless(`Object.hasOwn(${object}, ${code.literal(name)})`);
    }
    const sanitized = code.let(`${code.constant(emptyLike)}(${object})`);
    const key = code.name();
    code.line(`for (const ${key} of ${keys}) {`);
    const value = code.let(`${object}[${key}]`);
    emitSwitch({ schema, sanitized, key, value }, code, emit);
    code.line('}');
    return sanitized;
  });
}

interface Member {
  readonly schema: ValueSchema;
  readonly sanitized: string;
  readonly key: string;
  readonly value: string;
}

function emitSwitch({ schema, sanitized, key, value }: Member, code: Code, emit: Emit): void {
  const keep = (result: string): void =>
    code.line(`${code.constant(put)}(${sanitized}, ${key}, ${result});`);
  code.line(`switch (${key}) {`);
  for (const [name, property] of propertiesOf(schema)) {
    code.line(`case ${code.literal(name)}: {`);
    keep(emit(property, value, code));
    code.line('break; }');
  }
  code.line('default:');
  if (isOpen(schema)) keep(value);
  else code.line('return INVALID;');
  code.line('}');
}
