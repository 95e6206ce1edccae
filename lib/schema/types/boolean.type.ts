import { INVALID } from '../values/invalid.js';
import { wrongType } from '../messages/messages.js';
import { booleanOf } from '../values/boolean-of.js';
import type { ValueType } from '../values/value-type.js';

/** `true` or `false`, 1 or 0, or a text of these four. */
export const booleanType: ValueType = {
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
