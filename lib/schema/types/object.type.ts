import { INVALID, type Parse } from '../values/invalid.js';
import { additionalSchema, isOpen } from '../keywords/objects/additional-properties.keyword.js';
import { maxProperties } from '../keywords/objects/max-properties.keyword.js';
import { minProperties } from '../keywords/objects/min-properties.keyword.js';
import { patternPropertiesOf } from '../keywords/objects/pattern-properties.keyword.js';
import { explainProperties, propertiesOf } from '../keywords/objects/properties.keyword.js';
import { requiredNames } from '../keywords/objects/required.keyword.js';
import { allHold, bindAll, firstViolation } from '../keyword.js';
import { wrongType } from '../messages/messages.js';
import { emptyLike, objectOf, put, type ForeignObject } from '../values/object-of.js';
import type { Build, ValueType } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { emitObject } from './object-code.js';

const LIMITS = [minProperties, maxProperties];

/** An object. Its properties keep their order. */
export const objectType: ValueType = {
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

function parseProperties(object: ForeignObject, parserOf: (name: string) => Parse): unknown {
  const sanitized = emptyLike(object);
  for (const name of Object.keys(object)) {
    const result = parserOf(name)(object[name]);
    if (result === INVALID) return INVALID;
    put(sanitized, name, result);
  }
  return sanitized;
}

const keep: Parse = (value) => value;
const reject: Parse = () => INVALID;

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
