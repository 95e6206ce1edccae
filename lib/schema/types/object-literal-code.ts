import type { Code } from '../engine/code.js';
import { propertiesOf } from '../keywords/objects/properties.keyword.js';
import { requiredNames } from '../keywords/objects/required.keyword.js';
import type { Emit } from '../values/values.js';
import { type ValueSchema, baseType, hasTypeChoice } from '../vocabulary.js';
import { isCombined } from '../keywords/combination.js';

/*
 * Nearly every object has exactly the schema's properties in the schema's order. It is read by name and
 * written as one literal, always of one shape, which is faster than a walk over its keys. `for … in` is
 * faster here than `Object.keys`.
 */

/** Whether an object may be written as a literal: the keys of a list must not be taken for names. */
export function hasLiteral(schema: ValueSchema): boolean {
  const names = [...propertiesOf(schema).keys()];
  const { minProperties = 0, maxProperties = Infinity } = schema;
  if (names.length < minProperties || names.length > maxProperties) return false;
  if (!requiredNames(schema).every((name) => names.includes(name))) return false;
  return names.length > 0 && names.every((name) => Number.isNaN(Number(name)));
}

/** An expression: whether the object's keys are the schema's names, in the schema's order. */
export function isInOrder(schema: ValueSchema, object: string, code: Code): string {
  const names = [...propertiesOf(schema).keys()];
  const isClean = code.once(`${code.constant(isPrototypeClean)}()`);
  const count = code.let('0');
  const key = code.name();
  code.line(`for (const ${key} in ${object}) {`);
  code.line(`if (${key} !== ${code.constant(names)}[${count}++]) { ${count} = -1; break; }`);
  code.line('}');
  return `${count} === ${names.length} && ${isClean}`;
}

/**
 * `for … in` lists inherited names after the own ones. Objects from outside inherit from
 * `Object.prototype` or nothing: unless that is polluted, every listed name is an own one.
 */
function isPrototypeClean(): boolean {
  for (const _name in Object.prototype) return false;
  return true;
}

/** A literal of the sanitized properties; before it, the lines that sanitize them. */
export function emitLiteral(schema: ValueSchema, object: string, code: Code, emit: Emit): string {
  const members = [...propertiesOf(schema)].map(([name, property]) => {
    const key = code.literal(name);
    const value = code.let(`${object}[${key}]`);
    // As a plain key "__proto__" would set the prototype; as a computed one it is a property.
    return `[${key}]: ${emitProperty(property, value, code, emit)}`;
  });
  return `{ ${members.join(', ')} }`;
}

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
