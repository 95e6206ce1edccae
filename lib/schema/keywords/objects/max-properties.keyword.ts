import { countDiagnostics } from '../count-limit.js';
import type { Keyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { tooManyProperties } from '../../messages/structure-messages.js';
import type { ForeignObject } from '../../values/object-of.js';

/** `maxProperties`: the greatest number of properties, whatever their names. */
export const maxProperties: Keyword<ForeignObject> = {
  name: 'maxProperties',
  types: LIMITS.maxProperties.types,
  bind({ maxProperties: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (object) => Object.keys(object).length <= limit,
      emit: (object, code) => `Object.keys(${object}).length <= ${code.literal(limit)}`,
      violation: (place) => tooManyProperties(place, limit),
    };
  },
  diagnostics: (schema) => countDiagnostics('maxProperties', schema.maxProperties),
};
