import { lowerCountDiagnostics, countDiagnostics } from '../count-limit.js';
import type { Keyword } from '../../engine/keyword.js';
import { LIMITS } from '../../limits.js';
import { tooFewProperties, tooManyProperties } from '../../messages.js';
import type { ForeignObject } from '../../values/values.js';

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
