import { hasAtLeast, hasAtMost } from '../values/text.js';
import { lowerCountDiagnostics, countDiagnostics } from './count-limit.js';
import type { Keyword } from '../engine/keyword.js';
import { LIMITS } from '../limits.js';
import { tooShort, tooLong } from '../messages.js';

/** `minLength`: the least number of code points. */
export const minLength: Keyword<string> = {
  name: 'minLength',
  types: LIMITS.minLength.types,
  bind({ minLength: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (value) => hasAtLeast(value, limit),
      // Up to one, counting code units is the same as counting code points.
      emit: (value, code) =>
        limit <= 1
          ? `${value}.length >= ${code.literal(limit)}`
          : `${code.constant(hasAtLeast)}(${value}, ${code.literal(limit)})`,
      violation: (place) => tooShort(place, limit),
    };
  },
  diagnostics: (schema) =>
    lowerCountDiagnostics('minLength', schema.minLength, 'maxLength', schema.maxLength),
};

/** `maxLength`: the greatest number of code points. */
export const maxLength: Keyword<string> = {
  name: 'maxLength',
  types: LIMITS.maxLength.types,
  bind({ maxLength: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (value) => hasAtMost(value, limit),
      emit: (value, code) => `${code.constant(hasAtMost)}(${value}, ${code.literal(limit)})`,
      violation: (place) => tooLong(place, limit),
    };
  },
  diagnostics: (schema) => countDiagnostics('maxLength', schema.maxLength),
};
