import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword, Rule } from '../../engine/keyword.js';
import { LIMITS } from '../../limits.js';
import { atOrBelowMinimum, belowMinimum } from '../../messages.js';

/** `minimum`: the least number that passes, or with `exclusiveMinimum` the greatest that does not. */
export const minimum: Keyword<number> = {
  name: 'minimum',
  types: LIMITS.minimum.types,
  bind({ minimum: limit, exclusiveMinimum: isExclusive }) {
    if (limit === undefined) return undefined;
    if (isExclusive === true) return exclusiveRule(limit);
    return {
      holds: (value) => value >= limit,
      emit: (value, code) => `${value} >= ${code.literal(limit)}`,
      violation: (place) => belowMinimum(place, limit),
    };
  },
  diagnostics({ minimum: limit, maximum, exclusiveMinimum, exclusiveMaximum }) {
    if (!Number.isFinite(limit)) return [diagnostic('minimum', 'a finite number', limit)];
    if (limit === undefined || maximum === undefined || limit < maximum) return [];
    const isExclusive = exclusiveMinimum === true || exclusiveMaximum === true;
    if (limit === maximum && !isExclusive) return [];
    const relation = isExclusive ? 'below' : 'at most';
    return [diagnostic('minimum', `${relation} the maximum, ${maximum}`, limit)];
  },
};

function exclusiveRule(limit: number): Rule<number> {
  return {
    holds: (value) => value > limit,
    emit: (value, code) => `${value} > ${code.literal(limit)}`,
    violation: (place) => atOrBelowMinimum(place, limit),
  };
}
