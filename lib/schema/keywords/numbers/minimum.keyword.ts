import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword } from '../../keyword.js';
import { belowMinimum } from '../../messages/messages.js';

/** `minimum`: the least number that passes. */
export const minimum: Keyword<number> = {
  name: 'minimum',
  types: ['integer', 'number'],
  bind({ minimum: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (value) => value >= limit,
      emit: (value, code) => `${value} >= ${code.literal(limit)}`,
      violation: (place) => belowMinimum(place, limit),
    };
  },
  diagnostics({ minimum: limit, maximum }) {
    if (!Number.isFinite(limit)) return [diagnostic('minimum', 'a finite number', limit)];
    if (limit !== undefined && maximum !== undefined && limit > maximum) {
      return [diagnostic('minimum', `at most the maximum, ${maximum}`, limit)];
    }
    return [];
  },
};
