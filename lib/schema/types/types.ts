import {
  type ValueType,
  type Build,
  type Emit,
  booleanOf,
  emptyLike,
  objectOf,
  put,
  type ForeignObject,
} from '../values/values.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import { integerType, emitNumberOf } from './integer.type.js';
import { stringType } from './string.type.js';
import { INVALID, type Parse } from '../values/invalid.js';
import { wrongType } from '../messages.js';
import { allHold, bindAll, firstViolation } from '../engine/keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { maximum } from '../keywords/numbers/maximum.keyword.js';
import { minimum } from '../keywords/numbers/minimum.keyword.js';
import { multipleOf } from '../keywords/numbers/multiple-of.keyword.js';
import { numberOf } from '../values/text.js';
import { emitItems, explainItems, parseItems } from '../keywords/items.keyword.js';
import { minItems, maxItems } from '../keywords/min-items.keyword.js';
import { uniqueItems } from '../keywords/unique-items.keyword.js';
import { listOf } from '../values/list-of.js';
import { additionalSchema, isOpen } from '../keywords/objects/additional-properties.keyword.js';
import { minProperties, maxProperties } from '../keywords/objects/min-properties.keyword.js';
import { patternPropertiesOf } from '../keywords/objects/pattern-properties.keyword.js';
import { explainProperties, propertiesOf } from '../keywords/objects/properties.keyword.js';
import { requiredNames } from '../keywords/objects/required.keyword.js';
import type { Code } from '../engine/code.js';
import { emitLiteral, hasLiteral, isInOrder, emitProperty } from './object-literal-code.js';

const LIMITS = [minProperties, maxProperties];

/** An object. Its properties keep their order. */
const objectType: ValueType = {
  name: 'object',
  build(schema, build) {
    const limits = bindAll<ForeignObject>(schema, LIMITS);
    const required = requiredNames(schema);
    const parserOf = propertyParsers(schema, build);
    return (value) => {
      const object = objectOf(value);
      if (object === undefined || !allHold(limits, object)) return INVALID;
      if (!required.every((name) => Object.hasOwn(object, name))) return INVALID;
      return parseProperties(object, parserOf);
    };
  },
  emit: emitObject,
  explain(schema, value, place, inner) {
    const object = objectOf(value);
    if (object === undefined) return wrongType(place, schema);
    return (
      explainProperties(schema, object, place, inner) ??
      firstViolation(bindAll<ForeignObject>(schema, LIMITS), object, place)
    );
  },
};

const keep: Parse = (value) => value;

const reject: Parse = () => INVALID;

const AS_SENT = [minItems, maxItems, uniqueItems];

/** Applied again to the sanitized items: `1` and `"1"` may have become one integer. */
const AS_RECEIVED = [uniqueItems];

const unchanged: Parse = (value) => value;

const rulesAsSent = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_SENT);

const rulesAsReceived = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_RECEIVED);

/** A list, or what spells one: `a,b c`. The limits are checked first, so that excess items cost nothing. */
const arrayType: ValueType = {
  name: 'array',
  build(schema, build) {
    const asSent = rulesAsSent(schema);
    const asReceived = rulesAsReceived(schema);
    const parse = schema.items === undefined ? unchanged : build(schema.items);
    return (value) => {
      const list = listOf(value);
      if (list === undefined || !allHold(asSent, list)) return INVALID;
      const parsed = parseItems(list, parse);
      return parsed !== undefined && allHold(asReceived, parsed) ? parsed : INVALID;
    };
  },
  emit(schema, input, code, emit) {
    const { items } = schema;
    const list = code.let(`${code.constant(listOf)}(${input})`);
    code.unless(`${list} !== undefined`);
    for (const rule of rulesAsSent(schema)) code.unless(rule.emit(list, code));
    if (items === undefined) return `${list}.slice()`;
    const parsed = emitItems(items, list, code, emit);
    for (const rule of rulesAsReceived(schema)) code.unless(rule.emit(parsed, code));
    return parsed;
  },
  explain(schema, value, place, inner) {
    const list = listOf(value);
    if (list === undefined) return wrongType(place, schema);
    const { items } = schema;
    const inside = items && explainItems(items, list, place, inner);
    const violation = inside ?? firstViolation(rulesAsSent(schema), list, place);
    const asReceived = rulesAsReceived(schema);
    if (violation !== undefined || items === undefined || asReceived.length === 0) return violation;
    return firstViolation(asReceived, list.map(inner.build(items)), place);
  },
};

