import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword } from '../../keyword.js';
import { aboveMaximum } from '../../messages/messages.js';

/** `maximum`: the greatest number that passes. */
export const maximum: Keyword<number> = {
  name: 'maximum',
  types: ['integer', 'number'],
  bind({ maximum: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (value) => value <= limit,
      emit: (value, code) => `${value} <= ${code.literal(limit)}`,
      violation: (place) => aboveMaximum(place, limit),
    };
  },
  diagnostics({ maximum: limit }) {
    return Number.isFinite(limit) ? [] : [diagnostic('maximum', 'a finite number', limit)];
  },
};
