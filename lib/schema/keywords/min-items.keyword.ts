import { lowerCountDiagnostics, countDiagnostics } from './count-limit.js';
import type { Keyword } from '../engine/keyword.js';
import { LIMITS } from '../limits.js';
import { tooFewItems, tooManyItems } from '../messages.js';

/** `minItems`: the least number of items. */
export const minItems: Keyword<readonly unknown[]> = {
  name: 'minItems',
  types: LIMITS.minItems.types,
  bind({ minItems: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (list) => list.length >= limit,
      emit: (list, code) => `${list}.length >= ${code.literal(limit)}`,
      violation: (place) => tooFewItems(place, limit),
    };
  },
  diagnostics: (schema) =>
    lowerCountDiagnostics('minItems', schema.minItems, 'maxItems', schema.maxItems),
};

/** `maxItems`: the greatest number of items. */
export const maxItems: Keyword<readonly unknown[]> = {
  name: 'maxItems',
  types: LIMITS.maxItems.types,
  bind({ maxItems: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (list) => list.length <= limit,
      emit: (list, code) => `${list}.length <= ${code.literal(limit)}`,
      violation: (place) => tooManyItems(place, limit),
    };
  },
  diagnostics: (schema) => countDiagnostics('maxItems', schema.maxItems),
};
