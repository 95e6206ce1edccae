import { countDiagnostics } from './count-limit.js';
import type { Keyword } from '../keyword.js';
import { LIMITS } from '../limits.js';
import { tooManyItems } from '../messages/messages.js';

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
