import type { Code } from '../engine/code.js';
import { bindAll } from '../keyword.js';
import { maxProperties } from '../keywords/objects/max-properties.keyword.js';
import { minProperties } from '../keywords/objects/min-properties.keyword.js';
import { propertiesOf } from '../keywords/objects/properties.keyword.js';
import { requiredNames } from '../keywords/objects/required.keyword.js';
import { emptyLike, objectOf, put, type ForeignObject } from '../values/object-of.js';
import type { Emit } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { emitLiteral, hasLiteral, isInOrder } from './object-literal-code.js';
import { emitProperty } from './property-code.js';
import { emitUnnamed, type Member } from './unnamed-property-code.js';

/**
 * Code for an object, in two variants with one result: a fast one for objects whose keys are those of the
 * schema in its order, and one that walks the keys of any other object.
 */
export function emitObject(schema: ValueSchema, input: string, code: Code, emit: Emit): string {
  const object = code.let(`${code.constant(objectOf)}(${input})`);
  code.unless(`${object} !== undefined`);
  const walk = emitWalk(schema, code, emit);
  const sanitized = code.let('undefined');
  if (hasLiteral(schema)) {
    code.line(`if (${isInOrder(schema, object, code)}) {`);
    code.line(`${sanitized} = ${emitLiteral(schema, object, code, emit)};`);
    code.line('} else');
  }
  code.line('{');
  code.line(`${sanitized} = ${walk}(${object});`);
  code.unless(`${sanitized} !== INVALID`);
  code.line('}');
  return sanitized;
}

function emitWalk(schema: ValueSchema, code: Code, emit: Emit): string {
  return code.define((object) => {
    for (const rule of bindAll<ForeignObject>(schema, [minProperties, maxProperties])) {
      code.unless(rule.emit(object, code));
    }
    for (const name of requiredNames(schema)) {
      code.unless(`Object.hasOwn(${object}, ${code.literal(name)})`);
    }
    const sanitized = code.let(`${code.constant(emptyLike)}(${object})`);
    const key = code.name();
    code.line(`for (const ${key} of Object.keys(${object})) {`);
    const value = code.let(`${object}[${key}]`);
    emitSwitch({ schema, sanitized, key, value }, code, emit);
    code.line('}');
    return sanitized;
  });
}

function emitSwitch({ schema, sanitized, key, value }: Member, code: Code, emit: Emit): void {
  code.line(`switch (${key}) {`);
  for (const [name, property] of propertiesOf(schema)) {
    code.line(`case ${code.literal(name)}: {`);
    code.line(store(sanitized, name, emitProperty(property, value, code, emit), code));
    code.line('break; }');
  }
  code.line('default:');
  emitUnnamed({ schema, sanitized, key, value }, code, emit);
  code.line('}');
}

/** Engines set a property by a literal name faster than by a variable. */
function store(sanitized: string, name: string, result: string, code: Code): string {
  const key = code.literal(name);
  return name === '__proto__'
    ? `${code.constant(put)}(${sanitized}, ${key}, ${result});`
    : `${sanitized}[${key}] = ${result};`;
}
