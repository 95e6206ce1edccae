import { INVALID } from '../values/invalid.js';
import { wrongType } from '../messages/messages.js';
import type { ValueType } from '../values/value-type.js';

/** `null`, and nothing that spells it. */
export const nullType: ValueType = {
  name: 'null',
  build: () => (value) => (value === null ? null : INVALID),
  emit(_schema, input, code) {
    code.unless(`${input} === null`);
    return 'null';
  },
  explain: (schema, value, place) => (value === null ? undefined : wrongType(place, schema)),
};
