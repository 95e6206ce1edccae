import { allHold, bindAll, firstViolation, type ValueType } from '../engine/keyword.js';
import { maxItems, minItems } from '../keywords/counts.keyword.js';
import { emitItems, explainItems, parseItems, uniqueItems } from '../keywords/items.keyword.js';
import { wrongType } from '../messages.js';
import { booleanOf, INVALID, keep, listOf } from '../values/values.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import { numberTypes } from './number.types.js';
import { objectTypes } from './object.type.js';
import { stringType } from './string.type.js';

const AS_SENT = [minItems, maxItems, uniqueItems];

/** Applied again to the sanitized items: `1` and `"1"` may have become one integer. */
const AS_RECEIVED = [uniqueItems];

const rulesAsSent = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_SENT);

const rulesAsReceived = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_RECEIVED);

/** A list, or a text that spells one: `a,b c`. The limits are checked first, so that excess items cost nothing. */
const arrayType: ValueType = {
  name: 'array',
  build(schema, build) {
    const asSent = rulesAsSent(schema);
    const asReceived = rulesAsReceived(schema);
    const parse = schema.items === undefined ? keep : build(schema.items);
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
  explain(schema, value, place, nested) {
    const list = listOf(value);
    if (list === undefined) return wrongType(place, schema);
    const { items } = schema;
    const inside = items && explainItems(items, list, place, nested);
    const violation = inside ?? firstViolation(rulesAsSent(schema), list, place);
    const asReceived = rulesAsReceived(schema);
    if (violation !== undefined || items === undefined || asReceived.length === 0) return violation;
    return firstViolation(asReceived, list.map(nested.build(items)), place);
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

/** `null`, but not a text that spells it. */
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
  ...numberTypes.wordpress,
  string: stringType,
  boolean: booleanType,
  array: arrayType,
  object: objectTypes.wordpress,
  null: nullType,
};
