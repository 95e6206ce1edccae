import { lowerCountDiagnostics } from './count-limit.js';
import type { Keyword } from '../keyword.js';
import { LIMITS } from '../limits.js';
import { tooFewItems } from '../messages/messages.js';

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
