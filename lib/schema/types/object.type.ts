import { INVALID } from '../values/invalid.js';
import { isOpen } from '../keywords/objects/additional-properties.keyword.js';
import {
  explainProperties,
  propertiesOf,
  requiredNames,
} from '../keywords/objects/properties.keyword.js';
import { wrongType } from '../messages/messages.js';
import { emptyLike, objectOf, put } from '../values/object-of.js';
import type { ValueType } from '../values/value-type.js';
import { emitObject } from './object-code.js';

/** An object. Its properties keep their order. */
export const objectType: ValueType = {
  name: 'object',
  build(schema, build) {
    const named = new Map([...propertiesOf(schema)].map(([name, one]) => [name, build(one)]));
    const required = requiredNames(schema);
    const open = isOpen(schema);
    return (value) => {
      const object = objectOf(value);
      if (object === undefined) return INVALID;
      if (!required.every((name) => Object.hasOwn(object, name))) return INVALID;
      const sanitized = emptyLike(object);
      for (const name of Object.keys(object)) {
        const parse = named.get(name);
        if (parse === undefined && !open) return INVALID;
        const result = parse === undefined ? object[name] : parse(object[name]);
        if (result === INVALID) return INVALID;
        put(sanitized, name, result);
      }
      return sanitized;
    };
  },
  emit: emitObject,
  explain(schema, value, place, explain) {
    const object = objectOf(value);
    if (object === undefined) return wrongType(place, schema);
    return explainProperties(schema, object, place, explain);
  },
};
