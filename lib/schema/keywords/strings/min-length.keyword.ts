import { hasAtLeast } from '../../text/code-points.js';
import { lowerCountDiagnostics } from '../count-limit.js';
import type { Keyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { tooShort } from '../../messages/messages.js';

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
