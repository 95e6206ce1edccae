import { lowerCountDiagnostics } from '../count-limit.js';
import type { Keyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { tooFewProperties } from '../../messages/structure-messages.js';
import type { ForeignObject } from '../../values/object-of.js';

/** `minProperties`: the least number of properties, whatever their names. */
export const minProperties: Keyword<ForeignObject> = {
  name: 'minProperties',
  types: LIMITS.minProperties.types,
  bind({ minProperties: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (object) => Object.keys(object).length >= limit,
      emit: (object, code) => `Object.keys(${object}).length >= ${code.literal(limit)}`,
      violation: (place) => tooFewProperties(place, limit),
    };
  },
  diagnostics: (schema) =>
    lowerCountDiagnostics(
      'minProperties',
      schema.minProperties,
      'maxProperties',
      schema.maxProperties,
    ),
};
