import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword, Rule, SchemaKeyword } from '../../engine/keyword.js';
import { LIMITS } from '../../limits.js';
import { aboveMaximum, atOrAboveMaximum } from '../../messages.js';
import { exclusiveDiagnostics } from './exclusive-limit.js';

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

/** `exclusiveMaximum`: whether `maximum` itself is rejected. */
export const exclusiveMaximum: SchemaKeyword = {
  name: 'exclusiveMaximum',
  types: LIMITS.exclusiveMaximum.types,
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMaximum', 'maximum', schema),
};
