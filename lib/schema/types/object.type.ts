import type { Code } from '../engine/code.js';
import {
  allHold,
  bindAll,
  firstViolation,
  type Build,
  type Emit,
  type Instance,
  type Rule,
  type ValueType,
} from '../engine/keyword.js';
import { isCombined } from '../keywords/combination.js';
import { maxProperties, minProperties } from '../keywords/counts.keyword.js';
import {
  additionalSchema,
  byName,
  explainProperties,
  isOpen,
  patternPropertiesOf,
  propertiesOf,
  requiredNames,
} from '../keywords/properties.keyword.js';
import { wrongType } from '../messages.js';
import {
  INVALID,
  keep,
  objectOf,
  onlyObjectOf,
  put,
  reject,
  type ForeignObject,
  type ObjectStyle,
  type Parse,
} from '../values/values.js';
import { baseType, hasTypeChoice, type PropertySchema, type ValueSchema } from '../vocabulary.js';

const LIMITS = [minProperties, maxProperties];

/** The limits of an object itself. */
export function objectLimits(schema: ValueSchema): readonly Rule<ForeignObject>[] {
  return bindAll<ForeignObject>(schema, LIMITS);
}

/** The maximum of properties whose names are compared one after another; the time is quadratic. */
const MAXIMUM_COMPARED = 8;

/** An object, whatever it was sent as. Its properties keep their order. */
export const objectTypes: Readonly<Record<ObjectStyle, ValueType>> = {
  wordpress: objectTypeOf(objectOf),
  typed: objectTypeOf(onlyObjectOf),
};

function objectTypeOf(read: typeof objectOf): ValueType {
  return {
    name: 'object',
    build: (schema, build) => objectParser(schema, build, read),
    emit: (schema, input, code, emit, instance) => {
      const object = code.let(`${code.constant(read)}(${input})`);
      code.unless(`${object} !== undefined`);
      return emitObject(schema, object, code, emit, instance);
    },
    explain(schema, value, place, nested) {
      const object = read(value);
      if (object === undefined) return wrongType(place, schema);
      return (
        explainProperties(schema, object, place, nested) ??
        firstViolation(objectLimits(schema), object, place)
      );
    },
  };
}

function objectParser(schema: ValueSchema, build: Build, read: typeof objectOf): Parse {
  const limits = objectLimits(schema);
  const required = requiredNames(schema);
  const parserOf = byName(schema, build, keep, reject);
  return (value) => {
    const object = read(value);
    if (object === undefined || !allHold(limits, object)) return INVALID;
    if (!required.every((name) => Object.hasOwn(object, name))) return INVALID;
    return parseProperties(object, parserOf);
  };
}

function parseProperties(object: ForeignObject, parserOf: (name: string) => Parse): unknown {
  const sanitized: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const result = parserOf(name)(object[name]);
    if (result === INVALID) return INVALID;
    put(sanitized, name, result);
  }
  return sanitized;
}