const KEYWORDS = [multipleOf, minimum, maximum, enumeration];

/** A finite number, or a text that spells one. */
const numberType: ValueType = {
  name: 'number',
  build(schema) {
    const rules = bindAll<number>(schema, KEYWORDS);
    return (value) => {
      const number = numberOf(value);
      return Number.isFinite(number) && allHold(rules, number) ? number : INVALID;
    };
  },
  emit(schema, input, code) {
    const number = emitNumberOf(input, code);
    code.unless(`Number.isFinite(${number})`);
    for (const rule of bindAll<number>(schema, KEYWORDS)) code.unless(rule.emit(number, code));
    return number;
  },
  explain(schema, value, place) {
    const number = numberOf(value);
    if (!Number.isFinite(number)) return wrongType(place, schema);
    return firstViolation(bindAll<number>(schema, KEYWORDS), number, place);
  },
};

/** `true` or `false`, 1 or 0, or a text of these four. */
const booleanType: ValueType = {
  name: 'boolean',
  build: () => (value) => booleanOf(value) ?? INVALID,
  emit(_schema, input, code) {
    const truth = code.let(`${code.constant(booleanOf)}(${input})`);
    code.unless(`${truth} !== undefined`);
    return truth;
  },
  explain: (schema, value, place) =>
    booleanOf(value) === undefined ? wrongType(place, schema) : undefined,
};

/** `null`, and nothing that spells it. */
const nullType: ValueType = {
  name: 'null',
  build: () => (value) => (value === null ? null : INVALID),
  emit(_schema, input, code) {
    code.unless(`${input} === null`);
    return 'null';
  },
  explain: (schema, value, place) => (value === null ? undefined : wrongType(place, schema)),
};

/** Every type, by name. */
export const valueTypes: Readonly<Record<SchemaType, ValueType>> = {
  integer: integerType,
  number: numberType,
  string: stringType,
  boolean: booleanType,
  array: arrayType,
  object: objectType,
  null: nullType,
};

function parseProperties(object: ForeignObject, parserOf: (name: string) => Parse): unknown {
  const sanitized = emptyLike(object);
  for (const name of Object.keys(object)) {
    const result = parserOf(name)(object[name]);
    if (result === INVALID) return INVALID;
    put(sanitized, name, result);
  }
  return sanitized;
}

/** The parser of a property by its name. */
function propertyParsers(schema: ValueSchema, build: Build): (name: string) => Parse {
  const named = new Map([...propertiesOf(schema)].map(([name, one]) => [name, build(one)]));
  const patterns = patternPropertiesOf(schema).map(({ expression, schema: one }) => ({
    expression,
    parse: build(one),
  }));
  const rest = additionalSchema(schema);
  const others = rest === undefined ? (isOpen(schema) ? keep : reject) : build(rest);
  return (name) =>
    named.get(name) ?? patterns.find(({ expression }) => expression.test(name))?.parse ?? others;
}

/** A property that is walked over: the object's schema, the result, and the variables of the property. */
interface Member {
  readonly schema: ValueSchema;
  readonly sanitized: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Code for an object, in two variants with one result: a fast one for objects whose keys are those of the
 * schema in its order, and one that walks the keys of any other object.
 */
function emitObject(schema: ValueSchema, input: string, code: Code, emit: Emit): string {
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

/**
 * Code for a property that `properties` does not name: by the first pattern that matches, else as an
 * additional one. It stands in a `switch`.
 */
function emitUnnamed({ schema, sanitized, key, value }: Member, code: Code, emit: Emit) {
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
