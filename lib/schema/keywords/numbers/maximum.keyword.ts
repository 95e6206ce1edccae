import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword, Rule } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { aboveMaximum, atOrAboveMaximum } from '../../messages/messages.js';

/** `maximum`: the greatest number that passes, or with `exclusiveMaximum` the least that does not. */
export const maximum: Keyword<number> = {
  name: 'maximum',
  types: LIMITS.maximum.types,
  bind({ maximum: limit, exclusiveMaximum: isExclusive }) {
    if (limit === undefined) return undefined;
    if (isExclusive === true) return exclusiveRule(limit);
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

function exclusiveRule(limit: number): Rule<number> {
  return {
    holds: (value) => value < limit,
    emit: (value, code) => `${value} < ${code.literal(limit)}`,
    violation: (place) => atOrAboveMaximum(place, limit),
  };
}