/** A property in a loop over keys: the object's schema, the result, and the variables of the property. */
interface PropertyCode {
  readonly schema: ValueSchema;
  readonly sanitized: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Code for an object, in two variants with one result: a fast one for objects whose keys are those of the schema in
 * its order, and one that loops over the keys of any other object.
 */
function emitObject(
  schema: ValueSchema,
  object: string,
  code: Code,
  emit: Emit,
  instance?: Instance,
): string {
  const walk = emitWalk(schema, code, emit);
  const sanitized = code.let('undefined');
  if (hasLiteral(schema)) {
    code.line(`if (${isInOrder(schema, object, code)}) {`);
    const made =
      instance === undefined
        ? emitLiteral(schema, object, code, emit)
        : emitInstance(instance, schema, object, code, emit);
    code.line(`${sanitized} = ${made};`);
    code.line('} else');
  }
  code.line('{');
  code.line(`${sanitized} = ${walk}(${object});`);
  code.unless(`${sanitized} !== INVALID`);
  if (instance !== undefined) {
    code.line(`${sanitized} = ${code.constant(instance.hydrate)}(${sanitized});`);
  }
  code.line('}');
  return sanitized;
}

function emitWalk(schema: ValueSchema, code: Code, emit: Emit): string {
  return code.define((object) => {
    for (const rule of objectLimits(schema)) {
      code.unless(rule.emit(object, code));
    }
    for (const name of requiredNames(schema)) {
      code.unless(`Object.hasOwn(${object}, ${code.literal(name)})`);
    }
    const sanitized = code.let('{}');
    const key = code.name();
    code.line(`for (const ${key} of Object.keys(${object})) {`);
    const value = code.let(`${object}[${key}]`);
    emitSwitch({ schema, sanitized, key, value }, code, emit);
    code.line('}');
    return sanitized;
  });
}

function emitSwitch({ schema, sanitized, key, value }: PropertyCode, code: Code, emit: Emit): void {
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

/**
 * Code for a property that `properties` does not name: by the first pattern that matches, else as an
 * additional one. It stands in a `switch`.
 */
function emitUnnamed({ schema, sanitized, key, value }: PropertyCode, code: Code, emit: Emit) {
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

/*
 * Nearly every object has exactly the schema's properties in the schema's order. It is read by name and written as one
 * literal, always with the same properties in the same order, which is faster than a walk over its keys. `for … in` is
 * faster here than `Object.keys`.
 */

/** Whether an object may be written as a literal: the keys of a list must not be read as names. */
function hasLiteral(schema: ValueSchema): boolean {
  const names = [...propertiesOf(schema).keys()];
  const { minProperties: least = 0, maxProperties: most = Infinity } = schema;
  if (names.length < least || names.length > most) return false;
  if (!requiredNames(schema).every((name) => names.includes(name))) return false;
  return names.length > 0 && names.every((name) => Number.isNaN(Number(name)));
}

/** An expression: whether the object's keys are the schema's names, in the schema's order. */
function isInOrder(schema: ValueSchema, object: string, code: Code): string {
  const names = [...propertiesOf(schema).keys()];
  const isClean = code.once(`${code.constant(isPrototypeClean)}()`);
  const count = code.let('0');
  const key = code.name();
  code.line(`for (const ${key} in ${object}) {`);
  code.line(`if (${key} !== ${expectedName(names, count, code)}) { ${count} = -1; break; }`);
  code.line(`${count}++;`);
  code.line('}');
  return `${count} === ${names.length} && ${isClean}`;
}

/** An expression: the name at a position. Engines compare with a literal faster than with an element of a list. */
function expectedName(names: readonly string[], at: string, code: Code): string {
  if (names.length > MAXIMUM_COMPARED) return `${code.constant(names)}[${at}]`;
  const choices = names.map((name, index) => `${at} === ${index} ? ${code.literal(name)}`);
  return `(${choices.join(' : ')} : undefined)`;
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
function emitLiteral(schema: ValueSchema, object: string, code: Code, emit: Emit): string {
  const members = [...propertiesOf(schema)].map(([name, property]) => {
    const key = code.literal(name);
    // As a key of a literal, "__proto__" would set the prototype; as a computed one it is a property, which is slower.
    const written = name === '__proto__' ? `[${key}]` : key;
    return `${written}: ${emitNamed(name, property, object, code, emit)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** The variable of an instance with the sanitized properties; before it, the lines that make it. */
function emitInstance(
  { type, properties }: Instance,
  schema: ValueSchema,
  object: string,
  code: Code,
  emit: Emit,
): string {
  const values = new Map(
    [...propertiesOf(schema)].map(([name, property]) => [
      name,
      code.let(emitNamed(name, property, object, code, emit)),
    ]),
  );
  const made = code.let(`new ${code.constant(type)}()`);
  for (const [name, property] of properties) {
    const value = values.get(name);
    if (value === undefined) continue;
    code.line(`if (${value} !== undefined) ${made}[${code.literal(property)}] = ${value};`);
  }
  return made;
}

/** The expression of one sanitized property; before it, the lines that sanitize it. */
function emitNamed(
  name: string,
  property: PropertySchema,
  object: string,
  code: Code,
  emit: Emit,
): string {
  const value = code.let(`${object}[${code.literal(name)}]`);
  return emitProperty(property, value, code, emit);
}

/**
 * Code for the value of a property. An object's properties are written twice, so lists, objects and choices
 * among them become functions. Otherwise the source would double with every level of nesting.
 */
function emitProperty(schema: ValueSchema, value: string, code: Code, emit: Emit): string {
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
